"""Font services: whose host serves a font, and the grammar of the URLs that ask for fonts.

A URL alone tells families, weights and styles, also when the sheet behind it could not be read. Sources:
https://developers.google.com/fonts/docs/getting_started (css), https://developers.google.com/fonts/docs/css2,
https://fonts.bunny.net/about, https://www.fontshare.com/, https://helpx.adobe.com/fonts/using/embed-codes.html
"""

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, cast
from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

from siteloupe.data import rows
from siteloupe.detect.fonts.names import (
    MAX_FAMILIES,
    MAX_VARIANTS,
    RequestedFamily,
    Style,
    family_name,
    ordered_styles,
    ordered_weights,
    titled,
    variant,
)

Service = Literal["google", "bunny", "fontshare", "adobe", "fontsCom"]

_GOOGLE_PATH = re.compile(r"/(?:css2?|icon)(?:\.css)?/?\Z")
_MIRROR = re.compile(r"(?:g?fonts?|googlefonts?|google-fonts)[-.]")
"""How mirrors of Google's service call themselves; they keep its grammar, or they would be of no use."""

_ADOBE_KIT = re.compile(r"/([a-z0-9]{6,9})\.(?:css|js)\Z")
_FONTSHARE_CODE = re.compile(r"[0-9]{1,4}")
_FONTSHARE_ITALIC = 1
"""What Fontshare adds to a weight for its italic: ``401`` is the italic of ``400``."""


@dataclass(frozen=True, slots=True)
class FontRequest:
    """What a URL asks a font service for; ``kit`` is Adobe's id of a web project."""

    service: Service
    url: str
    families: tuple[RequestedFamily, ...] = ()
    kit: str | None = None


@functools.cache
def _services() -> Mapping[str, Service]:
    return {row["host"]: cast("Service", row["service"]) for row in rows("font_services.tsv")}


def service_of(url: str) -> Service | None:
    """The font service on whose host ``url`` is, or None."""
    return _services().get(_host(url))


def font_request(url: str) -> FontRequest | None:
    """What ``url`` asks a font service for, or None when it is another's, a font file or a bare host."""
    host = _host(url)
    service: Service | None = _services().get(host)
    if service is None and not (_MIRROR.match(host) and _GOOGLE_PATH.search(url.partition("?")[0])):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.path in {"", "/"}:
        return None
    return _READERS[service or "google"](url, parts.path, parts.query)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _google(url: str, path: str, query: str) -> FontRequest | None:
    if not _GOOGLE_PATH.search(path):
        return None
    given = _parameters(query, "family")
    families: list[RequestedFamily] = []
    for value in given:
        if "css2" in path or "@" in value:
            families += [found for part in value.split("|") if (found := google_family(part)) is not None]
        else:
            families += google_families(value)
    return FontRequest("google", url, tuple(families[:MAX_FAMILIES])) if families else None


def _bunny(url: str, path: str, query: str) -> FontRequest | None:
    found = _google(url, path, query)
    if found is None:
        return None
    families = tuple(_from_slug(family) for family in found.families)
    return FontRequest("bunny", url, families)


def _from_slug(family: RequestedFamily) -> RequestedFamily:
    if family.name != family.name.lower():
        return family
    return family._replace(name=titled(family.name.replace(" ", "-")), is_slug=True)


def _fontshare(url: str, path: str, query: str) -> FontRequest | None:
    if not path.rstrip("/").endswith("/css"):
        return None
    families: dict[str, list[str]] = {}
    for value in (*_parameters(query, "f[]"), *_parameters(query, "f")):
        for part in value.split("|"):
            slug, _, styles = part.partition("@")
            if (name := family_name(slug)) is not None:
                families.setdefault(name, []).extend(styles.split(","))
    found = tuple(_fontshare_family(slug, codes) for slug, codes in families.items())
    return FontRequest("fontshare", url, found[:MAX_FAMILIES]) if found else None


def _fontshare_family(slug: str, codes: list[str]) -> RequestedFamily:
    """The style numbers below 10 are the variable files: odd upright, even italic."""
    numbers = [int(code) for code in codes[:MAX_VARIANTS] if _FONTSHARE_CODE.fullmatch(code)]
    fixed = [number for number in numbers if 100 <= number <= 1000]
    files = [number for number in numbers if number < 10]
    styles: list[Style] = ["italic" if n % 100 == _FONTSHARE_ITALIC else "normal" for n in fixed]
    styles += ["italic" if n % 2 == 0 else "normal" for n in files]
    weights = ordered_weights(n - n % 100 for n in fixed)
    if not numbers:
        weights, styles = ("400",), ["normal"]
    return RequestedFamily(titled(slug), weights, ordered_styles(styles), bool(files), is_slug=True)


