"""Font requests and faces in one line each, in the notation of the table of cases."""

from siteloupe.detect.fonts.faces import Face, faces_of
from siteloupe.detect.fonts.services import FontRequest
from siteloupe.detect.styles.site_css import site_css
from siteloupe.document import page_of
from tests.pages import exchange

SHEET = "https://example.org/css/a.css"


def request_words(request: FontRequest | None) -> str:
    """``google: Open Sans 400,700 normal,italic; Lato 400 normal``."""
    if request is None:
        return "none"
    families = "; ".join(
        " ".join(
            filter(
                None,
                (
                    family.name,
                    ",".join(family.weights),
                    ",".join(family.styles),
                    "variable" if family.variable else "",
                ),
            )
        )
        for family in request.families
    )
    kit = f"kit {request.kit}" if request.kit else ""
    return f"{request.service}: {families or kit}".strip()


def face_words(face: Face) -> str:
    """``Inter 100..900 normal variable /css/inter.woff2 as woff2``; URLs on the page's host without it."""
    low, high = face.weights
    words = [face.family, str(low) if low == high else f"{low}..{high}", face.style]
    words += ["variable"] if face.variable else []
    words += [file.removeprefix("https://example.org") for file in face.files]
    words += [f"as {','.join(face.formats)}"] if face.formats else []
    words += ["embedded"] if face.embedded else []
    words += [f"from {face.service}"] if face.service else []
    words += ["stand-in"] if face.is_metric_fallback else []
    return " ".join(words)


def faces_in(css: str) -> list[Face]:
    """The faces of a style block in a page at ``https://example.org/css/``."""
    page = exchange(f"<style>{css}</style>", url="https://example.org/css/")
    return list(faces_of(site_css(page_of(page))))
