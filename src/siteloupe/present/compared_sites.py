"""What a comparison of two sites says before the differences: which pages, and how much was seen."""

from collections.abc import Iterable, Mapping
from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.present.differences import Difference
from siteloupe.present.export.dtcg_file import TokenFile

Heads = dict[str, dict[str, Any]]
"""Both sites, ``before`` and ``after``: address, time, whether it was blocked, and what could not be seen."""


def heads_of(reports: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Heads:
    """Return the URL and time of both pages, and what could not be read of them."""
    sides = zip(*reports, strict=True)
    return {side: head_of(of_side) for side, of_side in zip(("before", "after"), sides, strict=True)}


def head_of(reports: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the same of one page, by its reports."""
    of_page = list(reports)
    caveats = {each["code"]: each for report in of_page for each in report["coverage"]["caveats"]}
    about = {name: of_page[0][name] for name in ("url", "checkedAt", "blocked", "note")}
    if about["blocked"]:
        about["reason"] = of_page[0].get("reason", "")
    return {**about, "complete": not caveats, "caveats": list(caveats.values())}


def head_of_file(file: TokenFile) -> dict[str, Any]:
    """Return the same about a file of design tokens: it has a title in place of an address."""
    caveats = []
    if file.unread:
        text = f"{file.unread} tokens of the file could not be read."
        caveats.append({"code": "tokens-unread", "text": text})
    about = {"url": None, "title": file.tokens.title, "checkedAt": None, "blocked": False, "note": None}
    return {**about, "complete": not caveats, "caveats": caveats}


def are_readable(heads: Heads) -> bool:
    """Whether both pages could be read."""
    return not any(head["blocked"] for head in heads.values())


def are_whole(heads: Heads) -> bool:
    """Whether both sites were seen as a whole."""
    return all(head["complete"] for head in heads.values())


def is_same(heads: Heads, *, is_different: bool) -> bool | None:
    """Whether both sites are the same; None when no difference is certain, but not everything was seen.

    ``is_different`` says whether a difference is certain.
    """
    if is_different:
        return False
    return True if are_whole(heads) else None


def document(heads: Heads, found: Mapping[Analysis, tuple[Difference, ...]]) -> dict[str, Any]:
    """Return the JSON: both sites, whether they are the ``same``, and the differences by analysis."""
    by_name = {analysis.name: rows for analysis, rows in found.items()}
    is_different = any(row.certain for rows in found.values() for row in rows)
    return {**heads, "same": is_same(heads, is_different=is_different), "analyses": by_name}
