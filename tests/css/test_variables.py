import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.scopes import DARK, ROOT, Roots, VariableScope
from siteloupe.css.stylesheet import parse_stylesheet
from siteloupe.css.variables import MAX_VALUE, Variables


def of(css, *root_classes):
    return Variables.from_sheets([parse_stylesheet(css)], Roots(frozenset(root_classes)))


@pytest.mark.parametrize(
    ("css", "value", "resolved"),
    [
        (":root{--a:red}", "var(--a)", "red"),
        (":root{--a:red}", "1px solid VAR( --a )", "1px solid red"),
        (":root{--a:222 47% 11%}", "hsl(var(--a))", "hsl(222 47% 11%)"),
        (":root{--a:1,2,3}", "rgba(var(--a),.5)", "rgba(1,2,3,.5)"),
        (":root{--a:var(--b);--b:var(--c);--c:red}", "var(--a)", "red"),
        ("", "var(--a, red)", "red"),
        ("", "var(--a,)", ""),
        ("", "var(--a, var(--b, blue))", "blue"),
        ("", "var(--a, rgb(1, 2, 3))", "rgb(1, 2, 3)"),
        (":root{--a:red}", "var(--a, blue)", "red"),
        ("", "var(--a)", None),
        ("", "var(a)", None),
        ("", "var()", None),
        (":root{--a:var(--missing)}", "var(--a, blue)", "blue"),
        (":root{--a:var(--a)}", "var(--a, blue)", "blue"),
        (":root{--a:var(--b);--b:var(--a)}", "var(--a)", None),
        (":root{--a:var(--b, x);--b:var(--a, y)}", "var(--a, z)", "z"),
        (":root{--a:red}html{--a:blue}", "var(--a)", "red"),
        ("html{--a:red}:root{--a:blue}", "var(--a)", "blue"),
        (":root{--a:red!important}body{--a:blue}", "var(--a)", "blue"),
        (":root{--a:red!important}:root{--a:blue}", "var(--a)", "red"),
        (":root{--a:red}@layer x{:root{--a:blue}}", "var(--a)", "red"),
        (":root,.x{--a:red}", "var(--a)", "red"),
        (":where(:root){--a:red}", "var(--a)", "red"),
        ("@media print{:root{--a:red}}", "var(--a, blue)", "blue"),
        ("@media (min-width:600px){:root{--a:red}}", "var(--a, blue)", "red"),
        ("@keyframes k{to{--a:red}}", "var(--a, blue)", "blue"),
        ("@property --a{syntax:'*';inherits:true;initial-value:red}", "var(--a)", "red"),
        (".card{--a:red}", "var(--a)", "red"),
        (".card{--a:red}", "var(--a, blue)", "blue"),
        (":root{--a:red}", "'var(--a)'", "'var(--a)'"),
        (":root{--a:red}", "url(var(--a))", "url(var(--a))"),
        (":root{--a:red}", "my-var(--a)", "my-var(--a)"),
        (":root{--A:red}", "var(--a, blue)", "blue"),
        (":root{--a:red}", "var(--a", "red"),
        ("", "plain", "plain"),
    ],
)
def test_variables_are_replaced(css, value, resolved):
    assert of(css).resolve(value) == resolved


@pytest.mark.parametrize(
    "css",
    [
        "@media (prefers-color-scheme:dark){:root{--a:black}}",
        "[data-theme=dark]{--a:black}",
        'html[data-bs-theme="dark"]{--a:black}',
        ":root[data-color-scheme='dark']{--a:black}",
        ".dark{--a:black}",
        ".dark-mode{--a:black}",
        "body.theme-dark{--a:black}",
        "html.is-dark-theme{--a:black}",
        ".wp-dark-mode-active{--a:black}",
    ],
)
def test_a_dark_scheme_is_separate(css):
    variables = of(f":root{{--a:white;--b:var(--a)}}{css}")
    assert variables.dark == {"--a": "black"}
    assert variables.resolve("var(--b)") == "white"
    assert variables.resolve("var(--b)", DARK) == "black"


@pytest.mark.parametrize(
    "css", [".bg-dark{--a:1}", ".navbar-dark{--a:1}", ".dark .card{--a:1}", ".darker{--a:1}"]
)
def test_dark_components_are_not_a_dark_scheme(css):
    assert of(css).dark == {}
    assert of(css).root == {}


def test_a_named_light_scheme_is_the_root():
    assert of("[data-bs-theme=light]{--a:1}").root == {"--a": "1"}


def test_classes_of_html_and_body_are_the_root():
    css = ".elementor-kit-5{--a:1}body.home{--b:2}.other{--c:3}"
    assert of(css, "elementor-kit-5", "home").root == {"--a": "1", "--b": "2"}


def test_a_selector_has_its_own_values_first_and_inherited_values_as_computed():
    variables = of(":root{--a:1;--b:var(--a)}.card{--a:2;--c:var(--a)}")
    card = VariableScope(".card")
    assert variables.resolve("var(--a) var(--b) var(--c)", card) == "2 1 2"
    assert variables.value("--c", card) == "2"
    assert variables.scopes[card] == {"--a": "2", "--c": "var(--a)"}
    assert variables.names() == {"--a", "--b", "--c"}


def test_later_sheets_win():
    sheets = [parse_stylesheet(":root{--a:1}"), parse_stylesheet(":root{--a:2}")]
    assert Variables.from_sheets(sheets).root == {"--a": "2"}


def test_a_value_that_doubles_at_every_step_stops_at_the_limit():
    doubling = "".join(f"--v{n}:var(--v{n - 1}) var(--v{n - 1});" for n in range(1, 31))
    variables = of(":root{--v0:12345678;" + doubling + "}")
    assert variables.resolve("var(--v3)") == " ".join(["12345678"] * 8)
    assert variables.resolve("var(--v30)") is None
    lengths = [len(variables.value(f"--v{n}", ROOT) or "") for n in range(31)]
    assert max(lengths) <= MAX_VALUE


def test_all_substitutions_share_one_budget():
    css = ":root{--a:" + "x" * 60_000 + ";" + "".join(f"--b{n}:var(--a) {n};" for n in range(500)) + "}"
    variables = of(css)
    found = [variables.value(f"--b{n}") for n in range(500)]
    assert found[0] is not None
    assert sum(len(value or "") for value in found) <= 9_000_000


def test_chains_longer_than_the_limit_have_no_value():
    css = ":root{--v0:red;" + "".join(f"--v{n}:var(--v{n - 1});" for n in range(1, 100)) + "}"
    assert of(css).resolve("var(--v20)") == "red"
    assert of(css).resolve("var(--v99)") is None


@given(st.text(alphabet="var(-ab),; x", max_size=80))
def test_any_value_resolves_or_not(value):
    found = of(":root{--a:var(--b) x;--b:var(--a, y);--ab:1}").resolve(value)
    assert found is None or len(found) <= MAX_VALUE
