"""The facts of an answer that entries of products test: names, texts and addresses, with limits."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from siteloupe.capture import Exchange, Headers
from siteloupe.products.product import ANY_ENDING, NAMES, PLACED, SPELLED

BODY_START = 32 * 1024
BODY_END = 16 * 1024
"""Most bytes of the body that are searched: refusals are short, and pages name their tools at both ends."""

MAX_TITLE = 500


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts of a parsed page, in the words of entries; their maker limits them.

    ``valued`` has names and values of ``meta`` and ``input``, ``lines`` the texts of parts of the page, and
    ``placed`` the absolute URLs of its files. ``named`` has the names of the other kinds, ``values`` the
    values of some of them (an attribute's value, a file's URL), ``versions`` those of files.
    """

    valued: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: Mapping[str, Collection[str]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    placed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _texts: dict[str, "SearchText | None"] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _sorted: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def text_of(self, part: str) -> "SearchText | None":
        """Return the ``lines`` of a part as one text, None when all are empty; made once for all entries."""
        if part not in self._texts:
            lines = self.lines[part]
            self._texts[part] = SearchText.of(lines) if any(lines) else None
        return self._texts[part]

    def sorted_names(self, kind: str) -> list[str]:
        """Return the ``named`` of a kind in order; sorted once for all entries."""
        if kind not in self._sorted:
            self._sorted[kind] = sorted(self.named[kind])
        return self._sorted[kind]


NO_PAGE = PageFacts()


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """The facts of one answer. ``body`` is its limited text; ``page`` is empty without a parsed page."""

    status: int
    headers: Headers
    url: str = ""
    cookies: frozenset[str] = frozenset()
    title: str = ""
    body: str = ""
    page: PageFacts = NO_PAGE


def facts_of(
    exchange: Exchange, *, body: bool = False, headers: Headers | None = None, page: PageFacts = NO_PAGE
) -> AnswerFacts:
    """Return the facts of ``exchange``; only with ``body`` they have its text and title.

    ``headers`` replace its own; ``page`` are the facts of its parsed page.
    """
    text = bounded_text(exchange.body) if body else ""
    lines = exchange.headers if headers is None else headers
    return AnswerFacts(exchange.status, lines, exchange.url, cookie_names(lines), title_of(text), text, page)


def bounded_text(body: bytes) -> str:
    """Return the first 32 KiB and the last 16 KiB of ``body`` in lower case.

    Every word of an entry is ASCII, which all encodings of the web except UTF-16 keep unchanged.
    """
    piece = body
    if len(body) > BODY_START + BODY_END:
        piece = body[:BODY_START] + b"\n" + body[-BODY_END:]
    encoding = "utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin-1"
    return piece.decode(encoding, "replace").lower()


def cookie_names(headers: Headers) -> frozenset[str]:
    """Return the names of the cookies that an answer sets, in lower case."""
    names = (value.partition("=")[0].strip().lower() for value in headers.all("set-cookie"))
    return frozenset(filter(None, names))


def title_of(text: str) -> str:
    """Return the first title of a text in lower case, with single spaces; empty without a title."""
    start = text.find(">", text.find("<title")) + 1 if "<title" in text else 0
    end = text.find("</title", start) if start else -1
    return " ".join(text[start:end].split())[:MAX_TITLE] if end > 0 else ""


Subject = tuple[str, str]
"""A kind and a name, such as ``("header", "server")``; the name may end in ``*``."""

MAX_TEXT = 64 * 1024
"""Most characters of one subject's text that are searched."""

_NAMED = (*NAMES, "attribute")


@dataclass(frozen=True, slots=True)
class SearchText:
    """Values, one on each line, with line ends around them: as searched, and as written.

    So ``equals``, ``starts-with`` and ``contains`` are all substring tests. ``version`` is a known version,
    such as a library's.
    """

    searched: str
    written: str
    version: str = ""

    @classmethod
    def of(cls, values: Iterable[str], *, spelled: bool = False, version: str = "") -> "SearchText":
        """Make the search text of ``values``, up to the limit; letter case counts when it is ``spelled``."""
        lines = list(values)
        written = "\n".join(lines)
        if written.count("\n") >= len(lines):  # a value with several lines is one value
            written = "\n".join(line.replace("\n", " ") for line in lines)
        written = f"\n{written[:MAX_TEXT]}\n"
        return cls(written if spelled else written.lower(), written, version)


Texts = dict[Subject, SearchText]


class WantedTexts:
    """The subjects in the conditions of a set of entries; no other facts become text."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._names: dict[str, set[str]] = {kind: set() for kind in _NAMED}
        self._starts: dict[str, set[str]] = {}
        self._other: set[Subject] = set()
        self._places: dict[str, dict[str, list[tuple[str, Subject]]]] = {kind: {} for kind in PLACED}
        for kind, name in subjects:
            if name.endswith(ANY_ENDING):
                self._starts.setdefault(kind, set()).add(name.removesuffix(ANY_ENDING))
            elif kind in PLACED:
                host, _, path = name.partition("/")
                self._places[kind].setdefault(host, []).append((path, (kind, name)))
            elif kind in _NAMED:
                self._names[kind].add(name)
            else:
                self._other.add((kind, name))
        self._names = {kind: wanted for kind, wanted in self._names.items() if wanted}
        self._places = {kind: wanted for kind, wanted in self._places.items() if wanted}
        self._parts = frozenset(name for kind, name in self._other if kind == "part")

    def texts(self, facts: AnswerFacts) -> Texts:
        """Return the text of each subject that the answer has."""
        lines: dict[Subject, list[str]] = {}
        for subject, value in chain(self._values(facts), self._urls(facts)):
            lines.setdefault(subject, []).append(value)
        texts = {subject: SearchText.of(values) for subject, values in lines.items()}
        for name, value in (("url", facts.url), ("title", facts.title)):
            if value and name in self._parts:
                texts["part", name] = SearchText.of((value,))
        for name in self._parts.intersection(facts.page.lines):
            if (text := facts.page.text_of(name)) is not None:
                texts["part", name] = text
        if facts.body:
            texts["part", "body"] = SearchText(facts.body, facts.body)
        for kind, wanted in self._names.items():
            texts |= _texts_by_name(kind, wanted, facts)
        for kind, starts in self._starts.items():
            texts |= _texts_by_start(kind, starts, facts)
        return texts

    def _values(self, facts: AnswerFacts) -> Iterator[tuple[Subject, str]]:
        """Yield the texts of headers, metas and inputs."""
        several: dict[str, Iterable[tuple[str, str]]] = {"header": facts.headers, **facts.page.valued}
        for kind, pairs in several.items():
            for name, value in pairs:
                if (subject := (kind, name)) in self._other:
                    yield subject, value

    def _urls(self, facts: AnswerFacts) -> Iterator[tuple[Subject, str]]:
        for kind, places in self._places.items():
            known: dict[str, list[tuple[str, Subject]]] = {}
            for url in facts.page.placed.get(kind, ()):
                host, _, path = url.partition("://")[2].partition("/")
                if (entries := known.get(host)) is None:
                    entries = known[host] = [
                        entry for name in _domains(host) for entry in places.get(name, ())
                    ]
                for start, subject in entries:
                    if path[: len(start)].lower() == start:
                        yield subject, url


def _names_of(kind: str, facts: AnswerFacts) -> Collection[str]:
    if kind == "header":
        return tuple(name for name, _ in facts.headers)
    if kind == "meta":
        return tuple(name for name, _ in facts.page.valued.get("meta", ()))
    return facts.cookies if kind == "cookie" else facts.page.named.get(kind, ())


def _texts_by_name(kind: str, wanted: set[str], facts: AnswerFacts) -> Texts:
    """Yield a text for each wanted name of a kind."""
    values: Mapping[str, str] = facts.page.values.get(kind, {})
    versions: Mapping[str, str] = facts.page.versions if kind == "file" else {}
    return {
        (kind, name): SearchText.of((values.get(name) or name,), version=versions.get(name, ""))
        for name in wanted.intersection(_names_of(kind, facts))
    }


def _texts_by_start(kind: str, starts: set[str], facts: AnswerFacts) -> Texts:
    """Yield a text for each wanted beginning of names: these names, sorted when they have no order."""
    names = _names_of(kind, facts)
    ordered = facts.page.sorted_names(kind) if kind in facts.page.named else sorted(names)
    texts = {}
    for start in starts:
        place = end = bisect_left(ordered, start)
        while end < len(ordered) and ordered[end].startswith(start):
            end += 1
        if place < end:
            own = [name for name in names if name.startswith(start)] if isinstance(names, tuple) else ()
            texts[kind, start + ANY_ENDING] = SearchText.of(
                own or ordered[place:end], spelled=kind in SPELLED
            )
    return texts


def _domains(host: str) -> Iterator[str]:
    """Yield the host in lower case without its port, and its parent domains."""
    host = host.partition(":")[0].lower()
    while host:
        yield host
        host = host.partition(".")[2]
