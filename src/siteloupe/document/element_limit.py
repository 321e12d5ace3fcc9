"""Where a page becomes more elements than may be held.

A page of 40 KB can become millions of elements: a formatting element that stays open is made anew in each
block behind it (https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements),
and each further ``<body>`` gives its attributes to the first. So what the parser will make is counted before
it parses: for most pages from the number of tags, for the others by following their open elements roughly.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from siteloupe.capture import Exchange

MAX_TAGS = 200_000
"""Most tags: more than 5 MB of the real page with the most tags per byte, and a tree of up to 110 MB."""

MAX_TEMPLATES = 10_000
"""Most templates: looking for attributes takes ten times as long in templates inside each other."""

MAX_MADE = 250_000
"""Most elements that tags may become."""

MAX_REPEATED = 4 * 1024 * 1024
"""Most bytes of attributes of ``<body>`` and ``<html>`` that the parser may join, each time anew."""

_TAG = re.compile(
    rb"<(?:!--(?:-?>|.*?(?:--!?>|\Z))"
    rb"|(/?)([a-zA-Z][^\s/>]*+)((?:[^>\"'=]++|=\s*+(?:\"[^\"]*+\"?|'[^']*+'?)?|[\"'])*+)>?"
    rb"|[!?/][^>]*+>?)",
    re.DOTALL,
)
"""A comment; a tag with its slash, name and attributes; or a declaration."""

_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_FORMATTING_TAG = re.compile(
    rb"<(/?(?:[aiu]|b(?:ig)?|code|em|font|nobr|s(?:mall|trike|trong)?|tt))[\s/>]"  # as in _FORMATTING
)
_ENDED_AT_ONCE = re.compile(rb"<([a-z]++)</\1(?=<)")
"""A formatting element without another inside it, in a text of the names alone."""

_ROOT = re.compile(rb"<(?:body|html)")
_ROOT_TAG = re.compile(rb"<(?:body|html)([^>]*+)")
_VOID = frozenset(
    b"area base br col embed frame hr image img input keygen link meta param source track wbr".split()
)
_RAW = frozenset(b"script style title textarea xmp iframe noembed noframes".split())
_SILENT = _RAW | frozenset(b"base frame hr link meta param source track template".split())
"""Elements before which open formatting elements are not made anew; so are those of blocks and tables."""

_BLOCKS = frozenset(
    b"""address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section
    summary table ul xmp""".split()
)
"""Elements that end a paragraph."""

_CELLS = frozenset(b"td th caption".split())
_ROWS = frozenset(b"colgroup tbody tfoot thead tr".split())
_MARKING = _CELLS | frozenset(b"applet marquee object template".split())
"""Elements inside which no formatting element from outside is made anew."""

_SCOPES = _MARKING | {b"table", b"button"}
"""Elements that no end tag inside them ends, but their own."""

_DEEPEST = 500
"""Most scopes inside each other that are followed; the parser itself keeps no deeper ones."""

_CLONED = 8
"""Most elements that the end of a formatting element makes anew, see
https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm."""


def limit_elements(page: Exchange) -> Exchange:
    """``page`` with its body cut, and ``truncated``, where parsing it would make too many elements.

    A page that was cut, here or before, ends with a whole tag: half a tag or style says what nobody wrote.
    """
    end = too_many_from(page.body)
    if end is None and not page.truncated:
        return page
    body = page.body[:end]
    return replace(page, body=body[: body.rfind(b">") + 1] or body, truncated=True)


def too_many_from(body: bytes) -> int | None:
    """Where parsing ``body`` has made more elements than may be; None where it never makes so many."""
    if b"\0" in body and body.count(b"\0") > len(body) // 4:  # UTF-16: each other byte is 0 where tags are
        end = too_many_from(body.replace(b"\0", b""))
        return None if end is None else 2 * end
    lower = body.lower()  # in which names are found in half the time
    tags = body.count(b"<")
    end = None
    if tags > MAX_TAGS:
        end, tags = _place_of(b"<", MAX_TAGS, lower), MAX_TAGS
        lower = lower[:end]
    ends = [end, _end_by_roots(lower)]
    if tags > MAX_TEMPLATES and lower.count(b"<template") > MAX_TEMPLATES:
        ends.append(_place_of(b"<template", MAX_TEMPLATES, lower))
    if tags * (1 + tags // 2) > MAX_MADE:
        formatting = _FORMATTING_TAG.findall(lower)
        if (
            tags * (1 + _at_most_open(formatting)) > MAX_MADE
            and tags * (1 + _most_open(formatting)) > MAX_MADE
        ):
            ends.append(ElementCounter(lower).too_many_from())
    return min((end for end in ends if end is not None), default=None)


def _place_of(mark: bytes, count: int, lower: bytes) -> int:
    """Where the mark after the first ``count`` begins."""
    return len(mark.join(lower.split(mark, count + 1)[: count + 1]))


def _end_by_roots(lower: bytes) -> int | None:
    """Where the attributes of all ``<body>`` and ``<html>`` have become too many to join."""
    if len(_ROOT.findall(lower)) * len(lower) <= MAX_REPEATED:
        return None
    size = joined = 0
    for match in _ROOT_TAG.finditer(lower):
        size += len(match[1])
        joined += size
        if joined > MAX_REPEATED:
            return match.start()
    return None


def _at_most_open(formatting: list[bytes]) -> int:
    """At most how many of the ``formatting`` elements are open at once: a quick look that may say too many.

    Those that are ended before another begins are taken out twice, which leaves few of most pages.
    """
    names = b"<%b<" % b"<".join(formatting)
    for _ in range(2):
        names = _ENDED_AT_ONCE.sub(b"", names)
    return 2 + names.count(b"<") - names.count(b"</")


def _most_open(formatting: list[bytes]) -> int:
    """Most formatting elements that may be open at once: those that were begun and not yet ended."""
    begun: Counter[bytes] = Counter()
    now = most = 0
    for name in formatting:
        if not name.startswith(b"/"):
            begun[name] += 1
            now += 1
            most = max(most, now)
        elif begun[name[1:]]:
            begun[name[1:]] -= 1
            now -= 1
    return most


@dataclass(eq=False, slots=True)
class _Formatting:
    """A formatting element: at which depth it was made last, and whether it has not been ended."""

    key: bytes
    depth: int
    active: bool = True


@dataclass(eq=False, slots=True)
class _Scope:
    """What is open inside one element of _SCOPES, or in the page: see ElementCounter."""

    name: bytes
    base: int
    names: Counter[bytes] = field(default_factory=Counter)
    begun: dict[bytes, list[_Formatting]] = field(default_factory=dict)
    keys: Counter[bytes] = field(default_factory=Counter)
    open: list[_Formatting] = field(default_factory=list)
    closed: list[_Formatting] = field(default_factory=list)


class ElementCounter:
    """Follows the open elements of a page, and counts the elements that are made.

    The body is in lower case. It knows well enough which end tags end which elements for pages that were
    written to be large. Formatting elements whose parents have ended wait in ``closed`` until something makes
    them anew.
    """

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._stack: list[bytes] = []
        self._scopes = [_Scope(b"", 0)]
        self.count = 0

    def too_many_from(self) -> int | None:
        """Where there are more than MAX_MADE elements; None when there never are."""
        end = 0
        for match in self._tags():
            if self._scopes[-1].closed and match.start() > end:
                self._make_anew()
            end = match.end()
            if match[2] is not None:
                name = match[2]
                if match[1]:
                    self._take_end(name)
                else:
                    self._take_start(name, match[3])
            if self.count > MAX_MADE:
                return match.start()
        return None

    def _tags(self) -> Iterator[re.Match[bytes]]:
        """Yield every tag, without those in the text of scripts and the like."""
        position = 0
        while match := _TAG.search(self._body, position):
            position = match.end()
            yield match
            if not match[1] and match[2] is not None and (name := match[2]) in _RAW:
                closing = re.compile(rb"</%b(?=[\s/>])" % name).search(self._body, position)
                position = closing.start() if closing else len(self._body)

    def _make_anew(self) -> None:
        """Make the closed formatting elements anew."""
        scope = self._scopes[-1]
        depth = len(self._stack)
        for each in scope.closed:
            if each.active:
                each.depth = depth
                scope.open.append(each)
                self.count += 1
        scope.closed.clear()

    def _take_start(self, name: bytes, attributes: bytes) -> None:
        self.count += 1
        if name in _CELLS or name in _ROWS:
            if not self._is_in_table(name):
                return
        elif name in _BLOCKS:
            self._end(b"p")
            if name == b"li":
                self._end_item()
        elif name not in _SILENT and self._scopes[-1].closed:
            if name == b"a":  # it ends the one before, so that there is none to make anew
                self._end_formatting(name)
            self._make_anew()
        if name in _FORMATTING:
            self._begin_formatting(name, attributes)
        elif name in _SCOPES and len(self._scopes) < _DEEPEST:
            self._begin_scope(name)
        elif name not in _VOID and name not in _RAW:
            self._stack.append(name)
            self._scopes[-1].names[name] += 1

    def _begin_formatting(self, name: bytes, attributes: bytes) -> None:
        scope = self._scopes[-1]
        if name in {b"a", b"nobr"}:
            self._end_formatting(name)
        key = name + attributes.strip()
        if scope.keys[key] >= 3:  # https://html.spec.whatwg.org/multipage/parsing.html#noah's-ark-clause
            return
        made = _Formatting(key, len(self._stack))
        scope.keys[key] += 1
        scope.open.append(made)
        scope.begun.setdefault(name, []).append(made)

    def _begin_scope(self, name: bytes) -> None:
        outer = self._scopes[-1]
        self._stack.append(name)
        inner = _Scope(name, len(self._stack))
        if name not in _MARKING:
            inner.begun, inner.keys = outer.begun, outer.keys
            inner.closed = [each for each in outer.closed if each.active]
            outer.closed = []
        self._scopes.append(inner)

    def _take_end(self, name: bytes) -> None:
        if name in _FORMATTING:
            self._end_formatting(name)
        elif name in _SCOPES:
            if any(scope.name == name for scope in self._scopes[-4:]):
                while self._end_scope() != name:
                    pass
        else:
            self.count += name == b"br" or (name == b"p" and not self._scopes[-1].names[name])
            self._end(name)

    def _end_formatting(self, name: bytes) -> None:
        scope = self._scopes[-1]
        if not (begun := scope.begun.get(name)):
            return
        ended = begun.pop()
        ended.active = False
        scope.keys[ended.key] -= 1
        if (above := len(self._stack) - ended.depth) > 0 and ended.depth >= scope.base:
            self.count += min(_CLONED, above)

    def _end(self, name: bytes) -> None:
        """End the innermost element called ``name`` in this scope, and all inside it."""
        scope = self._scopes[-1]
        while scope.names[name]:
            ended = self._stack.pop()
            scope.names[ended] -= 1
            if ended == name:
                break
        else:
            return
        self._close_deeper(scope)

    def _close_deeper(self, scope: _Scope) -> None:
        depth = len(self._stack)
        closed: list[_Formatting] = []
        while scope.open and scope.open[-1].depth > depth:
            if (each := scope.open.pop()).active:
                closed.append(each)
        scope.closed += reversed(closed)

    def _end_item(self) -> None:
        """End the list item in which another begins."""
        for name in reversed(self._stack[-16:]):
            if name == b"li":
                self._end(name)
            if name in {b"li", b"ul", b"ol", b"menu"}:
                return

    def _end_scope(self) -> bytes:
        """End the innermost scope with all inside it; return its name."""
        if len(self._scopes) == 1:
            return b""
        ended = self._scopes.pop()
        del self._stack[ended.base - 1 :]
        scope = self._scopes[-1]
        if ended.name not in _MARKING:
            scope.closed = [each for each in (*ended.closed, *ended.open) if each.active]
        return ended.name

    def _is_in_table(self, name: bytes) -> bool:
        """Whether a cell or row begins here; what is open of the cell or row before it is ended."""
        if self._scopes[-1].name in _CELLS:
            self._end_scope()
        if self._scopes[-1].name not in {b"table", b"template"}:
            return False
        if name in _ROWS:
            self._end(name)
        return True
