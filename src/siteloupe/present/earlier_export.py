"""An earlier export of a site, read again: a report's JSON, or a file of design tokens.

The file may come from anybody: it is read as the type of the report that it claims to be, or token by token,
and its texts are bounded like those of a site.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.errors import BadExport
from siteloupe.present.export.dtcg_file import TokenFile, is_token_file, read_tokens
from siteloupe.reports.bounds import bound

MAX_BYTES = 512 * 1024
"""The longest file: a report has at most 256 KiB."""

_MARK = b"\xef\xbb\xbf"
"""The mark of UTF-8, which some editors write."""

_NEITHER = (
    "The file is neither a report that siteloupe answered as JSON nor design tokens that it exported (dtcg)."
)


@dataclass(frozen=True, slots=True)
class EarlierExport:
    """What a file holds: the ``report`` of ``analysis`` as JSON values, or ``file``, its tokens."""

    analysis: Analysis | None = None
    report: Mapping[str, Any] | None = None
    file: TokenFile | None = None

    @property
    def is_full(self) -> bool:
        """Whether the export leaves nothing out of long lists."""
        return self.report is None or "more" not in self.report


_HAR = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:')


def is_export(body: bytes) -> bool:
    """Whether a file is an object of JSON that is no HTTP archive, so that it may be an export."""
    return body.removeprefix(_MARK).lstrip()[:1] == b"{" and not _HAR.match(body)


def read_export(body: bytes) -> EarlierExport:
    """Read a file. Raises BadExport, which says what is wrong with it."""
    if len(body) > MAX_BYTES:
        raise BadExport(f"The file is longer than {MAX_BYTES // 1024} KiB.")
    text = body.removeprefix(_MARK)
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadExport("The file is not JSON.") from None
    if not isinstance(document, dict):
        raise BadExport(_NEITHER)
    if "success" in document and "checkedAt" in document:
        return _read_report(text)
    if not is_token_file(document):
        raise BadExport(_NEITHER)
    return EarlierExport(file=read_tokens(document))


def _read_report(text: bytes) -> EarlierExport:
    """Read a report as the one kind that it has all fields of."""
    for analysis in ANALYSES:
        try:
            report = msgspec.json.decode(text, type=analysis.report)
        except (msgspec.DecodeError, RecursionError):
            continue
        fields = msgspec.to_builtins(bound(report, MAX_BYTES))
        fields.pop("inspected", None)  # only reports with inspect=1 have it
        return EarlierExport(analysis, fields)
    raise BadExport("The file is a report of another version of siteloupe, or was changed.")
