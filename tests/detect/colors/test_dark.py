"""What a page stands on, and is written in, under a dark scheme."""

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
def test_background_and_text_are_those_of_the_dark_scheme(css):
    assert dark(css) == ("#101418", "#e6e6e6")


def test_what_the_dark_scheme_leaves_alone_stays_as_it_is():
    assert dark(f"{LIGHT}@media {DARK}{{body{{background:#101418}}}}") == ("#101418", "#222222")


def test_the_body_stands_on_html_under_a_dark_scheme_too():
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


def test_a_class_of_body_is_body():
    css = f".home{{background:#ffffff;color:#222222}}@media {DARK}{{.home{{background:#101418}}}}"
    assert dark(css, classes="home") == ("#101418", "#222222")
    assert dark(css, classes="away") is None


def test_a_page_sent_dark_has_its_roles_as_its_own():
    found = report(f"{LIGHT}.dark-mode{{background:#101418}}", classes="dark-mode")
    assert found.dark_roles is None
    assert found.roles.background.hex == "#101418"
