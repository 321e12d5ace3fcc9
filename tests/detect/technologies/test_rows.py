"""Every row of the technology files is its own test: each sample shows the row, and nothing it does not imply."""

from collections.abc import Iterator

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.technologies.rows import FILES, MAX_COMMENT, MAX_INLINE, MAX_URLS, technologies
from siteloupe.detect.technologies.rows import shown as shown_of
from siteloupe.document import Page, loads_of, page_of
from siteloupe.document.marks import ATTRIBUTES, ELEMENTS
from siteloupe.reports.tech_stack import Technology
from siteloupe.signatures import Condition, Matcher, Sample, Shown, TechnologyRow, load, observe
from siteloupe.signatures.rows import NAMED
from tests.pages import exchange, page

MATCHER: Matcher[TechnologyRow] = load(*FILES, kind=TechnologyRow)
ROWS = {row.name: row for row in MATCHER.rows}


def sample_answer(sample: Sample) -> Exchange:
    lines = [*sample.headers.items(), *(("Set-Cookie", f"{name}=1") for name in sample.cookies)]
    return Exchange(sample.url, sample.url, sample.status, Headers(lines), sample.body.encode())


def names(exchange: Exchange) -> set[str]:
    return {found.name for found in technologies_in(exchange)}


def implied_by(row: TechnologyRow) -> Iterator[str]:
    for name in row.implies:
        yield name
        yield from implied_by(ROWS[name])


def test_there_are_enough_rows_and_each_name_once() -> None:
    assert len(MATCHER.rows) >= 220
    assert len(ROWS) == len(MATCHER.rows)


@pytest.mark.parametrize("row", MATCHER.rows, ids=lambda row: row.name)
def test_every_sample_shows_its_own_row_and_no_other(row: TechnologyRow) -> None:
    for sample in row.samples:
        assert names(sample_answer(sample)) == {row.name, *implied_by(row)}, sample


@pytest.mark.parametrize("row", MATCHER.rows, ids=lambda row: row.name)
def test_every_condition_is_shown_by_a_sample(row: TechnologyRow) -> None:
    for condition in row.any:
        shown_by = [sample for sample in row.samples if is_shown(condition, row, sample)]
        assert shown_by, condition


def technologies_in(answer: Exchange) -> tuple[Technology, ...]:
    parsed = page_of(answer)
    return technologies(answer, parsed, assets_of(parsed), loads_of(answer).marks)


def is_shown(condition: Condition, row: TechnologyRow, sample: Sample) -> bool:
    alone = TechnologyRow(
        name=row.name, type=row.type, source=row.source, samples=row.samples, any=(condition,), all=row.all
    )
    exchange = sample_answer(sample)
    parsed = page_of(exchange)
    seen = shown_of(parsed, assets_of(parsed), loads_of(exchange).marks)
    return bool(Matcher([alone]).matches(observe(exchange, body=False, shown=seen)))


def test_every_pattern_with_a_group_gives_a_version_in_a_sample() -> None:
    versions = {
        found.name: found.version
        for row in MATCHER.rows
        for sample in row.samples
        for found in technologies_in(sample_answer(sample))
        if found.version
    }
    for row in MATCHER.rows:
        if any("([0-9.]{1" in (condition.pattern or "") for condition in row.any):
            assert versions[row.name][0].isdigit(), row.name


def test_what_is_implied_has_a_row_and_is_told_as_implied() -> None:
    assert {name for row in MATCHER.rows for name in row.implies} <= set(ROWS)
    answer = exchange("<script src=/_next/static/a.js></script>")
    found = {each.name: each for each in technologies_in(answer)}
    assert set(found) == {"Next.js", "React"}
    assert (found["React"].evidence[0].where, found["React"].category) == ("implied", "javascript-framework")


def test_every_mark_is_one_that_the_page_keeps() -> None:
    marks = {condition.mark for row in MATCHER.rows for condition in row.any if condition.mark}
    assert marks == ATTRIBUTES | ELEMENTS


def test_no_bodies_are_searched() -> None:
    kinds = {condition.subject for row in MATCHER.rows for condition in (*row.any, *row.all, *row.none)}
    assert ("part", "body") not in kinds
    assert {kind for kind, _ in kinds} >= {"header", "cookie", "meta", *NAMED}


