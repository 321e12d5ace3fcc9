"""Background and text color of a page in a dark scheme."""

import pytest

from tests.colors import report

LIGHT = "body{background:#ffffff;color:#222222}"
DARK = "(prefers-color-scheme:dark)"


def dark(css, **kwargs):
    found = report(css, "<p class=card>Words", **kwargs).dark_roles
    return found and (found.background.hex, found.text.hex)


@pytest.mark.parametrize(
    "css",
    [
        f"{LIGHT}@media {DARK}{{body{{background:#101418;color:#e6e6e6}}}}",
        f"@media {DARK}{{body{{background:#101418;color:#e6e6e6}}}}{LIGHT}",
        f"{LIGHT}.dark body{{background:#101418;color:#e6e6e6}}",
        f"{LIGHT}html[data-theme=dark] body{{background:#101418;color:#e6e6e6}}",
        f"{LIGHT}body.dark-mode{{background-color:#101418;color:#e6e6e6}}",
        f"{LIGHT}.dark-mode{{background:#101418;color:#e6e6e6}}",
        ":root{--bg:#fff}[data-theme=dark]{--bg:#101418}body{background:var(--bg);color:#e6e6e6}",
        ":root{color-scheme:light dark}body{background:light-dark(#fff,#101418);color:light-dark(#222,#e6e6e6)}",
        f"body{{color:#222}}@media {DARK}{{:root{{background:#101418}}body{{color:#e6e6e6}}}}",
    ],
)
def test_background_and_text_come_from_the_dark_scheme(css):
    assert dark(css) == ("#101418", "#e6e6e6")


def test_a_color_that_the_dark_scheme_does_not_set_stays_the_same():
    assert dark(f"{LIGHT}@media {DARK}{{body{{background:#101418}}}}") == ("#101418", "#222222")


def test_the_body_is_over_html_in_a_dark_scheme_too():
    css = f"html{{background:#eeeeee}}{LIGHT}@media {DARK}{{body{{background:#101418;color:#e6e6e6}}}}"
    assert dark(css) == ("#101418", "#e6e6e6")


@pytest.mark.parametrize(
    "css",
    [
        LIGHT,
        f"{LIGHT}@media {DARK}{{.card{{background:#101418}}}}",
        f"{LIGHT}.dark .card{{background:#101418}}",
        f"{LIGHT}@media {DARK}{{body.other{{background:#101418}}}}",
        f"{LIGHT}@media {DARK}{{body:hover{{background:#101418}}}}",
    ],
)
def test_without_a_dark_page_there_are_no_roles(css):
    assert dark(css) is None


def test_a_class_of_body_selects_body():
    css = f".home{{background:#ffffff;color:#222222}}@media {DARK}{{.home{{background:#101418}}}}"
    assert dark(css, classes="home") == ("#101418", "#222222")
    assert dark(css, classes="away") is None


def test_a_page_with_its_dark_scheme_on_has_normal_roles():
    found = report(f"{LIGHT}.dark-mode{{background:#101418}}", classes="dark-mode")
    assert found.dark_roles is None
    assert found.roles.background.hex == "#101418"
