import pytest

from siteloupe.css.imports import parse_import
from siteloupe.css.rules import Import


@pytest.mark.parametrize(
    ("prelude", "found"),
    [
        ("'a.css'", Import("a.css")),
        ('"a.css" screen', Import("a.css", media="screen")),
        ("url(a.css)", Import("a.css")),
        ("URL( a.css )", Import("a.css")),
        ('url("a.css")print', Import("a.css", media="print")),
        ("url('a.css' )", Import("a.css")),
        ("src('a.css')", Import("a.css")),
        (
            "url(//fonts.test/css?family=A:400,700;x) all",
            Import("//fonts.test/css?family=A:400,700;x", media="all"),
        ),
        ("'a.css' layer", Import("a.css", layer="")),
        ("'a.css' layer(base.reset)", Import("a.css", layer="base.reset")),
        ("'a.css' supports(display: grid)", Import("a.css", supports="display: grid")),
        (
            "'a.css' layer(x) supports(not (a: b)) screen and (min-width: 1px), print",
            Import("a.css", "x", "not (a: b)", "screen and (min-width: 1px), print"),
        ),
        (r"'a\'b.css'", Import("a'b.css")),
        (r"url(a\)b.css)", Import("a)b.css")),
        ("url(a.css", Import("a.css")),
        ("url()", None),
        ("''", None),
        ("a.css", None),
        ("", None),
    ],
)
def test_imports_are_parsed(prelude, found):
    assert parse_import(prelude, late=False) == found
