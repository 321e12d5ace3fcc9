"""The schema of a product: one entry of a TOML file, with its conditions.

An entry matches when its status fits, and all of ``all``, at least one of ``any`` (if given) and none of
``none`` are met. Loading fails for an unknown key, and for a pattern whose running time its own length does
not limit.
"""

import re
from typing import Annotated, Literal

import msgspec

from siteloupe.capture import Exchange, Headers
from siteloupe.products.seen import Seen

Part = Literal["url", "title", "body", "path", "content-path", "file-path", "comment", "inline", "code"]
"""Subjects without a name: the final URL, the title, the limited body, the directories of the site's own
files, the paths of those inside its content directory, the paths of scripts, stylesheets and fonts on any
host, the starts of comments and inline scripts, and the text of inline scripts."""

VALUED = ("header", "meta", "input", "part", "attribute", "script", "stylesheet", "frame", "image")
"""Subjects with a value to compare. ``attribute`` is that of an element of a framework."""

PLACED = ("script", "stylesheet", "frame", "image")
"""Files of a page by their URL: a host with all its subdomains, and the start of a path."""

NAMES = ("cookie", "class", "body-class", "id", "handle", "global", "property", "element", "file", "font")
"""Subjects that have only a name.

``handle`` is the id of a script, style or link, ``global`` a name used in an inline script, ``property`` a
custom property of an inline style, ``element`` a custom element, ``file`` a library by the name of its file
or package, with which its version is known, ``font`` a family of ``@font-face`` in the page.
"""

SPELLED = frozenset({"class", "body-class", "id", "handle", "global", "property"})

KINDS = (*VALUED, *NAMES)
_OPEN = frozenset({"header", "meta", *NAMES}) - {"element"}
"""Kinds whose names may end in ``*``."""

COMPARISONS = ("equals", "starts_with", "contains", "pattern")

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

View = Literal["plugin", "technology"]
"""The two lists of a report that may name a product."""

ANY_ENDING = "*"


class Condition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A subject (exactly one) and at most one comparison; without one, the subject only has to be there.

    A last ``*`` of a name stands for any ending. ``beside`` is a second name of the same kind that has to be
    on the page too, such as ``fa-*`` beside ``fa``. Of the body only words are searched, never a pattern. The
    first group of a pattern is a version. ``version`` says that the product's version follows the text, is
    the beginning of the value, or stands for the ``*``; without one the condition is not met. ``only`` is
    for products that are a plugin and a technology, where the condition shows one of the two.
    """

    header: Text | None = None
    cookie: Text | None = None
    meta: Text | None = None
    input: Text | None = None
    part: Part | None = None
    class_: Text | None = msgspec.field(default=None, name="class")
    body_class: Text | None = None
    id: Text | None = None
    handle: Text | None = None
    global_: Text | None = msgspec.field(default=None, name="global")
    property_: Text | None = msgspec.field(default=None, name="property")
    attribute: Text | None = None
    element: Text | None = None
    file: Text | None = None
    font: Text | None = None
    script: Text | None = None
    stylesheet: Text | None = None
    frame: Text | None = None
    image: Text | None = None

    equals: Text | None = None
    starts_with: Text | None = None
    contains: Text | None = None
    pattern: Text | None = None
    beside: Text | None = None

    version: bool = False
    only: View | None = None

    def __post_init__(self) -> None:
        subjects = [(kind, name) for kind in KINDS if (name := getattr(self, _FIELDS[kind])) is not None]
        comparisons = [comparison for comparison in COMPARISONS if getattr(self, comparison) is not None]
        if len(subjects) != 1 or len(comparisons) > 1:
            raise ValueError("a condition has one subject and at most one comparison")
        ((kind, name),) = subjects
        if comparisons and (kind not in VALUED or name.endswith(ANY_ENDING)):
            raise ValueError(f"{name!r} has no value to compare")
        if name.endswith(ANY_ENDING) and kind not in _OPEN:
            raise ValueError(f"a {kind} is looked up by its whole name")
        if kind == "part" and not comparisons:
            raise ValueError(f"the {name} is always there: it needs a comparison")
        if name in {"body", "code"} and not self.contains:
            raise ValueError(f"the {name} is only searched for words: compare with `contains`")
        if self.beside and kind not in NAMES:
            raise ValueError(f"only names stand beside names: {kind} has values")
        self._check_case(kind, name)
        self._check_version(kind, name)
        if self.pattern:
            refuse_unbounded(self.pattern)

    def _check_case(self, kind: str, name: str) -> None:
        for text in (self.word, "" if kind in SPELLED else name):
            if text != text.lower():
                raise ValueError(f"{text!r} is not in lower case")

    def _check_version(self, kind: str, name: str) -> None:
        if self.version and (self.equals or self.pattern):
            raise ValueError("nothing can follow a text that is the whole, and a pattern has groups")
        if self.version and kind in NAMES and not name.endswith(ANY_ENDING):
            raise ValueError(f"a version can stand in {name!r} only in the place of a last *")

    @property
    def subject(self) -> tuple[str, str]:
        """Return the kind and name, such as ``("header", "server")`` or ``("part", "body")``."""
        return next((kind, name) for kind in KINDS if (name := getattr(self, _FIELDS[kind])) is not None)

    def shows(self, view: View) -> bool:
        """Whether it shows a plugin, or a technology. Paths show no plugin: its folder is better evidence."""
        return self.only in {None, view} and not (view == "plugin" and self.part == "path")

    @property
    def word(self) -> str:
        """Return the text that the value is compared with; empty without one, or for a pattern."""
        return self.equals or self.starts_with or self.contains or ""


_FIELDS = {kind: kind.replace("-", "_") for kind in KINDS} | {
    "class": "class_",
    "global": "global_",
    "property": "property_",
}

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


def refuse_unbounded(pattern: str) -> None:
    """Raise ValueError unless the running time of ``pattern`` is limited at every start position.

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


