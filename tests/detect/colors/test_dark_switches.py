"""Which dark parts of selectors turn on a scheme, and which are for dark parts of a page."""

import pytest

from siteloupe.detect.colors.dark_switches import MAX_PARTS, DarkSwitches
from siteloupe.document import tree_of
from tests.colors import report
from tests.pages import exchange

SECTION = "<section class='section dark'><p class=card>Words</p></section>"
THEMED = "<section data-theme=dark><p class=card>Words</p></section>"
PLAIN = "<section class=section><p class=card>Words</p></section>"


def state(selector, body, classes=""):
    return DarkSwitches(tree_of(exchange(body=body, classes=classes))).state(selector)


@pytest.mark.parametrize(
    ("selector", "body", "expected"),
    [
        (".card", SECTION, "none"),
        (":not(.dark) .card", SECTION, "none"),
        (r".dark\:bg-black", SECTION, "none"),
        (".dark .card", PLAIN, "off"),
        (".dark", PLAIN, "off"),
        ("html.dark .card", PLAIN, "off"),
        (":root.dark", PLAIN, "off"),
        ("html .dark", PLAIN, "off"),
        ("body.dark-mode p", PLAIN, "off"),
        (".dark:root p", PLAIN, "off"),
        (".dark::selection", PLAIN, "off"),
        ("[data-theme=dark] p", PLAIN, "off"),
        (r".dark\:bg-black:where(.dark, .dark *)", PLAIN, "off"),
        (":is(.dark .card)", PLAIN, "off"),
        (".section.dark", SECTION, "worn"),
        (".dark", SECTION, "worn"),
        (".dark .card", SECTION, "worn"),
        ("section.dark > p", SECTION, "worn"),
        ("[data-theme=dark] p", THEMED, "worn"),
        ("section[data-theme='dark']", THEMED, "worn"),
        ("nav[data-theme=dark]", PLAIN, "absent"),
        ("html.dark .card", SECTION, "off"),
        ("[data-theme=dark] p", "<button data-theme=dark>Dark</button>", "off"),
        ("[data-theme=dark] p", "<label data-theme=dark><i></i></label>", "off"),
        ("[data-theme=dark] p", "<div data-theme=dark></div><p>Words</p>", "off"),
        ("[data-theme=dark] p", "<div data-theme=dark>Words</div>", "worn"),
        ("[data-theme=dark] p", "<div data-theme=dark><img></div>", "worn"),
        (".dark", "<button class=dark>Words</button>", "worn"),
        (":root.dark", SECTION, "off"),
        (".section.dark", PLAIN, "absent"),
        (".button.is-dark", PLAIN, "absent"),
        (".card .is-dark", PLAIN, "absent"),
        ("nav.is-dark", PLAIN, "absent"),
    ],
)
def test_the_state_of_a_selector(selector, body, expected):
    assert state(selector, body) == expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (".dark .card", "on"),
        ("body.dark", "on"),
        (".home.dark p", "on"),
        (".section.dark", "absent"),
        (".other.dark p", "absent"),
        ("[data-theme=dark] p", "off"),
    ],
)
def test_a_class_of_the_body_turns_a_scheme_on(selector, expected):
    assert state(selector, PLAIN, classes="home dark") == expected


def test_only_so_many_different_parts_are_looked_up():
    switches = DarkSwitches(tree_of(exchange(body=SECTION)))
    for number in range(MAX_PARTS):
        switches.state(f"[data-theme-{number}=dark]")
    assert switches.state(".dark") == "off"


BODY_CSS = "body{background:#fafafa;color:#333333}"


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        (".section.dark{background:#0b1d3a}", SECTION),
        (".dark{background:#0b1d3a}", SECTION),
        (".dark .card{background:#0b1d3a}", SECTION),
        (".hero.is-dark{background:#0b1d3a}", "<section class='hero is-dark'>Words</section>"),
        (".is-dark{background:#0b1d3a}", "<span class='tag is-dark'>Words</span>"),
        ("[data-theme=dark]{background:#0b1d3a}", THEMED),
        ("[data-theme=dark]{--ground:#0b1d3a}.card{background:var(--ground)}", THEMED),
        (".dark{--ground:#0b1d3a}:root{--ground:#fff}.card{background:var(--ground)}", SECTION),
    ],
)
def test_what_a_dark_part_of_the_page_wears_is_used(rule, body):
    found = report(BODY_CSS + rule, f"<p>Many words outside of it.</p>{body}")
    assert (found.dark_palette, found.dark_roles) == ([], None)
    entry = next(each for each in found.palette if each.hex == "#0b1d3a")
    assert entry.used_count > 0
    assert found.roles.background.hex == "#fafafa"


@pytest.mark.parametrize(
    "rule",
    [
        "@media (prefers-color-scheme:dark){body{background:#0b1d3a}}",
        ".dark body{background:#0b1d3a}",
        "html.dark body{background:#0b1d3a}",
        "html[data-theme=dark] body{background:#0b1d3a}",
        "body.dark{background:#0b1d3a}",
        ":root.dark{--x:#0b1d3a}body{background:var(--x,#fafafa)}",
    ],
)
def test_what_html_body_or_a_media_query_switches_is_a_dark_scheme(rule):
    found = report(BODY_CSS + rule, PLAIN)
    assert [each.hex for each in found.dark_palette] == ["#0b1d3a"]
    assert found.dark_roles.background.hex == "#0b1d3a"
    assert found.roles.background.hex == "#fafafa"


def test_a_dark_part_that_the_page_lacks_is_declared_alone():
    found = report(f"{BODY_CSS}.section.dark{{background:#0b1d3a}}", PLAIN)
    assert found.dark_palette == []
    entry = next(each for each in found.palette if each.hex == "#0b1d3a")
    assert (entry.origin, entry.used_count) == ("declared", 0)
