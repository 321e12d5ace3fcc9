"""The rules of a site's CSS that apply to the page."""

import pytest

from siteloupe.detect.colors.rules import MAX_DECLARATIONS
from tests.colors import rules_of


def rules(css, body="<p class='a b' id=c>x</p>", **kwargs):
    return rules_of(css, body, **kwargs)[0].rules


@pytest.mark.parametrize(
    "selector",
    [
        "p",
        ".a",
        ".a.b",
        "#c",
        ".a .b",
        "p:not(.gone)",
        ".gone, .a",
        "[data-x='.gone']",
        ":is(.gone) p",
        "*",
        ".a:hover",
    ],
)
def test_a_rule_applies_when_the_page_has_the_names_of_one_selector(selector):
    (rule,) = rules(f"{selector}{{color:red}}")
    assert rule.applies


@pytest.mark.parametrize("selector", [".gone", ".a .gone", "#gone p", "p.gone, .also-gone", ".a\\:b"])
def test_a_rule_for_other_pages_does_not_apply(selector):
    (rule,) = rules(f"{selector}{{color:red}}")
    assert not rule.applies


def test_only_the_selectors_that_apply_are_kept():
    assert rules(".gone,.a,.b{color:red}")[0].selectors == (".a", ".b")


@pytest.mark.parametrize(
    ("selector", "name"),
    [
        (".md\\:w-1\\/2", "md:w-1/2"),
        (".bg-\\[\\#123456\\]", "bg-[#123456]"),
        (".bg-\\[rgb\\(1\\,2\\,3\\)\\] p", "bg-[rgb(1,2,3)]"),
        (".\\34 04", "404"),
    ],
)
def test_escaped_class_names_are_unescaped(selector, name):
    (rule,) = rules(f"{selector}{{color:red}}", f"<p class='{name}'>x</p>")
    assert rule.applies


@pytest.mark.parametrize("media", ["print", "(max-width:600px)", "speech"])
def test_rules_for_other_media_are_left_out(media):
    assert rules(f"@media {media}{{p{{color:red}}}}") == []


@pytest.mark.parametrize("around", ["@supports not (display:grid)", "@starting-style"])
def test_rules_that_no_current_browser_applies_are_left_out(around):
    assert rules(f"{around}{{p{{color:red}}}}") == []


def test_keyframes_are_left_out():
    assert rules("@keyframes k{from{color:red}}") == []


@pytest.mark.parametrize(
    ("css", "scheme"),
    [
        ("p{color:red}", "always"),
        ("@media (prefers-color-scheme:dark){p{color:red}}", "dark"),
        ("@media (prefers-color-scheme:light){p{color:red}}", "light"),
        (".dark p{color:red}", "dark"),
        ("[data-theme=dark] .a{color:red}", "dark"),
        ("html.dark-mode .a{color:red}", "dark"),
        ("html:not(.dark) .a{color:red}", "always"),
        (".a,.dark .a{color:red}", "always"),
    ],
)
def test_a_rule_has_its_scheme(css, scheme):
    assert [rule.scheme for rule in rules(css)] == [scheme]


def test_a_switch_that_is_on_is_no_condition():
    found, _, _ = rules_of(".dark p{color:red}", classes="dark")
    assert found.dark_root
    assert [(rule.scheme, rule.applies) for rule in found.rules] == [("always", True)]


@pytest.mark.parametrize(
    ("selector", "purpose"),
    [
        (".wc-error", "status"),
        (".onsale", "status"),
        (".share-button", "social"),
        (".has-vivid-red-color", "preset"),
        ("#cookie-notice .cn-button", "widget"),
        (".cmplz-accept", "widget"),
        (".cc-btn", "widget"),
        (".acc-btn", ""),
        (".header", ""),
        (".price", ""),
    ],
)
def test_a_rule_has_its_purpose(selector, purpose):
    assert [rule.purpose for rule in rules(f"{selector}{{color:red}}")] == [purpose]


def test_rules_of_a_state_are_marked():
    assert [rule.in_state for rule in rules("a:hover{color:red}a,a:hover{color:red}")] == [True, False]


def test_rules_with_only_custom_properties_are_kept_when_they_apply():
    found = rules(".a{--x:red}.gone{--x:blue}.b{display:none}p{margin:0}")
    assert [rule.selectors for rule in found] == [(".a",), (".b",)]


def test_style_attributes_count_as_often_as_they_occur():
    (rule,) = rules("", "<p style='color:red'>a</p><p style='color:red'>b</p>")
    assert (rule.selectors, rule.sheet.count, rule.applies) == (("",), 2, True)


def test_only_the_first_declarations_within_the_limit_are_read():
    found = rules("p{color:red}" * MAX_DECLARATIONS + "p{color:green}")
    assert {each.declarations[0].value for each in found} == {"red"}
    assert len(found) == MAX_DECLARATIONS
