"""Every costly site by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import msgspec

from siteloupe.capture import Answer, Capture, Exchange, FontFile, Headers, Sheet, ThemeFiles
from siteloupe.rendered import Rendered
from tests.costly.designs import COMPONENTS, RENDERED, SCALES
from tests.costly.files import (
    DIRECTORIES,
    FONT_FILES,
    HEADERS,
    REST_ROOTS,
    THEME_FILES,
    THEME_JSONS,
    WORDPRESS,
)
from tests.costly.making import Maker
from tests.costly.pages import ELEMENTS, SCRIPTS, TEXTS
from tests.costly.sheets import (
    DEEP,
    DEEP_SELECTORS,
    FONTS,
    LINKS,
    ON_WIDE,
    RULES,
    SLUGS,
    VALUES,
    VARIABLES,
    WIDE,
)

URL = "https://orchard.example/"
HTML = (
    b"<!doctype html><html lang=en><head><title>A page</title>"
    b"<meta name=generator content='WordPress 6.9'>"
    b"<link rel=stylesheet href=/wp-content/themes/orchard/style.css>"
    b"<link rel=stylesheet href=/a.css></head><body class='home wp-theme-orchard'><h1>A page</h1><p>Hello.</p>"
)


@dataclass(frozen=True, slots=True)
class CostlySite:
    """A site of WordPress, as a visit brings it back; each part that is empty was not had."""

    page: bytes = HTML
    css: bytes = b"a{color:red;font-family:serif}"
    headers: tuple[tuple[str, str], ...] = ()
    rest_root: bytes = b'{"namespaces":["wp/v2"]}'
    style: bytes = b"/*\nTheme Name: Orchard\n*/"
    directory: bytes = b'{"slug":"orchard"}'
    theme_json: bytes = b"{}"
    font: bytes = b""
    rendered: Rendered | None = None

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        parts = (self.page, self.css, self.rest_root, self.style, self.directory, self.theme_json, self.font)
        rendered = len(msgspec.json.encode(self.rendered))
        return sum(map(len, parts)) + sum(len(name) + len(value) for name, value in self.headers) + rendered

    def capture(self) -> Capture:
        """What a visit brings back."""
        page = Exchange(URL, URL, 200, Headers([*self.headers, ("content-type", "text/html")]), self.page)
        theme = ThemeFiles(
            "orchard",
            _answer("wp-content/themes/orchard/style.css", "text/css", self.style[: 8 * 1024]),
            directory=_answer("directory", "application/json", self.directory),
        )
        return Capture(
            "2026-03-01T09:30:00Z",
            page,
            theme=theme,
            rest_root=_answer("wp-json/", "application/json", self.rest_root),
            stylesheets=(Sheet(f"{URL}a.css", _answer("a.css", "text/css", self.css)),),
            theme_json=_answer("theme.json", "application/json", self.theme_json),
            font_files=(FontFile(f"{URL}f.woff2", _answer("f.woff2", "font/woff2", self.font)),),
            rendered=self.rendered,
        )


def _answer(path: str, kind: str, body: bytes) -> Answer:
    return Exchange(URL + path, URL + path, 200, Headers([("content-type", kind)]), body)


Generator = Callable[[int], CostlySite]
"""Makes a costly site of about a given number of bytes."""


def _of_part(part: str, makers: Mapping[str, Maker], **others: bytes) -> dict[str, Generator]:
    """A generator for each of ``makers``, which make one part of a site."""

    def generate(make: Maker, size: int) -> CostlySite:
        made = make(size)
        return CostlySite(**{**others, part: HTML + made if part == "page" else made})

    return {name: partial(generate, make) for name, make in makers.items()}


def _with_face(make: Maker, size: int) -> CostlySite:
    return CostlySite(css=b"@font-face{font-family:f;src:url(/f.woff2)}", font=make(size))


GENERATORS: Mapping[str, Generator] = {
    **{
        f"page-{name}": each
        for name, each in _of_part("page", {**ELEMENTS, **TEXTS, **SCRIPTS, **COMPONENTS}).items()
    },
    **{f"page-wordpress-{name}": each for name, each in _of_part("page", WORDPRESS).items()},
    **{f"page-{name}": each for name, each in _of_part("page", LINKS, css=SLUGS).items()},
    **{
        f"css-{name}": each
        for name, each in _of_part(
            "css", {**VALUES, **VARIABLES, **RULES, **FONTS, **DEEP, **DEEP_SELECTORS, **SCALES}
        ).items()
    },
    **{f"css-{name}": each for name, each in _of_part("css", ON_WIDE, page=HTML + WIDE).items()},
    **{f"rest-{name}": each for name, each in _of_part("rest_root", REST_ROOTS).items()},
    **_of_part("style", THEME_FILES),
    **_of_part("directory", DIRECTORIES),
    **_of_part("theme_json", THEME_JSONS),
    **{name: partial(_with_face, make) for name, make in FONT_FILES.items()},
    **{
        name: partial(lambda make, size: CostlySite(headers=tuple(make(size))), make)
        for name, make in HEADERS.items()
    },
    **{
        name: partial(lambda make, size: CostlySite(rendered=make(size)), make)
        for name, make in RENDERED.items()
    },
}
"""Functions by name: each makes a site whose costly part has about a given number of bytes."""
