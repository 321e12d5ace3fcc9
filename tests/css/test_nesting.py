import pytest

from siteloupe.css.nesting import MAX_SELECTOR, joined


@pytest.mark.parametrize(
    ("parent", "selector", "together"),
    [
        (".a", ".b", ".a .b"),
        (".a", "&.b", ".a.b"),
        (".a", "& + &", ".a + .a"),
        (".a", "> .b", ".a > .b"),
        (".a", ".b, &:hover", ".a .b, .a:hover"),
        (".a, .b", "&:hover", ":is(.a, .b):hover"),
        (":is(.a, .b)", ".c", ":is(.a, .b) .c"),
        (".a", r".b\&c &", r".b\&c .a"),
        (".a", ":not(&)", ":not(.a)"),
    ],
)
def test_nested_selectors_are_joined(parent, selector, together):
    assert joined(parent, selector) == together


def test_what_would_grow_too_long_stays_as_written():
    assert joined("a" * MAX_SELECTOR, "&:hover") == "&:hover"
