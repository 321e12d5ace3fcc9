"""Font services: the service of a host, and the syntax of the URLs that request fonts.

A URL has families, weights and styles, also when its stylesheet could not be downloaded. Sources:
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
    parse_family_name,
    parse_variant,
    sort_styles,
    sort_weights,
    title_from_slug,
)

Service = Literal["google", "bunny", "fontshare", "adobe", "fontsCom"]

_GOOGLE_PATH = re.compile(r"/(?:css2?|icon)(?:\.css)?/?\Z")
_MIRROR = re.compile(r"(?:g?fonts?|googlefonts?|google-fonts)[-.]")
"""Host names of mirrors of Google's service, which have the same URL syntax."""

_ADOBE_KIT = re.compile(r"/([a-z0-9]{6,9})\.(?:css|js)\Z")
_FONTSHARE_CODE = re.compile(r"[0-9]{1,4}")
_FONTSHARE_ITALIC = 1
"""The number that Fontshare adds to a weight for its italic: ``401`` is the italic of ``400``."""


@dataclass(frozen=True, slots=True)
class FontRequest:
    """The fonts that a URL requests from a font service; ``kit`` is Adobe's id of a web project."""

    service: Service
    url: str
    families: tuple[RequestedFamily, ...] = ()
    kit: str | None = None


@functools.cache
def _services() -> Mapping[str, Service]:
    return {row["host"]: cast("Service", row["service"]) for row in rows("font_services.tsv")}


def service_of(url: str) -> Service | None:
    """Return the font service of the host of ``url``, or None."""
    return _services().get(_host(url))


def font_request(url: str) -> FontRequest | None:
    """Return the fonts that ``url`` requests; None for other hosts, font files and URLs without a path."""
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


def _read_google(url: str, path: str, query: str) -> FontRequest | None:
    if not _GOOGLE_PATH.search(path):
        return None
    values = _parameter_values(query, "family")
    families: list[RequestedFamily] = []
    for value in values:
        if "css2" in path or "@" in value:
            families += [
                family for part in value.split("|") if (family := parse_google_family(part)) is not None
            ]
        else:
            families += parse_google_families(value)
    return FontRequest("google", url, tuple(families[:MAX_FAMILIES])) if families else None


def _read_bunny(url: str, path: str, query: str) -> FontRequest | None:
    request = _read_google(url, path, query)
    if request is None:
        return None
    families = tuple(_with_title(family) for family in request.families)
    return FontRequest("bunny", url, families)


def _with_title(family: RequestedFamily) -> RequestedFamily:
    if family.name != family.name.lower():
        return family
    return family._replace(name=title_from_slug(family.name.replace(" ", "-")), is_slug=True)


def _read_fontshare(url: str, path: str, query: str) -> FontRequest | None:
    if not path.rstrip("/").endswith("/css"):
        return None
    families: dict[str, list[str]] = {}
    for value in (*_parameter_values(query, "f[]"), *_parameter_values(query, "f")):
        for part in value.split("|"):
            slug, _, styles = part.partition("@")
            if (name := parse_family_name(slug)) is not None:
                families.setdefault(name, []).extend(styles.split(","))
    requested = tuple(_fontshare_family(slug, codes) for slug, codes in families.items())
    return FontRequest("fontshare", url, requested[:MAX_FAMILIES]) if requested else None


def _fontshare_family(slug: str, codes: list[str]) -> RequestedFamily:
    """Return the family with its codes. Codes below 10 are variable files: odd upright, even italic."""
    numbers = [int(code) for code in codes[:MAX_VARIANTS] if _FONTSHARE_CODE.fullmatch(code)]
    fixed = [number for number in numbers if 100 <= number <= 1000]
    files = [number for number in numbers if number < 10]
    styles: list[Style] = ["italic" if n % 100 == _FONTSHARE_ITALIC else "normal" for n in fixed]
    styles += ["italic" if n % 2 == 0 else "normal" for n in files]
    weights = sort_weights(n - n % 100 for n in fixed)
    if not numbers:
        weights, styles = ("400",), ["normal"]
    return RequestedFamily(title_from_slug(slug), weights, sort_styles(styles), bool(files), is_slug=True)


