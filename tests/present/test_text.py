"""The terminal walker: any width, any encoding, and a site's text stays text."""

import io
import unicodedata
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from siteloupe.present.text import MAX_ROWS, draw
from siteloupe.reports.outline import Column, Kind, Outline, Section

OUTLINE: Outline = (
    Section(
        "Runs WordPress",
        "isCms",
        Kind.VERDICT,
        (
            Column("Confidence", "confidence"),
            Column("Signals", "signalCount", Kind.NUMBER, whole="totalSignals"),
        ),
    ),
    Section(
        "Signals",
        "signals",
        Kind.SIGNALS,
        (Column("Generator tag", "metaGenerator"), Column("REST API", "restApi")),
    ),
    Section("Theme", "theme", Kind.RECORD),
    Section("Page", "", Kind.RECORD, (Column("Address", "url", Kind.LINK),)),
)

REPORT: Mapping[str, Any] = {
    "isCms": True,
    "confidence": "high",
    "signalCount": 6,
    "totalSignals": 8,
    "signals": {"metaGenerator": "WordPress 6.8.1", "restApi": False},
    "evidence": [
        {"what": "metaGenerator", "where": "<meta name=generator>", "value": "WordPress 6.8.1"},
    ],
    "theme": {"name": "Orchard", "version": "1.2", "outdated": True},
    "url": "https://example.org/a/rather/long/address/that/needs/two/lines/on/a/narrow/terminal",
}

BLOCKED: Mapping[str, Any] = {
    "isCms": None,
    "confidence": "unknown",
    "signals": {"metaGenerator": False, "restApi": False},
    "signalCount": 0,
    "totalSignals": 8,
    "theme": None,
    "blocked": True,
    "blockedBy": "Examplewall",
    "status": 403,
    "reason": "bot-protection",
    "note": "The site's firewall turned the visit away.",
    "url": "https://example.org/",
}

EVERY_KIND: Mapping[Kind, Any] = {
    Kind.VERDICT: True,
    Kind.TEXT: "text",
    Kind.NUMBER: 12345,
    Kind.FLOOR: 500000,
    Kind.FLAG: None,
    Kind.LINK: "https://example.org/",
    Kind.TIME: "2026-01-02T03:04:05Z",
    Kind.COLOR: "#c0ffee",
    Kind.GRADIENT: "linear-gradient(90deg, #c0ffee, #7a3e1d)",
    Kind.NOTATION: "rgb(192, 255, 238)",
    Kind.TAGS: ["serif", "Georgia"],
    Kind.RECORD: {"firstName": "Ada"},
    Kind.TABLE: [{"slug": "akismet", "known": True}],
    Kind.SIGNALS: {"restApi": True},
    Kind.EVIDENCE: [{"what": "theme", "where": "body class", "value": "wp-theme-orchard"}],
    Kind.METER: 87,
    Kind.SWATCHES: [{"hex": "#c0ffee", "count": 3}],
    Kind.ROLES: {"background": {"hex": "#ffffff", "name": "white"}, "text": None},
    Kind.SCALE: [{"value": "1rem", "count": 3, "px": 16}, {"value": "3rem", "count": 1, "px": 48}],
    Kind.CONTRAST: [{"label": "Text", "ratio": 4.62, "rating": "AA"}],
    Kind.SPECIMENS: [{"family": "Crumb", "weights": ["400", "700"]}],
}

SEEN_OF: Mapping[Kind, str] = {
    Kind.VERDICT: "Part: yes",
    Kind.NUMBER: "12,345",
    Kind.FLOOR: "500,000+",
    Kind.FLAG: "could not see",
    Kind.TIME: "2026-01-02 03:04:05 UTC",
    Kind.RECORD: "First name  Ada",
    Kind.TABLE: "akismet  yes",
    Kind.SIGNALS: "Rest api  yes",
    Kind.METER: "87 of 100",
    Kind.ROLES: "Background  #ffffff white",
    Kind.SCALE: "3rem  ████████████████████████   1 use",
    Kind.CONTRAST: "Text  4.62 : 1  AA",
    Kind.SPECIMENS: "Crumb   400, 700",
}


class _Ascii(io.StringIO):
    encoding = "ascii"


