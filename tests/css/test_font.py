import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.font import (
    FaceSource,
    Family,
    FontShorthand,
    Weights,
    parse_face_sources,
    parse_face_style,
    parse_face_weights,
    parse_families,
    parse_shorthand,
    parse_weight,
)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Arial", ["Arial"]),
        ("'Open Sans', Arial, sans-serif", ["Open Sans", "Arial", "*sans-serif"]),
        ("Open   Sans", ["Open Sans"]),
        ('"Comma, Inc", B', ["Comma, Inc", "B"]),
        (r"Font\ Awesome\ 6", ["Font Awesome 6"]),
        (r"\46 oo", ["Foo"]),
        ('"\\46 oo"', ["Foo"]),
        ("'serif'", ["serif"]),
        (
            "-apple-system,BlinkMacSystemFont,SYSTEM-UI",
            ["*-apple-system", "*blinkmacsystemfont", "*system-ui"],
        ),
        ("__Inter_abc123, __Inter_Fallback_abc123", ["__Inter_abc123", "__Inter_Fallback_abc123"]),
        ("Yu Gothic, 游ゴシック", ["Yu Gothic", "游ゴシック"]),
        ("A, A, B", ["A", "B"]),
        ("inherit", []),
        ("A, inherit", ["A"]),
        ("var(--x), B", ["B"]),
        ("''", []),
        ("", []),
        (",,A,", ["A"]),
    ],
)
def test_family_lists_are_parsed(value, names):
    assert [("*" * family.generic) + family.name for family in parse_families(value)] == names


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("12px Arial", FontShorthand((Family("Arial"),), "12px")),
        ("bold 1em/1.5 'A B',C", FontShorthand((Family("A B"), Family("C")), "1em", "1.5", 700)),
        (
            "italic small-caps 300 condensed 16px / 2 A",
            FontShorthand((Family("A"),), "16px", "2", 300, "italic", "condensed"),
        ),
        ("oblique 10deg 12px A", FontShorthand((Family("A"),), "12px", style="oblique")),
        ("normal normal medium serif", FontShorthand((Family("serif", generic=True),), "medium")),
        (
            "400 clamp(1rem, 2vw, 3rem)/normal A",
            FontShorthand((Family("A"),), "clamp(1rem, 2vw, 3rem)", "normal"),
        ),
        ("14px/ 1.2 A", FontShorthand((Family("A"),), "14px", "1.2")),
        ("120%/120% fantasy", FontShorthand((Family("fantasy", generic=True),), "120%", "120%")),
        ("caption", None),
        ("inherit", None),
        ("0/0 a", None),
        ("bold 0px/1 Arial", None),
        ("calc(1px - 1px) a", None),
        ("12px/0 a", FontShorthand((Family("a"),), "12px", "0")),
        ("12px", None),
        ("Arial 12px", None),
        ("bold Arial", None),
        ("var(--font)", None),
        ("", None),
    ],
)
def test_the_font_shorthand_is_parsed(value, found):
    assert parse_shorthand(value) == found


@pytest.mark.parametrize(
    ("value", "weight"),
    [
        ("normal", 400),
        ("Bold", 700),
        ("350", 350),
        ("1000", 1000),
        ("bolder", 700),
        ("0", None),
        ("1001", None),
        ("x", None),
    ],
)
def test_weights_are_numbers(value, weight):
    assert parse_weight(value) == weight


@pytest.mark.parametrize(
    ("value", "weights"),
    [
        ("400", Weights(400, 400)),
        ("bold", Weights(700, 700)),
        ("100 900", Weights(100, 900)),
        ("900 100", Weights(100, 900)),
        ("normal bold", Weights(400, 700)),
        ("auto", None),
        ("", None),
        ("1 2 3", None),
        ("heavy", None),
    ],
)
def test_faces_have_one_weight_or_a_range(value, weights):
    assert parse_face_weights(value) == weights
    assert weights is None or weights.is_range is (weights.low < weights.high)


@pytest.mark.parametrize(
    ("value", "style"),
    [("italic", "italic"), ("oblique 0deg 12deg", "oblique"), ("NORMAL", "normal"), ("", "normal")],
)
def test_faces_have_a_style(value, style):
    assert parse_face_style(value) == style


def test_the_sources_of_a_face_are_listed():
    value = (
        "local('A B'), local(C D), url(a.woff2) format('woff2') tech(variations, color-COLRv1), "
        "url(\"b.ttf\")format(TrueType), url(data:font/woff;base64,AA==), url(), nonsense, url('c)d.eot?#iefix')"
    )
    assert parse_face_sources(value) == (
        FaceSource("local", "A B"),
        FaceSource("local", "C D"),
        FaceSource("url", "a.woff2", "woff2", ("variations", "color-colrv1")),
        FaceSource("url", "b.ttf", "truetype"),
        FaceSource("url", "data:font/woff;base64,AA=="),
        FaceSource("url", "c)d.eot?#iefix"),
    )


@given(st.text(alphabet="a1px/, '\"()\\é", max_size=60))
def test_any_value_has_fonts_or_none(value):
    assert all(family.name for family in parse_families(value))
    assert all(source.value for source in parse_face_sources(value))
    found = parse_shorthand(value)
    assert found is None or found.families