def _read_adobe(url: str, path: str, query: str) -> FontRequest | None:
    host = _host(url)
    if host == "p.typekit.net":
        kit = next(iter(_parameter_values(query, "k")), None)
        return FontRequest("adobe", url, kit=kit) if kit else None
    if "typekit" in host:
        match = _ADOBE_KIT.match(path)
        return FontRequest("adobe", url, kit=match[1]) if match else None
    parts = unquote(path.lstrip("/")).removesuffix(".js").split(";")[:MAX_FAMILIES]
    families = tuple(family for part in parts if (family := _parse_edge_family(part)) is not None)
    return FontRequest("adobe", url, families) if path.endswith(".js") else FontRequest("adobe", url)


def _parse_edge_family(part: str) -> RequestedFamily | None:
    """Parse ``source-sans-pro:n4,i4:all``, the syntax of Edge Web Fonts, with font variation descriptions.

    Source: https://github.com/typekit/fvd
    """
    slug, _, rest = part.partition(":")
    if (name := parse_family_name(slug)) is None or "/" in name:
        return None
    pairs = [pair for code in rest.partition(":")[0].split(",") if (pair := parse_variant(code)) is not None]
    pairs = pairs or [(400, "normal")]
    return RequestedFamily(
        title_from_slug(name),
        sort_weights(w for w, _ in pairs),
        sort_styles(s for _, s in pairs),
        is_slug=True,
    )


def _read_fonts_com(url: str, path: str, query: str) -> FontRequest | None:  # noqa: ARG001
    named = re.findall(r"font-family=([^()&=]{1,100}+)\)", url[:4000])
    families = tuple(
        RequestedFamily(name)
        for text in named[:MAX_FAMILIES]
        if (name := parse_family_name(unquote_plus(text)))
    )
    return FontRequest("fontsCom", url, families)


_READERS: Mapping[Service, Callable[[str, str, str], FontRequest | None]] = {
    "google": _read_google,
    "bunny": _read_bunny,
    "fontshare": _read_fontshare,
    "adobe": _read_adobe,
    "fontsCom": _read_fonts_com,
}


def _parameter_values(query: str, name: str) -> list[str]:
    """Return every value of a parameter, decoded, from the first 300 fields."""
    fields = "&".join(query.split("&")[:300])
    return [value for key, value in parse_qsl(fields) if key in {name, f"amp;{name}"}]


_NUMBER = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?\Z")


def parse_google_families(specification: str) -> tuple[RequestedFamily, ...]:
    """Parse families in the syntax of Google's first API: ``Open Sans:400,700i|Lato:latin``."""
    parts = specification.split("|")[:MAX_FAMILIES]
    return tuple(family for part in parts if (family := _parse_google_family_1(part)) is not None)


def parse_google_family(specification: str) -> RequestedFamily | None:
    """Parse a family of the second API: ``Inter:ital,opsz,wght@0,14..32,400;1,14..32,100..900``."""
    name, _, rest = specification.partition(":")
    if (plain := parse_family_name(name)) is None:
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
    return RequestedFamily(plain, sort_weights(weights or [400]), sort_styles(styles or ["normal"]), variable)


def _axis_styles(italic: str, slant: str) -> list[Style]:
    """Return the styles at ``ital`` (0 or 1) and ``slnt`` (degrees); a range from 0 includes upright."""
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


def _parse_google_family_1(part: str) -> RequestedFamily | None:
    text, _, rest = part.partition(":")
    if (name := parse_family_name(text)) is None:
        return None
    variants = rest.partition(":")[0]
    pairs = [parse_variant(text) for text in variants.lower().split(",")[:MAX_VARIANTS]] if variants else []
    known = [pair for pair in pairs if pair is not None] or [(400, "normal")]
    return RequestedFamily(name, sort_weights(w for w, _ in known), sort_styles(s for _, s in known))
