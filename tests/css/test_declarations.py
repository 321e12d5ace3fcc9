import pytest

from siteloupe.css import declarations
from siteloupe.css.declarations import DeclarationReader
from siteloupe.css.stylesheet import parse_stylesheet


def pairs(text: str) -> list[tuple[str, str]]:
    return [(one.property, one.value) for one in DeclarationReader().read_body(text).declarations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" ;; ; ", []),
        ("a:b", [("a", "b")]),
        ("\n  A : b ;\n  c:d;\n", [("a", "b"), ("c", "d")]),
        ("a:b;c;d:", [("a", "b"), ("d", "")]),
        ("a;a:b;a", [("a", "b")]),
        ("a:';';b:url(;);c:(;)", [("a", "';'"), ("b", "url(;)"), ("c", "(;)")]),
        ("/*;*/a/*:*/:b/**/c;*zoom:1", [("a", "b c")]),
        ("/*a*/a:b", [("a", "b")]),
        ("a:b;b:c(d);c:(e(;))", [("a", "b"), ("b", "c(d)"), ("c", "(e(;))")]),
        ("a:b)(;c:d);e:f", [("a", "b)(;c:d)"), ("e", "f")]),
        ("a : b;c :d;B:e!important", [("a", "b"), ("c", "d"), ("b", "e")]),
        (r"a:b\;c;\64:e", [("a", r"b\;c"), ("d", "e")]),
        ("--A:b;a:var(--A)", [("--A", "b"), ("a", "var(--A)")]),
    ],
)
def test_bodies_are_split_at_their_own_semicolons(text, expected):
    assert pairs(text) == expected


def test_equal_declarations_of_different_bodies_are_one_object():
    read = DeclarationReader()
    (first,), (second, _) = read.read_body("a:b").declarations, read.read_body("\n a:b;c:d").declarations
    assert first is second


def test_a_sheet_of_more_declarations_than_may_be_is_cut(monkeypatch):
    monkeypatch.setattr(declarations, "MAX_WORK", 2 * declarations.work_of("1"))
    sheet = parse_stylesheet("p{a:1}p{b:2}p{a:1}p{c:3}p{d:4}p{a:1}")
    assert [one.property for _, one in sheet.declarations()] == ["a", "b", "a", "c"]
    assert sheet.truncated


def test_lists_and_functions_are_more_work_than_words():
    worth = [declarations.work_of(text) for text in ("red", "a,b", "hsl(1 2 3)", "oklch(from red l c h)")]
    assert worth == sorted(set(worth))


def test_the_work_of_a_sheet_counts_rules_selectors_and_imports():
    texts = ("a{b:c}", "a{b:c}a{b:c}", "a{b:c}a,d,e{b:c}", "@import 'f';a{b:c}a,d,e{b:c}")
    worth = [parse_stylesheet(text).work for text in texts]
    assert worth == sorted(set(worth))
