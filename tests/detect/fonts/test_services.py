"""The URLs of font services have families, weights and styles."""

import csv
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.fonts.names import MAX_FAMILIES, RequestedFamily, title_from_slug
from siteloupe.detect.fonts.services import font_request, parse_google_families, service_of
from tests.font_words import request_words

TABLE = Path(__file__).parents[2] / "tables" / "fonts.tsv"


def cases(kind):
    lines = TABLE.read_text("utf-8").splitlines()
    found = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(case["input"], case["expected"]) for case in found if case["kind"] == kind]


@pytest.mark.parametrize(("url", "expected"), cases("url"))
def test_a_url_requests_the_fonts_of_the_table(url, expected):
    assert request_words(font_request(url)) == expected


names = st.from_regex(r"[A-Z][a-z]{1,10}( [A-Z0-9][a-z]{0,8}){0,2}", fullmatch=True)
weights = st.lists(st.sampled_from(range(100, 1000, 100)), min_size=1, unique=True).map(sorted)
families = st.lists(
    st.tuples(names, weights, st.booleans()), min_size=1, max_size=5, unique_by=lambda f: f[0]
)


def requested_families(found):
    return tuple(
        RequestedFamily(name, tuple(map(str, each)), ("normal", "italic") if italic else ("normal",))
        for name, each, italic in found
    )


@given(families)
def test_a_request_to_the_second_api_is_parsed(found):
    def specification(name, each, italic):
        if italic:
            tuples = [f"{slant},{weight}" for slant in (0, 1) for weight in each]
            return f"family={quote_plus(name)}:ital,wght@{';'.join(tuples)}"
        return f"family={quote_plus(name)}:wght@{';'.join(map(str, each))}"

    url = "https://fonts.googleapis.com/css2?" + "&".join(specification(*family) for family in found)
    assert font_request(url).families == requested_families(found)


@given(families)
def test_a_request_to_the_first_api_is_parsed(found):
    def specification(name, each, italic):
        variants = [str(weight) for weight in each] + (
            [f"{weight}italic" for weight in each] if italic else []
        )
        return f"{name}:{','.join(variants)}"

    written = "|".join(specification(*family) for family in found)
    url = f"https://fonts.googleapis.com/css?family={quote_plus(written)}&subset=latin"
    assert font_request(url).families == requested_families(found)
    assert parse_google_families(written) == requested_families(found)


HOSTS = [row["host"] for row in rows("font_services.tsv")]


@given(st.sampled_from(HOSTS), st.text(max_size=80))
def test_any_address_of_a_service_is_read_without_an_error(host, rest):
    request = font_request(f"https://{host}/{rest}")
    assert request is None or len(request.families) <= MAX_FAMILIES


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text):
    font_request(text)
    service_of(text)


@pytest.mark.parametrize("row", rows("font_services.tsv"), ids=lambda row: row["host"])
def test_every_host_has_its_service_and_a_source(row):
    assert service_of(f"https://{row['host']}/x") == row["service"]
    assert row["serves"] in {"css", "files", "count"}
    assert row["source"].startswith("https://")


def test_the_number_of_families_is_limited():
    url = "https://fonts.googleapis.com/css2?" + "&".join(f"family=F{n}" for n in range(500))
    assert len(font_request(url).families) == MAX_FAMILIES


def test_a_number_that_no_style_has_is_passed_over():
    request = font_request(f"https://api.fontshare.com/v2/css?f[]=satoshi@{'9' * 5000},700,٣")
    assert [(family.name, family.weights) for family in request.families] == [("Satoshi", ("700",))]


def test_a_slug_becomes_a_name():
    assert [title_from_slug(slug) for slug in ("clash-display", "a_b", "", "--x")] == [
        "Clash Display",
        "A B",
        "",
        "X",
    ]
