"""The schema of a product: one entry of a TOML file, and everything that an entry may say.

An entry matches when its status fits, and all of ``all``, at least one of ``any`` (where given) and none of
``none`` are met. A key that the schema does not know fails the load, and so does a pattern whose running time
is not bounded by its own length.
"""

from typing import Annotated, Literal

import msgspec

from siteloupe.products.condition import Condition, Text

Status = Annotated[int, msgspec.Meta(ge=100, le=999)] | Literal["2xx", "3xx", "4xx", "5xx"]
Slug = Annotated[str, msgspec.Meta(pattern=r"^[\w.-]{1,100}$")]


class Sample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """What a site may send that the entry must match; the entry's own test.

    It shows no other product, but for those that the entry implies, and those named in ``also``.
    """

    status: Annotated[int, msgspec.Meta(ge=100, le=999)] = 200
    url: str = "https://www.example.com/"
    headers: dict[str, str] = {}
    cookies: tuple[str, ...] = ()
    body: str = ""
    also: tuple[Text, ...] = ()


class Product(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One entry. ``source`` says where its facts can be looked up; ``samples`` show each of them.

    ``category`` is what ``technologies`` of a report call it; an entry without one is only a plugin.
    ``implies`` names other entries that the product cannot do without.

    ``plugin`` is its folder in WordPress's plugins folder, which is its slug in the plugin directory;
    ``editions`` are the folders of its other editions. ``rest`` are REST namespaces that it alone registers.
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
    plugin_name: Text | None = None  # where the plugin has another name than the product
    plugin_kind: Literal["plugin", "mu-plugin", "drop-in"] = "plugin"
    editions: tuple[Slug, ...] = ()
    rest: tuple[Text, ...] = ()
    wordpress: bool = False

    def __post_init__(self) -> None:
        if not (self.all or self.any):
            raise ValueError(f"{self.name}: an entry without a condition of its own")
        if not (self.category or self.plugin):
            raise ValueError(f"{self.name}: an entry has a category, or is a plugin")
        if not self.plugin and (self.plugin_name or self.editions or self.rest):
            raise ValueError(f"{self.name}: only a plugin has a plugin's name, editions and namespaces")
        parted = [condition for condition in self.conditions if condition.only]
        if parted and not (self.category and self.plugin and all(each in self.any for each in parted)):
            raise ValueError(f"{self.name}: `only` stands in `any`, of what is a technology and a plugin")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition, those that must not be met included."""
        return (*self.all, *self.any, *self.none)

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of the plugin and its other editions; empty for what is no plugin."""
        return (self.plugin, *self.editions) if self.plugin else ()

    def fits(self, status: int) -> bool:
        """Whether an answer with this status can match at all."""
        return not self.status or status in self.status or f"{status // 100}xx" in self.status


class RefusingProduct(Product, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """An entry of ``challenges.toml`` and its like: what answered in the place of the page."""

    category: Literal[
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


class ServingProduct(Product, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """An entry of ``hosting.toml``, ``cdn.toml``, ``caches.toml`` or ``servers.toml``: whose header it is."""

    category: Literal[
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