Status = Annotated[int, msgspec.Meta(ge=100, le=999)] | Literal["2xx", "3xx", "4xx", "5xx"]
Slug = Annotated[str, msgspec.Meta(pattern=r"^[\w.-]{1,100}$")]


class Sample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """An answer that the entry must match: its own test.

    It shows no other products, except those that the entry implies or that ``also`` names. ``seen`` says
    where its text was seen in real output, as ``seen.py`` describes; None when that is not known.
    """

    status: Annotated[int, msgspec.Meta(ge=100, le=999)] = 200
    url: str = "https://www.example.com/"
    headers: dict[str, str] = {}
    cookies: tuple[str, ...] = ()
    body: str = ""
    also: tuple[Text, ...] = ()
    seen: Seen | None = None

    @property
    def exchange(self) -> Exchange:
        """Return the answer as it is captured, each cookie in a ``Set-Cookie`` line of its own."""
        lines = [*self.headers.items(), *(("Set-Cookie", f"{name}=1; Path=/") for name in self.cookies)]
        return Exchange(self.url, self.url, self.status, Headers(lines), self.body.encode())


class Product(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One entry. ``source`` is where its facts can be checked; ``samples`` show each of them.

    ``category`` is that of ``technologies`` in a report; an entry without one is only a plugin.
    ``implies`` names other entries that the product requires.

    ``plugin`` is its folder in WordPress's plugins folder, which is its slug in the plugin directory;
    ``editions`` are the folders of its other editions. ``rest`` are REST namespaces that it alone registers.
    ``plain-words`` says that other software has these words in its handles too.
    ``wordpress`` says that the product is a form of WordPress itself.
    """

    name: Text
    source: Text
    samples: Annotated[tuple[Sample, ...], msgspec.Meta(min_length=1)]
    category: Text | None = None
    status: tuple[Status, ...] = ()
    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()
    none: tuple[Condition, ...] = ()
    implies: tuple[Text, ...] = ()
    plugin: Slug | None = None
    plugin_name: Text | None = None  # if the plugin has another name than the product
    plugin_kind: Literal["plugin", "mu-plugin", "drop-in"] = "plugin"
    editions: tuple[Slug, ...] = ()
    plain_words: bool = False
    rest: tuple[Text, ...] = ()
    wordpress: bool = False

    def __post_init__(self) -> None:
        if not (self.all or self.any):
            raise ValueError(f"{self.name}: an entry without a condition of its own")
        if not (self.category or self.plugin):
            raise ValueError(f"{self.name}: an entry has a category, or is a plugin")
        if not self.plugin and (self.plugin_name or self.editions or self.plain_words or self.rest):
            raise ValueError(f"{self.name}: only a plugin has a plugin's name, editions and namespaces")
        parted = [condition for condition in self.conditions if condition.only]
        if parted and not (self.category and self.plugin and all(each in self.any for each in parted)):
            raise ValueError(f"{self.name}: `only` stands in `any`, of what is a technology and a plugin")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return every condition, including those that must not be met."""
        return (*self.all, *self.any, *self.none)

    @property
    def is_verified(self) -> bool:
        """Whether at least one sample was seen in real output."""
        return any(sample.seen for sample in self.samples)

    @property
    def folders(self) -> tuple[str, ...]:
        """Return the folders of the plugin and its other editions; empty without a plugin."""
        return (self.plugin, *self.editions) if self.plugin else ()

    def fits(self, status: int) -> bool:
        """Whether an answer with this status can match at all."""
        return not self.status or status in self.status or f"{status // 100}xx" in self.status


class RefusingProduct(Product, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """An entry of a product that answers in place of the page, such as those of ``challenges.toml``."""

    category: Literal[
        "challenge",  # a page to pass before the real one: captcha, proof of work, script check
        "block",  # a protection's own refusal page
        "outage",  # a CDN's own page: the site behind it does not answer
        "maintenance",  # the site's own page: it is closed for some time
        "origin",  # a web server's stock error page: the CDN in front only passed it on
        "protection",  # headers of a service that filters bots
        "delivery",  # headers of a CDN or host that can refuse, but is no bot filter
    ]
    anonymous: bool = False  # True: the name describes the page, it is no vendor
    bare: bool = False  # True: counts only on a page with almost no other text
    max_bytes: int | None = None  # counts only up to this size of the body


class ServingProduct(Product, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """An entry of ``hosting.toml``, ``cdn.toml``, ``caches.toml`` or ``servers.toml``: a vendor."""

    category: Literal[
        "managed-wordpress",
        "static-wordpress",
        "paas",  # runs the code of its customers
        "site-builder",
        "shared",  # web space
        "cloud",  # rented machines and load balancers
        "storage",  # a bucket of files
        "control-panel",  # software of a host, not the host itself
        "cdn",
        "cdn-waf",  # also filters
        "image-cdn",
        "cache",
        "cache-plugin",
        "server",
        "load-balancer",
    ]