def _adobe(url: str, path: str, query: str) -> FontRequest | None:
    host = _host(url)
    if host == "p.typekit.net":
        kit = next(iter(_parameters(query, "k")), None)
        return FontRequest("adobe", url, kit=kit) if kit else None
    if "typekit" in host:
        match = _ADOBE_KIT.match(path)
        return FontRequest("adobe", url, kit=match[1]) if match else None
    listed = unquote(path.lstrip("/")).removesuffix(".js").split(";")[:MAX_FAMILIES]
    families = tuple(found for part in listed if (found := _edge_family(part)) is not None)
    return FontRequest("adobe", url, families) if path.endswith(".js") else FontRequest("adobe", url)


def _edge_family(part: str) -> RequestedFamily | None:
    """``source-sans-pro:n4,i4:all``, the grammar of Edge Web Fonts, in font variation descriptions.

    Source: https://github.com/typekit/fvd
    """
    slug, _, rest = part.partition(":")
    if (name := family_name(slug)) is None or "/" in name:
        return None
    pairs = [pair for code in rest.partition(":")[0].split(",") if (pair := variant(code)) is not None]
    pairs = pairs or [(400, "normal")]
    return RequestedFamily(
        titled(name), ordered_weights(w for w, _ in pairs), ordered_styles(s for _, s in pairs), is_slug=True
    )


def _fonts_com(url: str, path: str, query: str) -> FontRequest | None:  # noqa: ARG001
    named = re.findall(r"font-family=([^()&=]{1,100}+)\)", url[:4000])
    families = tuple(
        RequestedFamily(name) for text in named[:MAX_FAMILIES] if (name := family_name(unquote_plus(text)))
    )
    return FontRequest("fontsCom", url, families)


_READERS: Mapping[Service, Callable[[str, str, str], FontRequest | None]] = {
    "google": _google,
    "bunny": _bunny,
    "fontshare": _fontshare,
    "adobe": _adobe,
    "fontsCom": _fonts_com,
}


def _parameters(query: str, name: str) -> list[str]:
    """Every value of a parameter, decoded; more fields than anyone writes are not read."""
    fields = "&".join(query.split("&")[:300])
    return [value for key, value in parse_qsl(fields) if key in {name, f"amp;{name}"}]


_NUMBER = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?\Z")


def google_families(specification: str) -> tuple[RequestedFamily, ...]:
    """Families in the grammar of Google's first API: ``Open Sans:400,700i|Lato:latin``."""
    parts = specification.split("|")[:MAX_FAMILIES]
    return tuple(found for part in parts if (found := _version_1(part)) is not None)


def google_family(specification: str) -> RequestedFamily | None:
    """A family in the grammar of the second API: ``Inter:ital,opsz,wght@0,14..32,400;1,14..32,100..900``."""
    name, _, rest = specification.partition(":")
    if (plain := family_name(name)) is None:
        return None
    axes_text, _, tuples_text = rest.partition("@")
    axes = [axis.strip() for axis in axes_text.split(",")]
    weights: list[int | str] = []
    styles: list[Style] = []
    variable = False
    for values in (part.split(",") for part in tuples_text.split(";")[:MAX_VARIANTS] if part):
        place = dict(zip(axes, values, strict=False))
        variable = variable or any(".." in value for value in values)
        if weight := _axis_weight(place.get("wght", "400")):
            weights.append(weight)
        styles += _axis_styles(place.get("ital", "0"), place.get("slnt", "0"))
    return RequestedFamily(
        plain, ordered_weights(weights or [400]), ordered_styles(styles or ["normal"]), variable
    )


def _axis_styles(italic: str, slant: str) -> list[Style]:
    """The styles at a place on the axes ``ital`` (0 or 1) and ``slnt`` (degrees); a range has upright too."""
    styles: list[Style] = []
    if "0" in italic.split("..") and "0" in slant.split(".."):
        styles.append("normal")
    if "1" in italic.split(".."):
        styles.append("italic")
    elif any(end not in {"0", ""} for end in slant.split("..")):
        styles.append("oblique")
    return styles


def _axis_weight(value: str) -> int | str | None:
    low, _, high = value.strip().partition("..")
    if not _NUMBER.match(low) or (high and not _NUMBER.match(high)):
        return None
    return f"{round(float(low))}..{round(float(high))}" if high else round(float(low))


def _version_1(part: str) -> RequestedFamily | None:
    written, _, rest = part.partition(":")
    if (name := family_name(written)) is None:
        return None
    variants = rest.partition(":")[0]
    read = [variant(text) for text in variants.lower().split(",")[:MAX_VARIANTS]] if variants else []
    known = [pair for pair in read if pair is not None] or [(400, "normal")]
    return RequestedFamily(name, ordered_weights(w for w, _ in known), ordered_styles(s for _, s in known))
