import pytest

from siteloupe.css.scopes import DARK, MAX_ATTRIBUTE_SELECTOR, ROOT, Roots, VariableScope, dark_part, scope_of

ON_BODY = Roots(frozenset({"home", "theme-x"}))


@pytest.mark.parametrize(
    ("selector", "scope"),
    [
        *((each, ROOT) for each in (":root", "html", "BODY", "*", ":where(:root)", "html body", ":host")),
        *(
            (each, ROOT)
            for each in (".home", "body.home.theme-x", '[data-theme="light"]', ":root.theme-light")
        ),
        *((each, DARK) for each in (".dark", "html.dark-mode", '[data-bs-theme="dark"]', ":root.is-dark")),
        *(
            (each, VariableScope(each))
            for each in (".card", "body.other", ".home.other", ".home a", ".dark .card")
        ),
    ],
)
def test_the_scope_of_a_selector_is_the_root_a_dark_root_or_itself(selector, scope):
    assert scope_of(selector, ON_BODY) == scope


HTML = Roots(
    frozenset({"home"}),
    matches=lambda selector: selector in {"[data-skin]", "[data-skin=sea]", "html[data-skin=sea]", "[lang]"},
    is_component=lambda selector: selector == ".is-dark",
)


@pytest.mark.parametrize(
    ("selector", "scope"),
    [
        *((each, ROOT) for each in ("[data-skin=sea]", "html[data-skin=sea]", '[data-theme="light"]')),
        *(
            (each, VariableScope(each))
            for each in (
                "[data-skin=sand]",
                "[data-skin=light]",
                "[data-color=red]",
                "[data-skin=sea] p",
                ".is-dark",
            )
        ),
        *((each, DARK) for each in ("[data-skin=dark]", "html.dark", ".dark")),
        (
            f"[data-skin={'x' * MAX_ATTRIBUTE_SELECTOR}]",
            VariableScope(f"[data-skin={'x' * MAX_ATTRIBUTE_SELECTOR}]"),
        ),
    ],
)
def test_attributes_of_html_and_body_decide_where_they_have_them(selector, scope):
    assert scope_of(selector, HTML) == scope


def test_classes_are_the_root_only_when_the_page_has_them():
    assert scope_of(".home") == VariableScope(".home")


@pytest.mark.parametrize(
    ("selector", "mark"),
    [
        (".dark .card", ".dark"),
        ('html[data-theme="Dark"] a', '[data-theme="Dark"]'),
        (".dark-blue", ""),
        (":not(.dark) a", ""),
        (".card", ""),
    ],
)
def test_the_part_of_a_selector_for_the_dark_scheme_is_found(selector, mark):
    assert dark_part(selector) == mark
