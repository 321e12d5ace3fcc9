"""The schema of a signature: one row of a TOML file, and everything that a row may say.

A row matches when its status fits, all of ``all``, at least one of ``any`` (where given) and none of ``none``
are met. Text is compared without regard to case. A key that the schema does not know fails the load, and so
does a pattern whose running time is not bounded by its own length.
"""

import re
from typing import Annotated, Literal

import msgspec

Part = Literal["url", "title", "body", "path", "comment"]
"""What has no name: the final URL, the title, the bounded body, the directories of the site's own files, and
the starts of comments."""

NAMED = ("class", "id", "global", "mark", "file")
"""What a parsed page shows by name: classes and ids as written; identifiers of inline scripts as written;
attributes and custom elements of frameworks; libraries by the name of their file or package."""

PLACED = ("script", "stylesheet", "frame", "image")
"""What a page loads, by where it comes from: a host with all its subdomains, and the start of a path."""

KINDS: tuple[str, ...] = ("header", "cookie", "meta", "part", *NAMED, *PLACED)

Status = Annotated[int, msgspec.Meta(ge=100, le=999)] | Literal["2xx", "3xx", "4xx", "5xx"]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

MAX_REPEAT = 100

_UNBOUNDED = re.compile(
    r"""
      [*+]             # repeats without end
    | \{ \d* , \}      # likewise
    | \) [?{]          # a repeated group can nest repeats
    | \( \? (?! : )    # look-around, conditions, comments, flags
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_REFERENCES = frozenset("123456789gkGK")
_COUNT = re.compile(r"\{(?:\d*,)?(\d+)\}")


COMPARISONS = ("equals", "starts_with", "contains", "pattern", "exists")
_FIELDS = {"class": "class_", "global": "global_"}
_ALLOWED: dict[str, frozenset[str]] = {
    **dict.fromkeys(("header", "meta", "part"), frozenset(COMPARISONS)),
    **dict.fromkeys(("cookie", "class", "id", "global"), frozenset({"exists"})),
    **dict.fromkeys(("mark", "file", *PLACED), frozenset({"exists", "pattern"})),
}


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One thing to be seen: a subject (exactly one) and a comparison (at most one).

    ``header``, ``cookie``, ``meta``, ``mark``, ``file`` and places are in lower case; a last ``*`` of a name
    stands for any ending. A header, meta or part needs a comparison; of a cookie, a class, an id or a global
    there is only its name; of the body only words are searched, never a pattern. The first group of a
    pattern is a version.
    """

    header: Text | None = None
    cookie: Text | None = None
    meta: Text | None = None
    part: Part | None = None
    class_: Text | None = msgspec.field(default=None, name="class")
    id: Text | None = None
    global_: Text | None = msgspec.field(default=None, name="global")
    mark: Text | None = None
    file: Text | None = None
    script: Text | None = None
    stylesheet: Text | None = None
    frame: Text | None = None
    image: Text | None = None

    equals: Text | None = None
    starts_with: Text | None = None
    contains: Text | None = None
    pattern: Text | None = None
    exists: Literal[True] | None = None

    def __post_init__(self) -> None:
        kind, name = self.subject
        if sum(getattr(self, _FIELDS.get(other, other)) is not None for other in KINDS) != 1:
            raise ValueError("a condition has one subject")
        comparisons = [comparison for comparison in COMPARISONS if getattr(self, comparison)]
        if not _ALLOWED[kind].issuperset(comparisons) or len(comparisons) > 1:
            raise ValueError(f"a {kind} cannot be compared with {' and '.join(comparisons)}")
        if kind in {"header", "meta", "part"} and not comparisons:
            raise ValueError(f"a {kind} needs a comparison")
        if self.part == "body" and not self.contains:
            raise ValueError("the body is only searched for words: compare with `contains`")
        if kind not in {"class", "id", "global"} and name != name.lower():
            raise ValueError(f"{name!r} is not in lower case")
        if self.pattern:
            refuse_unbounded(self.pattern)

    @property
    def subject(self) -> tuple[str, str]:
        """Its kind and name, such as ``("header", "server")`` or ``("part", "body")``."""
        for kind in KINDS:
            if name := getattr(self, _FIELDS.get(kind, kind)):
                return kind, name
        raise ValueError("a condition has one subject")


class Sample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """What a site may send that the row must match; the row's own test."""

    status: Annotated[int, msgspec.Meta(ge=100, le=999)] = 200
    url: str = "https://www.example.com/"
    headers: dict[str, str] = {}
    cookies: tuple[str, ...] = ()
    body: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One signature. ``source`` says where its facts can be looked up; ``samples`` show each of them."""

    name: Text
    type: Text
    source: Text
    samples: Annotated[tuple[Sample, ...], msgspec.Meta(min_length=1)]
    status: tuple[Status, ...] = ()
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()

    def __post_init__(self) -> None:
        if not (self.all or self.any):
            raise ValueError(f"{self.name}: a row without a condition of its own")

    def fits(self, status: int) -> bool:
        """Whether an answer with this status can match at all."""
        return not self.status or status in self.status or f"{status // 100}xx" in self.status


class ChallengeRow(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A row of ``challenges.toml``: what stood between the service and the page, or wrote the refusal."""

    type: Literal[
        "challenge",  # a page to pass before the real one: captcha, proof of work, script check
        "block",  # a protection's own refusal page
        "outage",  # a CDN's own page saying that the site behind it does not answer
        "maintenance",  # the site's own page saying that it is closed for a while
        "origin",  # a web server's stock error page: the CDN in front only passed it on
        "protection",  # headers of a service that filters bots
        "delivery",  # headers of a CDN or host that can refuse, but does not filter bots by trade
    ]
    anonymous: bool = False  # True: the name describes the page; nobody can be named for it
    bare: bool = False  # True: counts only on a page with hardly anything else to read
    max_bytes: int | None = None  # counts only on a body of at most so many


class ProviderRow(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A row of ``hosting.toml``, ``cdn.toml``, ``caches.toml`` or ``servers.toml``: whose header it is."""

    type: Literal[
        "managed-wordpress",
        "static-wordpress",
        "paas",  # runs what its customer gives it
        "site-builder",
        "shared",  # web space
        "cloud",  # machines and load balancers to rent
        "storage",  # a bucket of files
        "control-panel",  # software of some host, not a host
        "cdn",
        "cdn-waf",  # filters as well
        "image-cdn",
        "cache",
        "cache-plugin",
        "server",
        "load-balancer",
    ]


class TechnologyRow(Row, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A row of ``technologies/``: ``type`` is its category; ``implies`` names what it cannot do without."""

    implies: tuple[Text, ...] = ()


def refuse_unbounded(pattern: str) -> None:
    """Raises ValueError unless the running time of ``pattern`` is bounded at every place it may start.

    Allowed are words, classes, a few alternatives and ``?``, and at most two counted repeats of one
    character, each up to 100.
    """
    plain = _ESCAPE.sub("_", pattern)
    if (found := _UNBOUNDED.search(plain)) is not None:
        raise ValueError(f"pattern {pattern!r} is not bounded: {found.group()!r}")
    if not _REFERENCES.isdisjoint(_ESCAPE.findall(pattern)):
        raise ValueError(f"pattern {pattern!r} refers back into the text")
    counts = [int(count) for count in _COUNT.findall(plain)]
    if len(counts) > 2 or max(counts, default=0) > MAX_REPEAT or plain.count("?") + plain.count("(") > 5:
        raise ValueError(f"pattern {pattern!r} repeats too much")
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"pattern {pattern!r} is malformed: {error}") from error
