"""What is a version, and which one stands behind a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.products import AnswerFacts, Condition, Match, Matcher, PageFacts, Product, Sample
from siteloupe.products.match import MAX_LENGTH, is_version, version_at


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1.0",
        "5.8.2",
        "2.67.6",
        "1.0224",
        "1509",
        "3.0.83c",
        "1.7.1d",
        "2.5.15.1",
        "6.5-RC1",
        "4.8-alpha-40290",
        "10.6.1_b2",
    ],
)
def test_versions(text):
    assert is_version(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v",
        "latest",
        "1700000000",  # seconds since 1970
        "20231012",
        "2023-10-12",
        "2023.10.12",
        "2024",
        "12345678",
        "5d5620b008039b216cd87667c0118115",
        "83ec8aa758f8",
        "1234567",
        "1.2.3 and a sentence that goes on and on for longer than versions",
        "1..2",
        "١.٢",
    ],
)
def test_no_versions(text):
    assert not is_version(text)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.2.3", "1.2.3"),
        ("v1.2.3 - more", "1.2.3"),
        (" v1.2", "1.2"),
        ("v 6.2.4", "6.2.4"),
        ("3.25.0-beta2; features", "3.25.0-beta2"),
        ("28.4-RC1", "28.4-RC1"),
        ("3.3.0.beta2 - https", "3.3.0.beta2"),
        ("1.35.0-wmf.5", "1.35.0-wmf.5"),
        ("7.", "7"),
        ("2.0;", "2.0"),
        ("8.30.1/S", "8.30.1"),
        ("", None),
        ("Pro 4.2", None),
        (" - 1.2", None),
        ("20231012", None),
        ("very well", None),
    ],
)
def test_the_version_is_what_follows_with_its_suffix(text: str, version: str | None) -> None:
    assert version_at(f"name{text}", 4) == version


@given(st.text("0123456789.-abv ", max_size=80))
def test_whatever_is_read_is_a_version(text: str) -> None:
    version = version_at(text, 0)
    assert version is None or (is_version(version) and version in text and len(version) <= MAX_LENGTH)


FACTS = AnswerFacts(
    status=200,
    headers=Headers(
        [("Server", "Nginx/1.27"), ("Via", "1.1 proxy"), ("Via", "1.1 Google"), ("X-Fw-Hash", "9")]
    ),
    url="https://www.example.com/Start",
    cookies=frozenset({"visid_incap_12"}),
    title="welcome",
    body="<p>powered by\nexample</p>",
    page=PageFacts(
        valued={
            "meta": (("generator", "Example 4.2-Beta1"), ("generator", "Other")),
            "input": (("_example_version", "2.1"),),
        },
        lines={
            "path": ("/_Next/static/", "/media/"),
            "content-path": ("uploads/example/a.css",),
            "comment": ("Made by Example", "Example v by Example v1.5"),
            "inline": ("var exampleSettings = {}",),
        },
        named={
            "class": {"css-1x", "css-2y", "css-0z", "wp-block"},
            "body-class": ("ver-none", "ver-2.0", "ver-1.0"),
            "id": {"app"},
            "handle": ("example-b-js", "example-a-js"),
            "global": {"dataLayer"},
            "attribute": {"ng-version"},
            "element": {"ion-app"},
            "file": {"jquery", "vue"},
        },
        values={
            "attribute": {"ng-version": "17.3.1"},
            "file": {"jquery": "https://cdn.example/jquery.js", "vue": "https://cdn.example/vue.js"},
        },
        versions={"jquery": "3.7.1", "vue": ""},
        placed={
            "script": ("https://cdn.example/App.js", "https://eu.cdn.example:8443/lib/b.js?x=1"),
            "stylesheet": ("https://cdn.example/a.css",),
            "frame": ("https://notcdn.example/",),
        },
    ),
)


def product(**fields: object) -> Product:
    given = {"name": "Example", "source": "x", "category": "x", "samples": (Sample(),), **fields}
    return Product(**given)  # type: ignore[arg-type]


def found(condition: Condition, facts: AnswerFacts = FACTS) -> Match[Product]:
    """The one match of a product with one condition."""
    (match,) = Matcher([product(any=(condition,))]).matches(facts)
    return match


def is_met(**condition: object) -> bool:
    return bool(Matcher([product(all=(Condition(**condition),))]).matches(FACTS))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"header": "server", "equals": "nginx/1.27"}, True),
        ({"header": "server", "equals": "nginx"}, False),
        ({"header": "server", "starts_with": "nginx/"}, True),
        ({"header": "server", "starts_with": "1.27"}, False),
        ({"header": "server", "contains": "x/1"}, True),
        ({"header": "server", "pattern": "^nginx/[0-9.]{1,9}$"}, True),
        ({"header": "server", "pattern": "^inx"}, False),
        ({"header": "server"}, True),
        ({"header": "x-powered-by"}, False),
        ({"header": "via", "equals": "1.1 google"}, True),
        ({"header": "via", "equals": "1.1 proxy 1.1 google"}, False),
        ({"header": "x-fw-*"}, True),
        ({"header": "x-fx-*"}, False),
        ({"cookie": "visid_incap_*"}, True),
        ({"cookie": "visid_incap_"}, False),
        ({"meta": "generator", "starts_with": "example "}, True),
        ({"meta": "generator", "equals": "other"}, True),
        ({"meta": "description"}, False),
        ({"part": "url", "contains": "example.com/start"}, True),
        ({"part": "title", "equals": "welcome"}, True),
        ({"part": "title", "equals": "come"}, False),
        ({"part": "body", "contains": "powered by\nexample"}, True),
        ({"part": "body", "contains": "powered by example"}, False),
        ({"part": "path", "contains": "/_next/"}, True),
        ({"part": "path", "equals": "/media/"}, True),
        ({"part": "comment", "starts_with": "made by"}, True),
        ({"script": "cdn.example/app.js"}, True),
        ({"script": "cdn.example/lib/"}, True),
        ({"script": "cdn.example", "pattern": r"/([a-z]{1,3})\.js$"}, True),
        ({"script": "example"}, True),
        ({"script": "dn.example"}, False),
        ({"script": "cdn.example/libs"}, False),
        ({"script": "eu.cdn.example/b.js"}, False),
        ({"stylesheet": "cdn.example/a.css"}, True),
        ({"stylesheet": "eu.cdn.example"}, False),
        ({"frame": "cdn.example"}, False),
        ({"image": "cdn.example"}, False),
        ({"class_": "wp-block"}, True),
        ({"class_": "wp"}, False),
        ({"class_": "css-*"}, True),
        ({"class_": "wp-block-*"}, False),
        ({"id": "app"}, True),
        ({"id": "App"}, False),
        ({"global_": "dataLayer"}, True),
        ({"global_": "datalayer"}, False),
        ({"class_": "WP-block"}, False),
        ({"body_class": "ver-2.0"}, True),
        ({"body_class": "ver-*"}, True),
        ({"handle": "example-*"}, True),
        ({"handle": "Example-*"}, False),
        ({"attribute": "ng-version"}, True),
        ({"attribute": "ng-version", "starts_with": "17."}, True),
        ({"attribute": "ng-version", "starts_with": "18."}, False),
        ({"attribute": "ng-app"}, False),
        ({"element": "ion-app"}, True),
        ({"element": "ion-page"}, False),
        ({"input": "_example_version"}, True),
        ({"input": "_example_version", "equals": "2"}, False),
        ({"part": "inline", "starts_with": "var examplesettings"}, True),
        ({"part": "content-path", "starts_with": "uploads/example/"}, True),
        ({"file": "jquery"}, True),
        ({"file": "jquery-ui"}, False),
        ({"file": "jquery", "beside": "jquery"}, True),
        ({"file": "jquery", "beside": "jq*"}, True),
        ({"file": "jquery", "beside": "jquery-ui"}, False),
        ({"meta": "gen*"}, True),
        ({"meta": "author*"}, False),
    ],
)
def test_a_condition_compares_texts_without_regard_to_case_and_names_as_html_does(
    condition: dict[str, object], expected: bool
) -> None:
    assert is_met(**condition) is expected


YES = Condition(header="server")
ALSO = Condition(part="title", equals="welcome")
NO = Condition(header="absent")


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"all": (YES, ALSO)}, True),
        ({"all": (YES, NO)}, False),
        ({"any": (NO, ALSO)}, True),
        ({"any": (NO,)}, False),
        ({"all": (YES,), "any": (NO, ALSO)}, True),
        ({"all": (YES,), "any": (NO,)}, False),
        ({"all": (YES,), "none": (NO,)}, True),
        ({"all": (YES,), "none": (ALSO,)}, False),
        ({"all": (YES,), "status": (200,)}, True),
        ({"all": (YES,), "status": ("2xx",)}, True),
        ({"all": (YES,), "status": (403, "5xx")}, False),
    ],
)
def test_an_entry_needs_all_one_of_any_and_none_of_none(
    conditions: dict[str, object], expected: bool
) -> None:
    assert bool(Matcher([product(**conditions)]).matches(FACTS)) is expected


def test_products_are_found_in_the_order_of_the_entries() -> None:
    entries = [product(any=(ALSO, YES)), product(all=(YES,)), product(any=(Condition(header="x-fw-*"),))]
    assert [match.product for match in Matcher(entries).matches(FACTS)] == entries


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        (Condition(header="via", equals="1.1 google"), "1.1 Google"),
        (Condition(header="server"), "Nginx/1.27"),
        (Condition(script="cdn.example/lib"), "https://eu.cdn.example:8443/lib/b.js?x=1"),
        (Condition(meta="generator", starts_with="example"), "Example 4.2-Beta1"),
        (Condition(class_="css-*"), "css-0z"),
        (Condition(cookie="visid_incap_*"), "visid_incap_12"),
    ],
)
def test_a_hit_tells_the_condition_and_the_line_that_met_it(condition: Condition, value: str) -> None:
    hit = found(condition).best()
    assert (hit.condition, hit.value) == (condition, value)


@pytest.mark.parametrize(
    ("conditions", "version"),
    [
        ((Condition(meta="generator", starts_with="example ", version=True),), "4.2-Beta1"),
        ((Condition(meta="generator", starts_with="example"),), None),
        ((Condition(meta="generator", pattern="^Example ([0-9.]{1,9})"),), "4.2"),
        ((Condition(meta="generator", pattern="^Exam([0-9]{0,9})"),), None),
        ((Condition(part="comment", contains="example v", version=True),), "1.5"),
        ((Condition(input="_example_version", version=True),), "2.1"),
        ((Condition(attribute="ng-version", version=True),), "17.3.1"),
        ((Condition(attribute="ng-version"),), None),
        ((Condition(body_class="ver-*", version=True),), "2.0"),
        ((Condition(file="jquery"),), "3.7.1"),
        ((Condition(file="vue"),), None),
        ((Condition(file="vue"), Condition(id="app"), Condition(file="jquery")), "3.7.1"),
    ],
)
def test_the_first_version_that_any_condition_tells_counts(
    conditions: tuple[Condition, ...], version: str | None
) -> None:
    (match,) = Matcher([product(any=conditions)]).matches(FACTS)
    assert match.best().version == version


@pytest.mark.parametrize(
    "condition",
    [
        Condition(part="comment", contains="made by ", version=True),
        Condition(meta="generator", starts_with="other", version=True),
        Condition(body_class="ver-n*", version=True),
    ],
)
def test_what_a_version_shall_follow_is_not_met_without_one(condition: Condition) -> None:
    assert not Matcher([product(any=(condition,))]).matches(FACTS)


def test_a_match_has_a_hit_for_each_condition_of_the_view() -> None:
    entry = product(
        plugin="example",
        any=(
            Condition(id="app"),
            Condition(global_="dataLayer", only="technology"),
            Condition(element="ion-app", only="plugin"),
            Condition(part="path", contains="/media/"),
        ),
    )
    subjects = {
        view: [hit.condition.subject[0] for hit in Matcher([entry], view).matches(FACTS)[0].hits]
        for view in ("plugin", "technology", None)
    }
    assert subjects["plugin"] == ["id", "element"]
    assert subjects["technology"] == ["id", "global", "part"]
    assert subjects[None] == ["id", "global", "element", "part"]


def test_of_names_without_an_order_the_first_by_alphabet_is_told_else_the_first_of_the_page() -> None:
    assert found(Condition(class_="css-*")).best().value == "css-0z"
    assert found(Condition(handle="example-*")).best().value == "example-b-js"
    cookies = AnswerFacts(
        status=200, headers=Headers(), cookies=frozenset(f"ips4_{n}" for n in range(9, 0, -1))
    )
    assert found(Condition(cookie="ips4_*"), cookies).best().value == "ips4_1"


def test_a_value_is_cut_around_the_hit() -> None:
    facts = AnswerFacts(status=200, headers=Headers(), body="x" * 5000 + "mark" + "y" * 5000)
    value = found(Condition(part="body", contains="mark"), facts).best().value
    assert "mark" in value
    assert len(value) <= 300


def test_a_line_break_in_a_value_starts_no_new_line() -> None:
    facts = AnswerFacts(200, Headers(), page=PageFacts(lines={"comment": ("It is\nMade",)}))
    entry = product(any=(Condition(part="comment", starts_with="made"),))
    assert Matcher([entry]).matches(facts) == []


names = st.sampled_from(["server", "via", "x-fw-hash", "x-fw-type"])
values = st.sampled_from(["a", "ab", "b", "a\nb", ""])
headers = st.lists(st.tuples(names, values), max_size=5)
conditions = st.one_of(
    st.builds(lambda name, word: Condition(header=name, equals=word), names, st.sampled_from(["a", "b"])),
    st.builds(lambda name: Condition(header=name), st.sampled_from(["x-fw-*", "via"])),
    st.just(Condition(part="title", contains="a")),
)
entries = st.builds(
    lambda all_, any_, none: product(all=tuple(all_), any=tuple(any_), none=tuple(none)),
    st.lists(conditions, min_size=1, max_size=2),
    st.lists(conditions, max_size=2),
    st.lists(conditions, max_size=1),
)


@given(st.lists(entries, max_size=6), headers, values)
def test_the_index_finds_what_each_entry_alone_finds(
    several: list[Product], lines: list[tuple[str, str]], title: str
) -> None:
    facts = AnswerFacts(status=200, headers=Headers(lines), title=title)
    alone = [match.product for one in several for match in Matcher([one]).matches(facts)]
    assert [match.product for match in Matcher(several).matches(facts)] == alone


@given(st.lists(entries, min_size=1, max_size=3), headers)
def test_a_header_that_only_looks_alike_is_no_hit(
    several: list[Product], lines: list[tuple[str, str]]
) -> None:
    facts = AnswerFacts(status=200, headers=Headers([(f"z-{name}", value) for name, value in lines]))
    assert Matcher(several).matches(facts) == []


@given(st.lists(st.text(max_size=60), max_size=20))
def test_no_text_fails_the_search_and_what_is_told_stands_in_one(texts: list[str]) -> None:
    facts = AnswerFacts(200, Headers(), page=PageFacts(lines={"comment": tuple(texts)}))
    condition = Condition(part="comment", contains="a", version=True)
    for match in Matcher([product(any=(condition,))]).matches(facts):
        assert any(match.best().value.lower() in text.replace("\n", " ").lower() for text in texts)
