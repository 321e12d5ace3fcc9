"""Matching: each comparison, the index by subject, and what is reported of a hit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.signatures import Condition, Matcher, Observed, Row, Sample, Shown

OBSERVED = Observed(
    status=200,
    headers=Headers(
        [("Server", "Nginx/1.27"), ("Via", "1.1 proxy"), ("Via", "1.1 Google"), ("X-Fw-Hash", "9")]
    ),
    url="https://www.example.com/Start",
    cookies=frozenset({"visid_incap_12"}),
    title="welcome",
    body="<p>powered by\nexample</p>",
    shown=Shown(
        metas=(("generator", "Example 4.2"), ("generator", "Other")),
        paths=("/_Next/static/", "/media/"),
        comments=("Made by Example",),
        named={
            "class": {"css-1x", "wp-block"},
            "id": {"app"},
            "global": {"dataLayer"},
            "mark": {"ng-version"},
            "file": {"jquery", "vue"},
        },
        values={
            "mark": {"ng-version": "17.3.1"},
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


def row(**conditions: object) -> Row:
    return Row(name="Example", type="x", source="x", samples=(Sample(),), **conditions)  # type: ignore[arg-type]


def met(**condition: object) -> bool:
    return bool(Matcher([row(all=(Condition(**condition),))]).matches(OBSERVED))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"header": "server", "equals": "nginx/1.27"}, True),
        ({"header": "server", "equals": "nginx"}, False),
        ({"header": "server", "starts_with": "nginx/"}, True),
        ({"header": "server", "starts_with": "1.27"}, False),
        ({"header": "server", "contains": "X/1"}, True),
        ({"header": "server", "pattern": "^nginx/[0-9.]{1,9}$"}, True),
        ({"header": "server", "pattern": "^inx"}, False),
        ({"header": "server", "exists": True}, True),
        ({"header": "x-powered-by", "exists": True}, False),
        ({"header": "via", "equals": "1.1 google"}, True),
        ({"header": "via", "equals": "1.1 proxy 1.1 google"}, False),
        ({"header": "x-fw-*", "exists": True}, True),
        ({"header": "x-fw-*", "equals": "8"}, False),
        ({"header": "x-fx-*", "exists": True}, False),
        ({"cookie": "visid_incap_*", "exists": True}, True),
        ({"cookie": "visid_incap_", "exists": True}, False),
        ({"meta": "generator", "starts_with": "example "}, True),
        ({"meta": "generator", "equals": "other"}, True),
        ({"meta": "description", "exists": True}, False),
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
        ({"mark": "ng-version"}, True),
        ({"mark": "ng-app"}, False),
        ({"file": "jquery"}, True),
        ({"file": "jquery-ui"}, False),
    ],
)
def test_a_condition_compares_without_regard_to_case(condition: dict[str, object], expected: bool) -> None:
    assert met(**condition) is expected


YES = Condition(header="server", exists=True)
ALSO = Condition(part="title", equals="welcome")
NO = Condition(header="absent", exists=True)


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
def test_a_row_needs_all_one_of_any_and_none_of_none(conditions: dict[str, object], expected: bool) -> None:
    assert bool(Matcher([row(**conditions)]).matches(OBSERVED)) is expected


def test_rows_match_in_the_order_of_the_file() -> None:
    rows = [row(any=(ALSO, YES)), row(all=(YES,)), row(any=(Condition(header="x-fw-*", exists=True),))]
    assert [found.row for found in Matcher(rows).matches(OBSERVED)] == rows


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        (Condition(header="via", equals="1.1 google"), "1.1 Google"),
        (Condition(header="server", exists=True), "Nginx/1.27"),
        (Condition(script="cdn.example/lib"), "https://eu.cdn.example:8443/lib/b.js?x=1"),
        (Condition(meta="generator", starts_with="example"), "Example 4.2"),
        (Condition(class_="css-*"), "css-1x"),
        (Condition(cookie="visid_incap_*", exists=True), "visid_incap_12"),
    ],
)
def test_a_hit_tells_the_condition_and_the_line_that_met_it(condition: Condition, value: str) -> None:
    (found,) = Matcher([row(all=(condition,))]).matches(OBSERVED)
    assert (found.condition, found.value) == (condition, value)


@pytest.mark.parametrize(
    ("conditions", "version"),
    [
        ((Condition(meta="generator", pattern="^Example ([0-9.]{1,9})"),), "4.2"),
        ((Condition(meta="generator", pattern="^Example [0-9.]{1,9}"),), None),
        ((Condition(meta="generator", pattern="^Exam([0-9]{0,9})"),), None),
        ((Condition(mark="ng-version", pattern="^([0-9.]{1,9})$"),), "17.3.1"),
        ((Condition(mark="ng-version"),), None),
        ((Condition(file="jquery"),), "3.7.1"),
        ((Condition(file="vue"),), None),
        ((Condition(file="vue"), Condition(id="app"), Condition(file="jquery")), "3.7.1"),
    ],
)
def test_the_first_version_that_any_condition_tells_counts(
    conditions: tuple[Condition, ...], version: str | None
) -> None:
    (found,) = Matcher([row(any=conditions)]).matches(OBSERVED)
    assert found.version == version


def test_the_same_names_give_the_same_hit_whatever_order_a_set_has() -> None:
    names = {f"css-{number}" for number in range(100, 200)}
    cookies = frozenset(f"visid_incap_{number}" for number in range(100, 200))
    observed = Observed(200, Headers(), cookies=cookies, shown=Shown(named={"class": names}))
    rows = [row(any=(Condition(class_="css-*"),)), row(any=(Condition(cookie="visid_incap_*", exists=True),))]
    hits = [found.value for found in Matcher(rows).matches(observed)]
    assert hits == ["css-100", "visid_incap_100"]


def test_a_value_is_cut_around_the_hit() -> None:
    observed = Observed(status=200, headers=Headers(), body="x" * 5000 + "mark" + "y" * 5000)
    (found,) = Matcher([row(all=(Condition(part="body", contains="mark"),))]).matches(observed)
    assert "mark" in found.value
    assert len(found.value) <= 300


names = st.sampled_from(["server", "via", "x-fw-hash", "x-fw-type"])
values = st.sampled_from(["a", "ab", "b", "a\nb", ""])
headers = st.lists(st.tuples(names, values), max_size=5)
conditions = st.one_of(
    st.builds(lambda name, word: Condition(header=name, equals=word), names, st.sampled_from(["a", "b"])),
    st.builds(lambda name: Condition(header=name, exists=True), st.sampled_from(["x-fw-*", "via"])),
    st.just(Condition(part="title", contains="a")),
)
rows = st.builds(
    lambda all_, any_, none: row(all=tuple(all_), any=tuple(any_), none=tuple(none)),
    st.lists(conditions, min_size=1, max_size=2),
    st.lists(conditions, max_size=2),
    st.lists(conditions, max_size=1),
)


@given(st.lists(rows, max_size=6), headers, values)
def test_the_index_finds_what_each_row_alone_finds(
    several: list[Row], lines: list[tuple[str, str]], title: str
) -> None:
    observed = Observed(status=200, headers=Headers(lines), title=title)
    alone = [found.row for one in several for found in Matcher([one]).matches(observed)]
    assert [found.row for found in Matcher(several).matches(observed)] == alone


@given(st.lists(rows, min_size=1, max_size=3), headers)
def test_a_header_that_only_looks_alike_is_no_hit(several: list[Row], lines: list[tuple[str, str]]) -> None:
    observed = Observed(status=200, headers=Headers([(f"z-{name}", value) for name, value in lines]))
    assert Matcher(several).matches(observed) == []
