"""What holds for every report, whatever a site sends: it is made, within its bound, as described, and inert."""

import asyncio
import io
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from jsonschema import Draft202012Validator
from rich.console import Console

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis, needs_of
from siteloupe.analyses.judge import judge
from siteloupe.analyses.prose import MAX_PROSE, prose_for_models
from siteloupe.api import example, openapi
from siteloupe.capture import Capture
from siteloupe.detect.site import Site
from siteloupe.errors import BadTarget, SiteloupeError, Unreachable
from siteloupe.gather.visit import visit
from siteloupe.judging import Task
from siteloupe.net.fetch import Fetcher
from siteloupe.net.wire import Wire
from siteloupe.present.comparison import Comparison
from siteloupe.present.differences import differences
from siteloupe.present.export import export_text, formats_of
from siteloupe.present.html import html
from siteloupe.present.text import draw
from siteloupe.settings import Settings
from siteloupe.target import parse

T = TypeVar("T")

AT = "2026-11-21T10:00:00Z"
SETTINGS = Settings()
WHOLE = tuple(analysis.variant(inspect=True) for analysis in ANALYSES)


async def at_once(task: Task[T], capture: Capture, *arguments: Any, deadline: float) -> T:
    """A Judge that waits for nothing, so that the same visit always takes the same way."""
    return task.function(Site(capture), *arguments)


def check(typed: str, wire: Wire, *, drawn_one_in: int = 1) -> None:
    """Analyze the site ``typed`` over ``wire``. Raises AssertionError for a report that breaks a promise.

    Whatever else is raised is a failure of ours too: a site can only lead to BadTarget and Unreachable.
    One report in ``drawn_one_in`` is also shown as people see it, which takes longer than all the rest;
    the report itself decides which.
    """
    site = asyncio.run(_gathered(typed, wire))
    if isinstance(site, SiteloupeError):
        assert site.status in {400, 502}
        assert not steering_in(site.message), site.message
        return
    for analysis in WHOLE:
        body = msgspec.json.encode(judge(analysis, site, SETTINGS.max_answer))
        check_report(analysis, body)
        if zlib.crc32(body) % drawn_one_in == 0:
            check_faces(analysis, body)


async def _gathered(typed: str, wire: Wire) -> Site | SiteloupeError:
    """The site with everything that can be gathered of it, or why there is none."""
    deadline = asyncio.get_running_loop().time() + 600
    fetch = Fetcher(wire, SETTINGS)
    try:
        target = parse(typed, SETTINGS.policy)
        seen = await visit(target, fetch, SETTINGS, deadline, judge=at_once, now=lambda: AT)
        return Site(await seen.capture(needs_of(ANALYSES, inspect=True), deadline))
    except (BadTarget, Unreachable) as failure:
        return failure


def check_report(analysis: Analysis, body: bytes) -> None:
    """Raises AssertionError when the report in ``body`` is not as it is promised."""
    assert len(body) <= SETTINGS.max_answer
    read = msgspec.json.decode(body, type=analysis.report)
    document = msgspec.json.decode(body)
    assert msgspec.json.decode(msgspec.json.encode(read)) == document
    faults = [
        fault.json_path + ": " + fault.message[:200] for fault in _schema(analysis).iter_errors(document)
    ]
    assert not faults, faults
    for path, text in strings(document):
        assert not steering_in(text), (analysis.name, path, text)
    assert document["isCms"] is None or not document["blocked"]


def check_faces(analysis: Analysis, body: bytes) -> None:
    """Prose, page, terminal, files and comparison: each can be made, and what a site wrote steers nothing."""
    document = msgspec.json.decode(body)
    prose = prose_for_models(analysis, msgspec.json.decode(body, type=analysis.report))
    assert len(prose.encode()) <= MAX_PROSE
    faces = {"prose": prose, "html": str(html(document, analysis.outline))}
    faces["terminal"] = drawn(draw(document, analysis.outline))
    faces |= {name: export_text(name, {analysis.name: document}) for name in formats_of(analysis.name)}
    rows = differences(_other_report(analysis), document, analysis.outline)
    faces["comparison"] = drawn(Comparison(analysis.title, rows))
    for name, text in faces.items():
        assert not steering_in(text.replace("\n", "").replace("\t", "")), (analysis.name, name)


def drawn(drawing: Any) -> str:
    """What a terminal of 80 columns shows, without color."""
    out = io.StringIO()
    Console(file=out, width=80, color_system=None, legacy_windows=False).print(drawing)
    return out.getvalue()


def steering_in(text: str) -> str:
    """The control, format and tag characters, line separators and lone surrogates in ``text``."""
    if text.isprintable():
        return ""
    return "".join(character for character in text if _is_steering(character))


@cache
def _is_steering(character: str) -> bool:
    is_tag = "\U000e0000" <= character <= "\U000e007f"
    return is_tag or unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a JSON value, keys too, with where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield f"{path}.{key} (key)", key
            yield from strings(each, f"{path}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from strings(each, f"{path}[]")


@cache
def _schema(analysis: Analysis) -> Draft202012Validator:
    document = openapi.document(ANALYSES, None, 30, {})
    described = document["paths"][f"/{analysis.name}"]["get"]["responses"]["200"]
    schema = described["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": document["components"]})


@cache
def _other_report(analysis: Analysis) -> dict[str, Any]:
    report: dict[str, Any] = msgspec.to_builtins(analysis.analyze(Site(example.readable_visit())))
    return report