def shown(report: Mapping[str, Any], outline: Outline = OUTLINE, width: int = 80) -> str:
    """What a pipe gets: no color, a fixed width."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(draw(report, outline))
    return file.getvalue()


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
@pytest.mark.parametrize("report", [REPORT, BLOCKED])
def test_no_line_is_wider_than_the_terminal(report: Mapping[str, Any], width: int) -> None:
    assert max(map(cell_len, shown(report, width=width).splitlines())) <= width


def test_a_verdict_comes_with_its_confidence_and_share_of_signals() -> None:
    text = shown(REPORT)
    assert "✓ Runs WordPress: yes" in text
    assert "confidence high · signals 6 of 8" in text


def test_evidence_stands_beside_its_signal() -> None:
    line = next(line for line in shown(REPORT).splitlines() if "Generator tag" in line)
    assert line.split("  ") == ["", "✓", "Generator tag", "<meta name=generator>", "WordPress 6.8.1"]


def test_an_absent_signal_is_said_to_be_absent() -> None:
    assert "✗  REST API       no" in shown(REPORT)


def test_a_refused_page_says_who_refused_and_claims_nothing_else() -> None:
    text = shown(BLOCKED)
    assert "? Site blocked the request" in text
    assert "blocked by Examplewall · reason bot-protection · HTTP status 403" in text
    assert "The site's firewall turned the visit away." in text
    assert "REST API" not in text
    assert "Runs WordPress" not in text


def test_what_nobody_could_look_for_is_not_said_to_be_absent() -> None:
    outline = (
        Section("Sources", "sources", Kind.RECORD, (Column("Google Fonts", "google.detected", Kind.FLAG),)),
        Section("Page", "", Kind.RECORD, (Column("Stylesheets", "stylesheets.fetched", Kind.NUMBER),)),
        Section("Served by", "", Kind.RECORD, (Column("Server", "server"),)),
    )
    report = {"sources": {"google": {"detected": False}}, "stylesheets": {"fetched": 0}, "server": "nginx"}
    assert "Google Fonts  no" in shown(report, outline)
    refused = shown({**report, "blocked": True}, outline)
    assert "nginx" in refused
    assert "Google Fonts" not in refused
    assert "Stylesheets" not in refused


def test_what_was_cut_from_a_report_is_said() -> None:
    assert "plugins  1,200 left out" in shown({**REPORT, "truncated": {"plugins": 1200}})


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_drawn_without_a_word_of_code_for_the_section(kind: Kind) -> None:
    value = EVERY_KIND[kind]
    text = shown({"value": value}, (Section("Part", "value", kind),))
    assert "Part" in text
    assert SEEN_OF.get(kind, "") in text
    assert len(text.strip().splitlines()) >= 2


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.FLAG])
@pytest.mark.parametrize("value", [None, [], {}, ""])
def test_an_empty_section_is_left_out(kind: Kind, value: object) -> None:
    assert shown({"value": value}, (Section("Part", "value", kind),)) == ""


def test_an_empty_section_may_say_what_that_means_unless_nobody_could_look() -> None:
    outline = (Section("Fonts", "fonts", Kind.SPECIMENS, empty="No font is named."),)
    assert "No font is named." in shown({"fonts": []}, outline)
    assert "No font is named." not in shown({"fonts": [], "blocked": True}, outline)


def test_a_column_may_have_words_of_its_own_for_a_value() -> None:
    columns = (
        Column("Part", "name", words=(("htmlKb", "HTML, in KB"),)),
        Column("Passed", "passed", Kind.FLAG, words=(("null", "not judged"), ("true", "passed"))),
    )
    rows = [{"name": "htmlKb", "passed": None}, {"name": "other", "passed": True}]
    text = shown({"rows": rows}, (Section("Rows", "rows", Kind.TABLE, columns),))
    assert "HTML, in KB  not judged" in text
    assert "other        passed" in text


def test_what_is_only_there_to_be_copied_is_left_out() -> None:
    columns = (Column("RGB", "rgb", Kind.NOTATION), Column("Used", "count", Kind.NUMBER))
    rows = [{"hex": "#c0ffee", "rgb": "rgb(192, 255, 238)", "count": 3}]
    text = shown({"palette": rows}, (Section("Palette", "palette", Kind.SWATCHES, columns),))
    assert "Color    Used" in text
    assert "rgb" not in text.lower()


def test_a_section_whose_field_is_missing_is_left_out() -> None:
    assert shown({}, tuple(Section("Part", "a.b", kind) for kind in Kind)) == ""


def test_color_repeats_what_is_written_and_can_be_left_out() -> None:
    file = io.StringIO()
    outline = (*OUTLINE, Section("Colors", "palette", Kind.SWATCHES))
    report = {**REPORT, "palette": [{"hex": "#0af"}]}
    Console(file=file, width=80, force_terminal=True, color_system="truecolor").print(draw(report, outline))
    colored = file.getvalue()
    assert "\x1b[48;2;0;170;255m" in colored
    plain = Console(
        file=io.StringIO(), width=80, color_system="truecolor", force_terminal=True, no_color=True
    )
    plain.print(draw(report, outline))
    assert "48;2" not in plain.file.getvalue()
    assert "#0af" in plain.file.getvalue()


def test_a_terminal_without_unicode_gets_ascii() -> None:
    file = _Ascii()
    outline = (*OUTLINE, Section("Sizes", "scale", Kind.SCALE), Section("Score", "score", Kind.METER))
    report = {**REPORT, "scale": EVERY_KIND[Kind.SCALE], "score": 50}
    Console(file=file, width=80, color_system=None).print(draw(report, outline))
    assert "+ Runs WordPress: yes" in file.getvalue()
    assert file.getvalue().isascii()


def test_nothing_is_padded_at_the_end_of_a_line() -> None:
    assert not [line for line in shown(REPORT).splitlines() if line.endswith(" ")]


def test_a_long_table_is_cut_and_says_so() -> None:
    rows = [{"slug": f"plugin-{number}"} for number in range(MAX_ROWS + 40)]
    text = shown({"plugins": rows}, (Section("Plugins", "plugins", Kind.TABLE),))
    assert f"plugin-{MAX_ROWS - 1}" in text
    assert f"plugin-{MAX_ROWS}\n" not in text
    assert "and 40 more; --json has them all" in text


HOSTILE = [
    ("\x1b[31mred\x1b[0m", "[31mred[0m"),
    ("\x1b]8;;https://evil.example\x07click\x1b]8;;\x07", "]8;;https://evil.exampleclick]8;;"),
    ("\x9b2Jgone", "2Jgone"),
    ("one\r\ntwo\tthree\x00\x08", "one two three"),
    ("\u202egpj.exe\u202c\u2066x\u2069\u200f", "gpj.exex"),
    ("zero\u200bwidth\ufeff\U000e0041", "zerowidth"),
    ("[bold red]loud[/bold red] [link=https://evil.example]x[/link]", "[bold red]loud[/bold red]"),
    (":skull: [/] \\[", ":skull: [/] \\["),
    ("a" + "\u0301" * 50, "a" + "\u0301" * 4),
    ("para\u2029graph\u2028line\x85next", "para graph line next"),
]


@pytest.mark.parametrize(("text", "visible"), HOSTILE)
def test_a_hostile_name_is_drawn_as_plain_text(text: str, visible: str) -> None:
    drawn = shown({"theme": {"name": text}}, width=200)
    assert visible in drawn
    assert not {character for character in drawn if unicodedata.category(character) in {"Cc", "Cf"}} - {"\n"}


@settings(max_examples=200, deadline=None)
@given(st.text(), st.integers(20, 200))
def test_no_text_of_a_site_breaks_out_wherever_it_stands(text: str, width: int) -> None:
    report = {
        **REPORT,
        "confidence": text,
        "url": text,
        "evidence": [{"what": "metaGenerator", "where": text, "value": text}],
        "theme": {"name": text, text: text, "list": [text, {text: text}], "flag": {"x": text}},
        "truncated": {text: 1},
    }
    every = tuple(Section("Part", "theme", kind) for kind in (Kind.TEXT, Kind.LINK, Kind.FLAG, Kind.TIME))
    drawn = shown(report, (*OUTLINE, *every), width)
    lines = drawn.split("\n")
    assert not {character for character in drawn if unicodedata.category(character) in {"Cc", "Cf", "Cs"}} - {
        "\n"
    }
    assert all(cell_len(line) <= width for line in lines)
    assert all(cell_len(line) <= width for line in shown({**BLOCKED, "note": text}, width=width).split("\n"))
