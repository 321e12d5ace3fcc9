"""The files of the views: whole, small, and closed to everything but themselves."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

import siteloupe
from siteloupe.analyses import ANALYSES
from siteloupe.mcp.views import view
from tests.mcp.gallery import GALLERY

SOURCE = Path(siteloupe.__file__).parent
MAX_BYTES = 72_000

every_view = pytest.mark.parametrize("analysis", [*ANALYSES, GALLERY], ids=lambda analysis: analysis.name)


@every_view
def test_a_view_is_one_small_whole_document(analysis):
    text = view(analysis)
    assert text.startswith("<!doctype html>")
    assert text.rstrip().endswith("</html>")
    assert len(text.encode()) <= MAX_BYTES
    assert "[[" + "title]]" not in text
    assert f"<h1>{analysis.title}</h1>" in text
    assert text == view(analysis)


@every_view
def test_a_view_allows_only_its_own_style_and_scripts(analysis):
    text = view(analysis)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    directives = dict(directive.strip().split(" ", 1) for directive in policy.split(";"))
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    for tag, name in (("script", "script-src"), ("style", "style-src")):
        own = [
            f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"
            for part in re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        ]
        assert directives[name].split() == own
    assert text.index("Content-Security-Policy") < text.index("<style")


@every_view
def test_a_view_loads_nothing(analysis):
    for pattern in (
        r"<(?:script|img|iframe|link|source)[^>]+(?:src|href)",
        r"url\(",
        r"@import",
        r"@font-face",
    ):
        assert not re.search(pattern, view(analysis))


MARKUP = (
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "DOMParser",
    "createContextualFragment",
    "setHTML",
    "srcdoc",
    "eval(",
    "new Function",
)
REACH = (
    "fetch(",
    "XMLHttpRequest",
    "WebSocket",
    "sendBeacon",
    "localStorage",
    "sessionStorage",
    ".cookie",
    "import(",
)


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("static/*.js")), ids=lambda path: path.name)
def test_no_script_of_ours_parses_markup_or_runs_text(path):
    text = path.read_text("utf-8")
    assert [word for word in MARKUP if word in text] == []


@every_view
def test_a_view_reaches_for_nothing_outside_itself(analysis):
    text = view(analysis)
    assert [word for word in REACH if word in text] == []


@every_view
def test_a_view_asks_nobody_and_keeps_nothing(analysis):
    for word in ("fetch(", "XMLHttpRequest", "localStorage", "sessionStorage", "indexedDB"):
        assert word not in view(analysis)


def test_an_outline_cannot_end_the_script_it_stands_in():
    text = view(GALLERY)
    assert text.count("</script>") == text.count("<script") == 3
