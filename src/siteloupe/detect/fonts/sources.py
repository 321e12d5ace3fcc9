"""The font services that a page uses, by the URLs that it makes a browser fetch.

A ``preconnect`` or ``dns-prefetch`` does not count: themes keep them when they no longer use the service.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from siteloupe.capture import Sheet
from siteloupe.css.grammar import unquote
from siteloupe.detect.fonts.faces import Face
from siteloupe.detect.fonts.services import (
    FontRequest,
    Service,
    font_request,
    parse_google_families,
    service_of,
)
from siteloupe.detect.styles.sheets import imports_of, reference_of
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Page
from siteloupe.reports.fonts import AdobeFonts, Detected, FontSources, GoogleFonts, SelfHosted

MAX_REQUESTS = 200

# https://github.com/typekit/webfontloader#google
_LOADER = re.compile(r"\bgoogle[\"']?\s*+:\s*+\{[^{}\[]{0,200}+\[([^\]]{0,4000}+)\]")
_LOADER_KIT = re.compile(r"\btypekit[\"']?\s*+:\s*+\{\s*+[\"']?id[\"']?\s*+:\s*+[\"']([a-z0-9]{6,9})[\"']")
_STRING = re.compile(r"\"[^\"\n]{0,500}+\"|'[^'\n]{0,500}+'")
MAX_SCRIPT = 200_000


def font_requests(css: SiteCss, stylesheets: Iterable[Sheet]) -> tuple[FontRequest, ...]:
    """Return all requests of the page to font services, each URL once, in order."""
    requests: dict[str, FontRequest] = {}
    for url in _requested_urls(css, stylesheets):
        is_new = len(requests) < MAX_REQUESTS and url not in requests
        if is_new and (request := font_request(url)) is not None:
            requests[url] = request
    return (*requests.values(), *_script_requests(css.page))


def _requested_urls(css: SiteCss, stylesheets: Iterable[Sheet]) -> Iterator[str]:
    for link in css.page.links:
        is_preload = "preload" in link.rel and link.attributes.get("as", "").lower() == "style"
        if (reference := reference_of(link, css.page)) is not None:
            yield reference.url
        elif is_preload and link.href:
            yield link.href
    for sheet in stylesheets:
        yield sheet.url
    for applied in css.sheets:
        for reference in imports_of(applied.sheet, applied.base):
            yield reference.url
    for script in css.page.scripts:
        if script.address and script.runs:
            yield script.address


def _script_requests(page: Page) -> Iterator[FontRequest]:
    """Yield the families that an inline script passes to Web Font Loader."""
    for script in page.scripts:
        if script.src or "WebFont" not in (text := script.text[:MAX_SCRIPT]):
            continue
        for match in _LOADER.finditer(text):
            specification = "|".join(unquote(string) for string in _STRING.findall(match[1]))
            if families := parse_google_families(specification.replace("+", " ")):
                yield FontRequest("google", "", families)
        for match in _LOADER_KIT.finditer(text):
            yield FontRequest("adobe", "", kit=match[1])


def font_sources(
    requests: Sequence[FontRequest], faces: Sequence[Face], preloaded: Iterable[str]
) -> FontSources:
    """Return the sources of the fonts: services, by requests and files, and the site itself."""
    used: set[Service] = {request.service for request in requests}
    used |= {face.service for face in faces if face.service is not None}
    used |= {service for url in preloaded if (service := service_of(url)) is not None}
    own = [face for face in faces if face.service is None and (face.files or face.embedded)]
    return FontSources(
        google=_google_fonts(requests, faces, detected="google" in used),
        bunny=Detected(detected="bunny" in used),
        fontshare=Detected(detected="fontshare" in used),
        adobe=AdobeFonts(detected="adobe" in used, kit_id=next(_kit_ids(requests), None)),
        fonts_com=Detected(detected="fontsCom" in used),
        self_hosted=SelfHosted(
            detected=bool(own), file_count=len({file for face in own for file in face.files})
        ),
    )


def _google_fonts(requests: Sequence[FontRequest], faces: Sequence[Face], *, detected: bool) -> GoogleFonts:
    google = [request for request in requests if request.service == "google"]
    names = {family.name.casefold(): family.name for request in google for family in request.families}
    for face in faces:
        if face.service == "google":
            names.setdefault(face.family.casefold(), face.family)
    urls = dict.fromkeys(request.url for request in google if request.url)
    return GoogleFonts(detected=detected, families=list(names.values()), css_urls=list(urls))


def _kit_ids(requests: Sequence[FontRequest]) -> Iterator[str]:
    return (request.kit for request in requests if request.kit)


def preloaded_fonts(page: Page) -> frozenset[str]:
    """Return the font files that the page preloads."""
    return frozenset(
        link.href.partition("#")[0]
        for link in page.links
        if "preload" in link.rel and link.attributes.get("as", "").lower() == "font" and link.href
    )
