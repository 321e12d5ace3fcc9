"""Short texts of almost empty pages: what they say, in many languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.page.phrases import asks_for_scripts, is_waiting, leads_on, names_scripts

ROWS = rows("page_phrases.tsv")


def texts(says):
    return [row["text"] for row in ROWS if row["says"] == says]


def test_every_phrase_is_known_once_and_in_lower_case():
    assert {row["says"] for row in ROWS} == {"waiting", "enable-scripts", "leads-on"}
    assert len({(row["says"], row["text"]) for row in ROWS}) == len(ROWS)
    assert all(row["text"] == row["text"].lower() and row["language"].istitle() for row in ROWS)


@pytest.mark.parametrize("text", texts("waiting"))
def test_a_word_of_waiting_says_that_a_page_loads(text):
    assert is_waiting(text.capitalize() + "...")
    assert is_waiting(f"{text} 42 %")
    assert not is_waiting(f"about {text} and more")


@pytest.mark.parametrize("text", ["", "…", "42 %", "- - -", "Clocks is loading…", "Now loading the shop"])
def test_these_wait(text):
    assert is_waiting(text)


@pytest.mark.parametrize("text", ["Ladenburg", "Startings", "Clocks", "loading " * 20])
def test_these_are_content(text):
    assert not is_waiting(text)


@pytest.mark.parametrize("text", texts("enable-scripts"))
def test_a_text_that_names_javascript_and_a_wish_asks_for_it(text):
    assert asks_for_scripts(f"{text} JavaScript")
    assert not asks_for_scripts(text)


@pytest.mark.parametrize("text", ["I write JavaScript.", "Clocks in Node.js", "javascript " * 40 + "enable"])
def test_a_text_that_only_names_it_does_not(text):
    assert not asks_for_scripts(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sorry, we need js to run!", True),
        ("JAVASCRIPT", True),
        ("Java Script", True),
        ("next.js", False),
        ("json", False),
    ],
)
def test_javascript_is_named(text, names):
    assert names_scripts(text) is names


@pytest.mark.parametrize("text", texts("leads-on"))
def test_a_text_says_that_its_page_leads_on(text):
    assert leads_on(f"… {text.upper() if text.isascii() else text} …")
    assert not leads_on("We repair clocks.")


@given(st.text(max_size=300))
def test_no_text_raises(text):
    assert isinstance(is_waiting(text) or asks_for_scripts(text) or leads_on(text), bool)
