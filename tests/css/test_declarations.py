import pytest

from siteloupe.css import declarations
from siteloupe.css.declarations import DeclarationReader


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


def test_the_number_of_declarations_is_bounded(monkeypatch):
    monkeypatch.setattr(declarations, "MAX_DECLARATIONS", 2)
    read = DeclarationReader()
    assert len(read.read_body("a:1;b:2;c:3;a:1").declarations) == 3
    assert read.truncated