@pytest.mark.parametrize(
    ("markup", "name", "version", "where"),
    [
        ("<script src=/js/jquery-3.7.1.min.js></script>", "jQuery", "3.7.1", "file or package name"),
        ('<meta name=generator content="Joomla! 4">', "Joomla", None, "<meta name=generator>"),
        (
            '<meta name=generator content="Discourse 3.3.0.beta2 - https">',
            "Discourse",
            "3.3.0",
            "<meta name=generator>",
        ),
        ("<html ng-version=19.0.3>", "Angular", "19.0.3", "attribute or element ng-version"),
        ("<i class=mantine-Button-root>", "Mantine", None, "class attribute"),
        ("<script>_paq.push([])</script>", "Matomo", None, "inline script"),
        ("<script type=pmdelayedscript>_paq.push([])</script>", "Matomo", None, "inline script"),
    ],
)
def test_a_technology_tells_its_version_and_where_it_was_seen(markup, name, version, where) -> None:
    answer = exchange(markup)
    (found,) = [each for each in technologies_in(answer) if each.name == name]
    assert (found.version, found.evidence[0].where) == (version, where)
    assert found.evidence[0].value


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=https://www.shopify.com/>Shopify</a>",
        "<p>We use Joomla!, jquery.js and /_next/static/.</p>",
        "<img src=https://other.example/_next/static/a.png>",
        "<script src=https://notjquery.example/hotjar.com/></script>",
        "<script src=https://static.hotjar.com.example.net/a></script>",
        "<meta name=description content='Hugo 0.1, TYPO3, Drupal'>",
        "<script type=application/ld+json>{'@id': 'https://static.hotjar.com/'}</script>",
        "<script>links = ['https://app.termly.io/document/x', 'https://donorbox.org/x', 'https://www.wufoo.com/']</script>",
    ],
)
def test_what_is_only_mentioned_is_not_recognised(markup) -> None:
    answer = exchange(body=markup)
    assert technologies_in(answer) == ()


def shown(found: Page) -> Shown:
    return shown_of(found, assets_of(found), {})


def test_scripts_are_those_that_are_loaded_or_named_in_a_script():
    found = shown(
        page("<script src=/a.js></script><script>load('https:\\/\\/cdn.example\\/b.js?x=1')</script>")
    )
    assert found.placed["script"] == ("https://example.org/a.js", "https://cdn.example/b.js?x=1")


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=https://cdn.example/a.js>",
        "<p>https://cdn.example/a.js",
        "<!-- <script src=https://cdn.example/a.js></script> -->",
        "<script type=application/json>'//cdn.example/a.js'</script>",
        "<link rel=preconnect href=https://cdn.example>",
    ],
)
def test_what_is_only_mentioned_is_not_loaded(markup):
    found = shown(page(body=markup))
    assert not any("cdn.example" in url for urls in found.placed.values() for url in urls)


def test_globals_are_the_identifiers_of_scripts_that_run():
    found = shown(page("<script>window.dataLayer = []</script><script type=text/plain>hidden_one</script>"))
    assert "dataLayer" in found.named["global"]
    assert "hidden_one" not in found.named["global"]


def test_paths_are_the_directories_of_the_sites_own_files():
    found = shown(
        page("<script src=/_next/static/a.js></script><script src=https://a.example/_nuxt/b.js></script>")
    )
    assert found.paths == ("/_next/static/",)


def test_names_metas_marks_and_frames():
    markup = "<p class='a b' id=c></p><iframe src=https://www.youtube.com/embed/x></iframe>"
    parsed = page('<meta name=Generator content="Hugo 0.1">', markup)
    found = shown_of(parsed, assets_of(parsed), {"ng-version": "17.1"})
    assert ("generator", "Hugo 0.1") in found.metas
    assert set(found.named["class"]) >= {"a", "b"}
    assert "c" in found.named["id"]
    assert found.values["mark"] == {"ng-version": "17.1"}
    assert found.named["mark"] == {"ng-version"}
    assert found.placed["frame"] == ("https://www.youtube.com/embed/x",)


def test_everything_is_bounded():
    inline = "<script>" + "x = '//a.example/b.js';" * 50_000 + "var last_one;</script>"
    found = shown(page(inline, "<!--" + "y" * 5000 + "-->"))
    assert len(found.placed["script"]) <= MAX_URLS
    assert "last_one" not in found.named["global"]
    assert max(map(len, found.comments)) == MAX_COMMENT
    assert len(inline) > MAX_INLINE
