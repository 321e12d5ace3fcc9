"""The order of claims: when a report that was made from less says the same or less, and nothing else.

Each field of a report is one kind of claim, and each kind has its own order. ``RULES`` names the kind by the
field's path; a field that is not named there may only be the same or absent. What a claim weakens to:

| kind | may become |
|---|---|
| ``same``     | null or absent |
| ``seen``     | yes → no, only where the report says that not everything could be seen; or null |
| ``sure``     | less sure: high → medium → low → none, unknown |
| ``count``    | a smaller number |
| ``proven``   | no, where it was left out; never the other way |
| ``named``    | a list with fewer entries, each with what its own fields may become; a plugin by its usual edition |
| ``role``     | null, or the same; another only with the words "low confidence" |
| ``absence``  | a no becomes null: who saw less does not know whether it is not there |
| ``theme``    | null; of the same theme its name and version by a weaker source, which is named |
| ``appears``  | anything: it is said only where another claim is missing, and is true by itself |
| ``colors``, ``sizes``, ``stacks`` | fewer; others only where CSS is unread that may have changed them |
| ``free``     | anything: it says how things were seen, not what they are |
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from siteloupe.products.book import plugins

Report = Mapping[str, Any]
Faults = Iterator[str]

RULES: Mapping[str, str] = {
    # how it was seen
    "checkedAt": "free",
    "coverage": "free",
    "evidence": "free",
    "note": "free",
    "truncated": "free",
    "stylesheets": "free",
    "blocked": "free",
    "blockedBy": "free",
    "status": "free",
    "reason": "free",
    "hints": "appears",
    "contentFrom": "appears",
    # WordPress
    "isCms": "seen",
    "confidence": "sure",
    "signals": "signals",
    "wpSignals": "signals",
    "signalCount": "count",
    "theme": "theme",
    # tech-stack
    "plugins": "plugins",
    "plugins.slug": "free",  # the list compares it, and another edition has another name
    "plugins.name": "free",
    "plugins.known": "free",
    "plugins.versionSource": "free",
    "plugins.versionCertainty": "free",  # like its source, it goes with the version
    "plugins.evidence": "free",
    "plugins.verified": "proven",
    "plugins.outdated": "free",  # it goes with the version
    "cmsVersionSource": "free",  # a weaker source of the same version
    "technologies": "technologies",
    "technologies.evidence": "free",
    "technologies.heldBack": "same",
    "technologies.verified": "proven",
    "technologies.release": "free",  # these go with the version
    "technologies.vulnerabilityCount": "free",
    "technologies.vulnerabilities": "free",
    "thirdParties": "named",
    "thirdParties.requests": "count",
    "thirdParties.hosts": "free",  # those with most addresses
    "thirdParties.heldBack": "free",  # of a page that was cut, the part that waits may be left
    "fork.evidence": "free",
    "performance": "speed",
    "security": "security",
    "securityDetail": "security",
    "composition": "counts",
    # overview
    "cmsVersion": "same",
    "pluginCount": "count",
    "technologyCount": "free",  # a fork is WordPress where its generator was not read; tech-stack compares them
    "colors": "excerpt",
    # fonts
    "fonts": "fonts",
    "fonts.family": "free",  # its spelling; upper and lower case are one name
    "fonts.source": "source",
    "fonts.loaded": "absence",
    "fonts.isPrimary": "free",  # the role says it
    "fonts.icon": "seen",
    "fonts.variable": "seen",
    "fonts.preloaded": "seen",
    "fonts.uses": "count",
    "fonts.note": "free",
    "fonts.fallbacks": "free",  # those of the stack that is used most
    "fonts.weights": "weights",
    "fonts.styles": "fewer",
    "fonts.files": "fewer",
    "fonts.formats": "fewer",
    "fonts.display": "fewer",
    "iconFonts": "named",
    "iconFonts.family": "free",  # as of fonts
    "iconFonts.source": "source",
    "iconFonts.loaded": "absence",
    "iconFonts.files": "fewer",
    "body": "role",
    "heading": "role",
    "systemStacks": "stacks",
    "sources": "services",
    "wpFontPresets": "named",
    "wpFontPresets.name": "free",  # theme.json's name, else one made from the slug
    "typeScale": "sizes",
    "typeScale.count": "count",
    "textStyles": "fewer",
    # colors
    "design": "free",  # counts of what was read
    "fonts.share": "free",  # it goes with the roles
    "palette": "colors",
    "darkPalette": "colors",
    "darkRoles": "free",
    "roles": "roles",
    "contrast": "contrast",
    "stats.declarations": "count",
    "stats.customProperties": "count",
    "stats.uniqueColors": "free",  # where a custom property was not read, var() falls back to another color
    "stats.grouped": "free",
    "stats.unparsed": "free",
    "themeColorMeta": "free",  # of several, that for a light scheme where it was seen
    "gradients": "named",
    "gradients.count": "count",
    "gradients.used": "seen",
    "themeGlobals": "free",
    "wpPalette": "named",
    "wpPalette.name": "free",
    "wpPalette.used": "seen",
    "wpPalette.origin": "free",
}

SURE = ("unknown", "none", "low", "medium", "high")
IDENTITIES = ("slug", "family", "hex", "name", "value", "css")
"""Fields that say which entry of a list is which."""


def stronger_claims(full: Report, less: Report) -> list[str]:
    """Where ``less``, made from less than ``full``, says something that ``full`` does not; empty for nowhere."""
    if less["blocked"]:
        return ["a page that was read became unreadable"] if less["isCms"] is not None else []
    return list(_Order(less["coverage"]).fields(full, less, ""))


class _Order:
    """Compares two reports by what the weaker one says of its coverage."""

    def __init__(self, coverage: Mapping[str, Any]) -> None:
        self._complete = coverage["complete"]
        self._css_is_unread = (
            coverage.get("stylesheets") in {"some", "none"} or coverage.get("page") != "whole"
        )

    def fields(self, full: Report, less: Report, path: str) -> Faults:
        for name in {**full, **less}:
            inside = f"{path}.{name}" if path else name
            rule: Callable[[Any, Any, str], Faults] = getattr(self, f"_{RULES.get(inside, 'same')}")
            yield from rule(full.get(name), less.get(name), inside)

    def _free(self, full: Any, less: Any, path: str) -> Faults:
        yield from ()

    _appears = _free

    def _same(self, full: Any, less: Any, path: str) -> Faults:
        if isinstance(full, Mapping) and isinstance(less, Mapping):
            yield from self.fields(full, less, path)
        elif less not in (full, None, "", []):
            yield f"{path}: {full!r} became {less!r}"

    def _seen(self, full: Any, less: Any, path: str) -> Faults:
        if less is False and full:
            if self._complete:
                yield f"{path}: {full!r} became a no, and nothing is said of what was not seen"
        elif less not in (full, None):
            yield f"{path}: {full!r} became {less!r}"

    def _absence(self, full: Any, less: Any, path: str) -> Faults:
        if less is not None and less != full:
            yield f"{path}: {full!r} became {less!r}"

    def _sure(self, full: Any, less: Any, path: str) -> Faults:
        if less is not None and SURE.index(less) > SURE.index(full or "unknown"):
            yield f"{path}: {full!r} became {less!r}"

    def _count(self, full: Any, less: Any, path: str) -> Faults:
        if (less or 0) > (full or 0):
            yield f"{path}: {full!r} became {less!r}"

    def _proven(self, full: Any, less: Any, path: str) -> Faults:
        if full is False and less is None:
            yield f"{path}: what was not verified became verified"

    def _counts(self, full: Any, less: Any, path: str) -> Faults:
        for name, value in (less or {}).items():
            yield from self._count((full or {}).get(name), value, f"{path}.{name}")

    def _signals(self, full: Any, less: Any, path: str) -> Faults:
        for name, value in less.items():
            yield from self._seen(full[name], value, f"{path}.{name}")

    def _fewer(self, full: Any, less: Any, path: str) -> Faults:
        if more := [each for each in less or () if each not in (full or ())]:
            yield f"{path}: {more!r} is new"

    def _weights(self, full: Any, less: Any, path: str) -> Faults:
        """Those that declarations ask for, where nothing was seen to load it."""
        yield from self._fewer(full, less, path)

    def _excerpt(self, full: Any, less: Any, path: str) -> Faults:
        """The first of a list that another report has: where one is missing, the next takes its place."""
        yield from ()

    def _plugins(self, full: Any, less: Any, path: str) -> Faults:
        """The version of a plugin may be another by a weaker source, which is named."""
        if any("slug" not in each for each in (*full, *less)):
            return  # the overview's excerpt
        sources = {each["slug"]: each.get("versionSource") for each in full}
        weaker = [each for each in less if each.get("versionSource") != sources.get(each["slug"])]
        known = [{**each, "version": None} if each in weaker else each for each in less]
        yield from self._named(full, known, path)

    def _technologies(self, full: Any, less: Any, path: str) -> Faults:
        """A fork is WordPress, where the generator that names the fork was not read."""
        if any("evidence" not in each for each in (*full, *less)):
            return  # the overview's excerpt
        forks = {"ClassicPress"} & {each["name"] for each in full}
        known = [each for each in less if not (forks and each["name"] == "WordPress")]
        yield from self._named(full, known, path)

    def _fonts(self, full: Any, less: Any, path: str) -> Faults:
        """As of sizes: CSS may name another font, where a custom property is unread; nobody says it is loaded."""
        known = {each["family"].casefold() for each in full}
        new = [each for each in less if each["family"].casefold() not in known]
        spared = [each for each in new if self._css_is_unread and each["loaded"] is None]
        yield from self._named(full, [each for each in less if each not in spared], path)

    def _named(self, full: Any, less: Any, path: str) -> Faults:
        identity = next((name for name in IDENTITIES if all(name in each for each in (*full, *less))), "")
        known = {each.get(identity, "").casefold(): each for each in full}
        for each in less:
            name = _usual_edition(path, each.get(identity, "").casefold(), known)
            if name not in known:
                yield f"{path}: {name!r} is new"
            else:
                for fault in self.fields(known[name], each, path):
                    yield f"{fault} ({name})"

    def _source(self, full: Any, less: Any, path: str) -> Faults:
        if less not in (full, "declared"):
            yield f"{path}: {full!r} became {less!r}"

    def _services(self, full: Any, less: Any, path: str) -> Faults:
        for service, found in less.items():
            yield from self._seen(full[service]["detected"], found["detected"], f"{path}.{service}.detected")
            for name in ("families", "cssUrls"):
                yield from self._fewer(full[service].get(name), found.get(name), f"{path}.{service}.{name}")
            yield from self._count(
                full[service].get("fileCount"), found.get("fileCount"), f"{path}.{service}"
            )

    def _role(self, full: Any, less: Any, path: str) -> Faults:
        """What a role is, not how it is said: a family or a color."""
        if less is None or less.get("confidence") == "low":
            return
        name = "hex" if "hex" in less else "family"
        if full is None or less[name] != full[name]:
            yield f"{path}: {full and full[name]!r} became {less[name]!r}, with confidence {less['confidence']}"
        else:
            yield from self._sure(full["confidence"], less["confidence"], f"{path}.confidence")
            yield from self._absence(full.get("loaded"), less.get("loaded"), f"{path}.loaded")

    def _roles(self, full: Any, less: Any, path: str) -> Faults:
        for name, role in less.items():
            yield from self._role(full[name], role, f"{path}.{name}")

    def _colors(self, full: Any, less: Any, path: str) -> Faults:
        """Colors that were seen; which of several alike stands for them, and for what, is told by how many.

        Where CSS is unread, so is what it sets custom properties to, and what ``var()`` falls back to shows.
        """
        if self._css_is_unread:
            return
        known = {color for each in full for color in (each["hex"], *each["members"])}
        if more := [each["hex"] for each in less if each["hex"] not in known]:
            yield f"{path}: {more} is new"

    def _sizes(self, full: Any, less: Any, path: str) -> Faults:
        """As of colors: a size that ``var()`` falls back to shows where its custom property is unread."""
        if not self._css_is_unread:
            yield from self._named(full, less, path)

    def _stacks(self, full: Any, less: Any, path: str) -> Faults:
        """Some names are a system's font, unless CSS loads one of that name."""
        if not self._css_is_unread:
            yield from self._fewer(full, less, path)

    def _contrast(self, full: Any, less: Any, path: str) -> Faults:
        """A ratio rests on roles; where these are low it is said before it."""
        known = {each["label"]: each["ratio"] for each in full}
        for each in less:
            if self._complete and known.get(each["label"]) != each["ratio"]:
                yield f"{path}: {each['label']} {known.get(each['label'])} became {each['ratio']}"

    def _theme(self, full: Any, less: Any, path: str) -> Faults:
        if less is None:
            return
        if full is None or full["slug"] != less["slug"]:
            yield f"{path}: {full and full['slug']!r} became {less['slug']!r}"
            return
        sources = (None, "slug", "directory", "style.css")
        for name in ("name", "version"):
            before, after = (sources.index(each.get(f"{name}Source")) for each in (full, less))
            if after > before or (after == before and full.get(name) != less.get(name)):
                yield f"{path}.{name}: {full.get(name)!r} became {less.get(name)!r}"
        for name in (
            "latestVersion",
            "outdated",
            "inRepo",
            "parentTheme",
            "activeInstalls",
            "downloads",
            "author",
        ):
            if name in less and less[name] != full.get(name) and not _is_directorys(full, less, name):
                yield f"{path}.{name}: {full.get(name)!r} became {less[name]!r}"
        yield from self._theme(full.get("parent"), less.get("parent"), f"{path}.parent")

    def _speed(self, full: Any, less: Any, path: str) -> Faults:
        """Of a page that was cut, counts are floors, and what they are worth is not in the score."""
        if "htmlKb" not in full:
            return  # the overview's score, which tech-stack has too
        for name in ("htmlKb", "requests"):
            yield from self._count(full[name], less[name], f"{path}.{name}")
            if less[name] != full[name] and not less.get("htmlCut"):
                yield f"{path}.{name}: {full[name]} became {less[name]}, and is not called a floor"
        parts = {part["name"]: part for part in full["components"]}
        for part in less["components"]:
            if part["measured"] and part["value"] != parts[part["name"]]["value"]:
                yield f"{path}.{part['name']}: {parts[part['name']]['value']} became {part['value']}"

    def _security(self, full: Any, less: Any, path: str) -> Faults:
        if less is None:
            return
        if less.get("score") not in (None, full.get("score")):
            yield f"{path}.score: {full.get('score')} became {less['score']}"
        rows = (*full.get("checks", ()), *full.get("tests", ()))
        checks = {check["name"]: check["passed"] for check in rows}
        for check in (*less.get("checks", ()), *less.get("tests", ())):
            name, passed = check["name"], check["passed"]
            is_other = name in checks and passed is not None and passed != checks[name]
            if is_other and (passed or self._complete):
                yield f"{path}.{name}: {checks[name]} became {passed}"
        for name, value in less.items():
            if isinstance(value, bool):
                yield from self._seen(full[name], value, f"{path}.{name}")


def _usual_edition(path: str, name: str, known: Mapping[str, Any]) -> str:
    """The folder of another edition of a plugin, where that is what was known."""
    if path == "plugins" and name not in known:
        return next((edition for edition in _editions().get(name, ()) if edition in known), name)
    return name


@cache
def _editions() -> Mapping[str, tuple[str, ...]]:
    return {product.plugin or "": product.editions for product in plugins().products}


def _is_directorys(full: Report, less: Report, name: str) -> bool:
    """Whether it is the directory's word on the folder, in place of a style.css that was not read."""
    return (
        name != "parentTheme"
        and full.get("nameSource") == "style.css"
        and less.get("nameSource") == "directory"
    )
