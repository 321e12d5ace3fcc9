"""Prose for models: what comes from a site is quoted, bounded, and leads nowhere."""

import unicodedata
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.analyses.prose import CUT, FOREWORD, MAX_PROSE, MAX_QUOTED, prose_for_models, quote
from tests.visits import echo


@dataclass
class Report:
    url: str = "https://example.com/"


def telling(text):
    return replace(echo(), summarize=lambda _: text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Orchard", '"Orchard"'),
        ('say "no"', "\"say 'no'\""),
        ("one\r\ntwo\u2028three", '"one two three"'),
        ("\x1b[31mred", '"(31mred"'),
        ("[click](evil.example/)", '"(click)(evil.example/)"'),
        ("a\ufe0fb\u3164c\U000e0141d", '"abcd"'),
        ("\u202eabc\u2066\u200b", '"abc"'),
        ("<script>x</script>", '"‹script›x‹/script›"'),
        ("`rm -rf`", "\"'rm -rf'\""),
        ("", '""'),
        ("x" * 200, '"' + "x" * 79 + '…"'),
    ],
)
def test_a_sites_string_is_one_quiet_line(text, shown):
    assert quote(text) == shown


@given(st.text(max_size=400))
def test_no_string_gets_out_of_its_quotes(text):
    inner = quote(text)[1:-1]
    assert len(inner) <= MAX_QUOTED
    assert not set('"`<>\n\r') & set(inner)
    assert not {unicodedata.category(character) for character in inner} & {"Cc", "Cf", "Cs"}


def test_a_model_is_told_first_what_quotes_mean():
    assert prose_for_models(telling("It runs."), Report()) == f"{FOREWORD}\n\nIt runs."


def test_only_the_analysed_address_can_be_followed():
    text = f"{quote('https://example.com/')} links to {quote('HTTPS://evil.example/a')} and http://other.example/."
    told = prose_for_models(telling(text), Report())
    assert '"https://example.com/" links to "evil.example/a" and other.example/.' in told


def test_prose_that_is_too_long_loses_whole_lines_and_says_so():
    told = prose_for_models(telling("\n".join(f"line {number} ä" for number in range(1000))), Report())
    assert MAX_PROSE - 50 < len(told.encode()) <= MAX_PROSE
    *lines, last = told.splitlines()
    assert last == CUT
    assert all(line.endswith("ä") for line in lines[2:])
