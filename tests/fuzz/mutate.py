"""Visits changed in a few places: bytes, attributes, headers, statuses, CSS and JSON."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from siteloupe.capture import Headers
from siteloupe.net.replay import FAILURES, SavedFailure, SavedHop
from siteloupe.net.wire import WireAnswer
from tests.fuzz.choices import Choices
from tests.fuzz.grammar import header_of, made_visit, text_of
from tests.fuzz.visits import SeedVisit, role_of, with_body

MAX_MUTATIONS = 8
MAX_NODES = 2000
STATUSES = (
    200,
    201,
    204,
    206,
    301,
    302,
    304,
    307,
    308,
    400,
    401,
    403,
    404,
    405,
    406,
    407,
    410,
    418,
    429,
    451,
)
STATUSES += (500, 502, 503, 504, 520, 521, 525, 527, 530, 599, 600, 999)
TYPED = (
    "example.org",
    "http://example.org/",
    "https://www.example.org/blog/?a=b",
    "http://sub.example.org:8080/",
)

_ATTRIBUTE = re.compile(rb"""\s([\w:@.-]{1,40})=("[^"]{0,2000}"|'[^']{0,2000}'|[^\s>"']{1,2000})""")
_TAG = re.compile(rb"<[^<>]{0,2000}>")
_DECLARATION = re.compile(rb"([\w-]{1,60}):([^;{}]{1,400})")
_FIELD = re.compile(rb"^[ \t*]*([A-Z][\w ]{2,30}):(.*)$", re.MULTILINE)

Change = Callable[[bytes, Choices], bytes]
Seeds = Sequence[Callable[[], SeedVisit]]


def visit_of(data: bytes, seeds: Seeds) -> SeedVisit:
    """The visit that ``data`` decides on: made by the grammar or one of ``seeds``, then changed.

    The same bytes and the same seeds give the same visit.
    """
    choices = Choices(data)
    made = not seeds or choices.below(2) == 0
    seed = made_visit(choices) if made else choices.one_of(seeds)()
    return mutated(seed, choices)


def mutated(visit: SeedVisit, choices: Choices) -> SeedVisit:
    """``visit`` with up to MAX_MUTATIONS changes; half of them are changes of its page."""
    hops = dict(visit.hops)
    for _ in range(choices.below(MAX_MUTATIONS + 1)):
        urls = list(hops)
        url = urls[0] if choices.below(2) == 0 else choices.one_of(urls)
        hops[url] = _changed(role_of(url), hops[url], choices)
    typed = choices.one_of(TYPED) if choices.is_rare(20) else visit.typed
    return SeedVisit(typed, hops)


def _changed(role: str, hop: SavedHop, choices: Choices) -> SavedHop:
    answer = hop.outcome
    if not isinstance(answer, WireAnswer) or choices.is_rare(40):
        return replace(hop, outcome=SavedFailure(choices.one_of(list(FAILURES)), "No answer."))
    if choices.is_rare(6):
        return replace(hop, outcome=replace(answer, headers=_other_headers(answer.headers, choices)))
    if choices.is_rare(12):
        return replace(hop, outcome=replace(answer, status=choices.one_of(STATUSES)))
    if choices.is_rare(40):
        return replace(hop, outcome=replace(answer, truncated=True))
    change = choices.one_of(CHANGES[role])
    return with_body(hop, change(answer.body, choices))


def _other_headers(headers: Headers, choices: Choices) -> Headers:
    lines = list(headers)
    start, end = choices.span(len(lines), 2)
    new = [header_of(choices) for _ in range(choices.below(4))]
    return Headers([*lines[:start], *new, *lines[end:]])


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def change_bytes(body: bytes, choices: Choices) -> bytes:
    """Some bytes cut out, doubled, turned round, changed, or put in."""
    start, end = choices.span(len(body), 64)
    piece = body[start:end]
    new = choices.one_of(
        (b"", piece * 2, piece * choices.below(2000), piece[::-1], bytes([choices.below(256)]))
    )
    new = _encoded(text_of("odd", choices)) if choices.below(2) == 0 else new
    return body[:start] + new + body[end:]


def cut_out(body: bytes, choices: Choices) -> bytes:
    """A window of the body, or all but a window."""
    start, end = choices.span(len(body), len(body))
    return body[start:end] if choices.below(2) == 0 else body[:start] + body[end:]


def move_piece(body: bytes, choices: Choices) -> bytes:
    """A piece that stands somewhere stands somewhere else as well."""
    start, end = choices.span(len(body), 2000)
    place = choices.below(len(body) + 1)
    return body[:place] + body[start:end] + body[place:]


