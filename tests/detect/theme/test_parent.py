"""The Template header decides which of two themes is the child."""

import pytest

from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.detect.theme.parent import other_candidate, resolve_parent, template_of
from siteloupe.detect.theme.style_css import StyleHeader

THEMES = "https://example.test/wp-content/themes/"
CDN = "https://cdn.example.test/wp-content/themes/"
PARENT = StyleHeader("Paper")
CHILD = StyleHeader("Paper Child", template="paper")


@pytest.mark.parametrize(
    ("template", "parent"),
    [
        ("paper", "paper"),
        ("Paper", "Paper"),
        ("paper 2.1", "paper 2.1"),
        ("pub/paper", "paper"),
        ("paper/", "paper"),
        ("", None),
        ("child", None),
        ("Child", None),
        ("pub/child", None),
        ("..", None),
        ("../..", None),
        ("../../../etc", None),
        ("pub/../paper", None),
        ("/etc", None),
        ("paper?x", None),
        ("paper\\x", None),
        ("x" * 101, None),
    ],
)
def test_a_template_names_a_folder_of_another_theme(template, parent):
    assert template_of(StyleHeader("X", template=template), "child") == parent


def test_no_header_names_no_template():
    assert template_of(None, "child") is None


def test_a_template_beside_the_theme_becomes_the_parent():
    settled = resolve_parent(ThemeMarks("child", f"{THEMES}child/"), {"child": CHILD})
    assert settled == ThemeMarks("child", f"{THEMES}child/", "paper", f"{THEMES}paper/")


def test_the_page_shows_the_folder_of_the_template():
    marks = ThemeMarks("child", f"{THEMES}child/", others=(("paper", f"{CDN}paper/"),))
    assert resolve_parent(marks, {"child": CHILD}).parent_base_url == f"{CDN}paper/"


def test_a_template_with_odd_characters_is_quoted_in_the_address():
    header = StyleHeader("X", template="paper 2")
    assert (
        resolve_parent(ThemeMarks("child", f"{THEMES}child/"), {"child": header}).parent_base_url
        == f"{THEMES}paper%202/"
    )


def test_a_template_without_any_folder_has_no_address():
    settled = resolve_parent(ThemeMarks("child"), {"child": CHILD})
    assert (settled.parent_slug, settled.parent_base_url) == ("paper", None)


def test_the_template_wins_over_the_parent_in_the_page():
    marks = ThemeMarks("child", f"{THEMES}child/", "other", f"{THEMES}other/")
    settled = resolve_parent(marks, {"child": CHILD, "other": PARENT})
    assert (settled.parent_slug, settled.parent_base_url) == ("paper", f"{THEMES}paper/")


def test_a_candidate_that_names_the_theme_is_its_child():
    marks = ThemeMarks(
        "paper", f"{THEMES}paper/", others=(("child", f"{THEMES}child/"), ("x", f"{THEMES}x/"))
    )
    assert resolve_parent(marks, {"paper": PARENT, "child": CHILD}) == ThemeMarks(
        "child", f"{THEMES}child/", "paper", f"{THEMES}paper/", others=(("x", f"{THEMES}x/"),)
    )


def test_the_headers_can_reverse_theme_and_parent():
    marks = ThemeMarks("paper", f"{THEMES}paper/", "child", f"{THEMES}child/")
    settled = resolve_parent(marks, {"paper": PARENT, "child": CHILD})
    assert (settled.slug, settled.parent_slug) == ("child", "paper")
    assert (settled.base_url, settled.parent_base_url) == (f"{THEMES}child/", f"{THEMES}paper/")


def test_a_theme_without_template_has_no_parent():
    marks = ThemeMarks("paper-plus", f"{THEMES}paper-plus/", "paper", f"{THEMES}paper/")
    settled = resolve_parent(marks, {"paper-plus": StyleHeader("Paper Plus"), "paper": PARENT})
    assert (settled.slug, settled.parent_slug, settled.parent_base_url) == ("paper-plus", None, None)


def test_without_headers_the_page_decides():
    marks = ThemeMarks("child", f"{THEMES}child/", "paper", None, (("x", f"{THEMES}x/"),))
    assert resolve_parent(marks, {}) == marks


def test_two_themes_that_name_each_other_stay_in_the_order_of_the_page():
    marks = ThemeMarks("a", f"{THEMES}a/", others=(("b", f"{THEMES}b/"),))
    headers = {"a": StyleHeader("A", template="b"), "b": StyleHeader("B", template="a")}
    settled = resolve_parent(marks, headers)
    assert (settled.slug, settled.parent_slug) == ("a", "b")


def test_the_other_candidate_is_the_parent_or_the_best_other_theme():
    other = ("other", f"{THEMES}other/")
    assert other_candidate(ThemeMarks("a", f"{THEMES}a/", "b", None, (other,))) == ("b", f"{THEMES}b/")
    assert other_candidate(ThemeMarks("a", f"{THEMES}a/", others=(other,))) == other
    assert other_candidate(ThemeMarks("a", None, "b", None, (other,))) == other
    assert other_candidate(ThemeMarks("a", f"{THEMES}a/")) is None


def test_no_theme_is_a_candidate_twice():
    same = ("a", f"{CDN}a/")
    parent = ("b", f"{CDN}b/")
    marks = ThemeMarks("a", f"{THEMES}a/", "b", f"{THEMES}b/", (same, parent))
    circle = StyleHeader("B", template="a")
    assert resolve_parent(marks, {"a": StyleHeader("A"), "b": circle}).base_url == f"{THEMES}b/"
    assert other_candidate(ThemeMarks("a", f"{THEMES}a/", others=(same,))) is None
