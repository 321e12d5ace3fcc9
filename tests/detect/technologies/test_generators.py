"""A generator names a product: a known one by its entry, another one as it is written, within limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.technologies.generators import MAX_NAME, MAX_UNKNOWN, unknown_generators
from siteloupe.reports.tech_stack import Technology
from tests.pages import site


def told(*contents: str, known: tuple[str, ...] = (), explained: tuple[str, ...] = ()) -> list[Technology]:
    return list(unknown_generators(contents, known, explained))


@pytest.mark.parametrize(
    ("content", "name", "version"),
    [
        ("PChoc", "PChoc", None),
        ("MasterSlider 2.29.0 - Responsive Touch Image Slider", "MasterSlider", "2.29.0"),
        ("redFACT7 CMS, powered by www.newsfactory.de", "redFACT7 CMS", None),
        ("Capital Digital - Lico plugin", "Capital Digital", None),
        ("My Son v.1.0.0", "My Son", "1.0.0"),
        ("NextGEN Gallery Optimizer Basic v2.1.5", "NextGEN Gallery Optimizer Basic", "2.1.5"),
        ("WooFramework 1.0.2-wpcom", "WooFramework", "1.0.2-wpcom"),
        ("Example-Press-1.4.550", "Example-Press", "1.4.550"),
        ("Example/12.3.4 (https://example.com/)", "Example", "12.3.4"),
        ("Powered by Example: 3.2", "Example", "3.2"),
        ("Example version 20240101", "Example", None),
        ("\u5e1d\u56fdCMS 7.5", "\u5e1d\u56fdCMS", "7.5"),
    ],
)
def test_an_unknown_generator_is_told_with_its_version_as_not_verified(
    content: str, name: str, version: str | None
) -> None:
    (technology,) = told(content)
    assert (technology.name, technology.version, technology.verified) == (name, version, False)
    assert (technology.category, technology.evidence[0].value) == ("generator", content)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "-",
        "7.5",
        "None",
        "my site",
        "WordPress 6.8",
        "https://example.com/",
        "www.example.com",
        "example.com",
        "{{ generator }}",
        "<b>Example</b>",
        "%GENERATOR%",
        "8f3a9c0d12ab",
        "x" * 41,
        "Buy our cheap things in this great shop today",
    ],
)
def test_what_cannot_be_the_name_of_a_product_is_not_told(content: str) -> None:
    assert told(content) == []


def test_many_generators_give_a_few_names() -> None:
    assert len(told(*(f"Example{letter}" for letter in "abcdefghij"))) == MAX_UNKNOWN


def test_spellings_of_one_name_are_told_once() -> None:
    assert [each.name for each in told("Exampler 1.2", "exampler", "Exampler Pro 2.0")] == ["Exampler"]
    assert told("Exampler 1.2", known=("Exampler Framework",)) == []


def test_a_text_that_an_entry_matched_names_nothing_else() -> None:
    assert told("Exampler  1.2", explained=("Exampler 1.2",)) == []


@given(st.lists(st.text(max_size=60), max_size=20))
def test_any_text_gives_short_names_of_one_line(contents: list[str]) -> None:
    found = told(*contents)
    assert len(found) <= MAX_UNKNOWN
    for each in found:
        assert 2 <= len(each.name) <= MAX_NAME
        assert each.name.isprintable()


def test_a_page_shows_known_generators_by_their_entries_and_others_behind_them() -> None:
    metas = (
        '<meta name="generator" content="Example 4.0">'
        '<meta name="generator" content="Backdrop CMS 1 (https://backdropcms.org)">'
    )
    found = [(each.name, each.version, each.verified is False) for each in site(metas).technologies]
    assert found == [("Backdrop CMS", "1", False), ("Example", "4.0", True)]


def test_a_generator_that_shows_a_plugin_is_no_technology_of_its_own() -> None:
    page = (
        '<meta name="generator" content="WordPress 6.8"><meta name="generator" content="SportsPress 2.7.15">'
    )
    found = site(page)
    assert [each.slug for each in found.plugins] == ["sportspress"]
    assert [each.name for each in found.technologies] == []


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Z" * 40, "Z" * 40),
        ("Z" * 41, None),
        ("One Two Three Four Five", "One Two Three Four Five"),
        ("One Two Three Four Five Six", None),
        ("Ab", "Ab"),
        ("A", None),
        ("deadbeef", None),
        ("deadbee", "deadbee"),
    ],
)
def test_a_name_has_at_most_forty_letters_and_five_words(content: str, name: str | None) -> None:
    assert [each.name for each in told(content)] == ([name] if name else [])


def test_ten_generators_are_read_and_three_unknown_ones_told() -> None:
    unread = ["n/a"] * 1 + [f"{'x' * 41}{n}" for n in range(9)]
    assert told(*unread, "Exampler") == []
    assert [each.name for each in told(*unread[:9], "Exampler")] == ["Exampler"]
    assert len(told("Alpha", "Beta", "Gamma", "Delta")) == 3


def test_two_hundred_characters_of_a_generator_are_read() -> None:
    assert [each.version for each in told("Exampler" + " " * 185 + "1.2.345")] == ["1.2.345"]
    assert [each.version for each in told("Exampler" + " " * 186 + "1.2.345")] == ["1.2.34"]


@pytest.mark.parametrize(("known", "told_too"), [("Abcd Pro", False), ("Abc Pro", True)])
def test_four_letters_are_enough_for_a_spelling_of_the_same_name(known: str, told_too: bool) -> None:
    assert bool(told(known.split(maxsplit=1)[0], known=(known,))) is told_too