def nest_deeply(body: bytes, choices: Choices) -> bytes:
    """The same opening many times."""
    opening = choices.one_of(
        (
            b"<div>",
            b"<svg>",
            b"(",
            b"[",
            b"{",
            b"a{",
            b'{"a":',
            b"<template>",
            b"var(--x,",
            b"@media x{",
            b"/*",
        )
    )
    place = choices.below(len(body) + 1)
    return body[:place] + opening * choices.below(20_000) + body[place:]


def _replacing(pattern: re.Pattern[bytes], group: int, *rules: str) -> Change:
    """A change of one match of ``pattern``: its ``group`` becomes a text of one of ``rules``."""

    def change(body: bytes, choices: Choices) -> bytes:
        start = choices.below(len(body) + 1)
        if (match := pattern.search(body, start) or pattern.search(body)) is None:
            return change_bytes(body, choices)
        new = _encoded(text_of(choices.one_of(rules), choices))
        return body[: match.start(group)] + new + body[match.end(group) :]

    return change


def _inserting(pattern: re.Pattern[bytes], *rules: str) -> Change:
    """A change that puts a text of one of ``rules`` behind a match of ``pattern``."""

    def change(body: bytes, choices: Choices) -> bytes:
        match = pattern.search(body, choices.below(len(body) + 1))
        place = match.end() if match else len(body)
        return body[:place] + _encoded(text_of(choices.one_of(rules), choices)) + body[place:]

    return change


def drop_match(body: bytes, choices: Choices) -> bytes:
    """The body without one tag."""
    match = _TAG.search(body, choices.below(len(body) + 1))
    return body[: match.start()] + body[match.end() :] if match else body


def change_json(body: bytes, choices: Choices) -> bytes:
    """One value becomes another, or goes; what is no JSON is changed as bytes."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return change_bytes(body, choices)
    nodes = list(_nodes(document))[:MAX_NODES]
    if not nodes:
        return _encoded(text_of("json", choices))
    holder, key = choices.one_of(nodes)
    kind = choices.below(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = [holder[key]] * choices.below(500)
    elif kind == 2:
        holder[key] = text_of("text", choices)
    elif kind == 3:
        holder[key] = choices.one_of((None, True, 0, -1, 10**30, 1e300, [], {}, "", [None], {"": {}}))
    elif kind == 4:
        holder[key] = choices.one_of(nodes)[0] if choices.below(2) else str(holder[key])
    else:
        holder[key] = _parsed(text_of("json", choices))
    try:
        return json.dumps(document).encode()
    except (ValueError, RecursionError):  # it holds itself
        return change_bytes(body, choices)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document, as what holds it and its key or index there."""
    nodes, waiting = [], [value]
    while waiting and len(nodes) < MAX_NODES:
        holder = waiting.pop()
        keys = (
            list(holder)
            if isinstance(holder, dict)
            else range(len(holder))
            if isinstance(holder, list)
            else ()
        )
        nodes += [(holder, key) for key in keys]
        waiting += [holder[key] for key in keys]
    return nodes


_ANY: tuple[Change, ...] = (change_bytes, change_bytes, cut_out, move_piece, nest_deeply)
_CSS: tuple[Change, ...] = (
    _replacing(_DECLARATION, 2, "value", "color", "font", "family", "length", "gradient"),
    _replacing(_DECLARATION, 0, "declaration", "variables"),
    _inserting(re.compile(rb"[;{}]"), "rule", "declaration", "variables", "odd"),
)
_HTML: tuple[Change, ...] = (
    _replacing(_ATTRIBUTE, 2, "value", "url", "css_url", "script_url", "class", "declarations", "odd"),
    _replacing(_ATTRIBUTE, 0, "attr"),
    _replacing(_TAG, 0, "body", "head"),
    _inserting(_TAG, "head", "body", "odd", "mark", "sample"),
    drop_match,
)

CHANGES: Mapping[str, tuple[Change, ...]] = {
    "page": (*_HTML, *_HTML, *_CSS, *_ANY),
    "css": (*_CSS, *_CSS, *_ANY),
    "theme": (_replacing(_FIELD, 2, "text", "slug", "version", "url"), *_CSS, *_ANY),
    "theme-json": (change_json, change_json, *_ANY),
    "rest": (change_json, change_json, *_ANY),
    "directory": (change_json, change_json, *_ANY),
    "font": (change_bytes, change_bytes, cut_out, move_piece),
}
"""What may happen to a body, by the role of its file."""
