"""``siteloupe compare``: two sites, two saved visits, or one of each."""

import json
from pathlib import Path

import pytest

from tests.archives import HTML, write_warc
from tests.cli.conftest import ORCHARD


def test_a_site_is_compared_with_its_saved_visit(terminal, saved) -> None:
    result = terminal("compare", str(saved), "http://orchard.example/")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("- http://orchard.example/  2")
    assert lines[1].startswith("+ http://orchard.example/  2")
    assert "  no difference" in lines
    assert [line for line in lines if line != line.rstrip()] == []


def test_two_sites_are_different_in_the_outlines_words(terminal) -> None:
    result = terminal(
        "compare", "http://orchard.example/", "http://plain.example/", "--analysis", "check-cms"
    )
    text = " ".join(result.stdout.split())
    assert "~ Runs WordPress yes → no" in text
    assert "~ Signals: Generator tag WordPress 6.8.1 → no" in text
    assert "- Theme name Orchard, slug orchard" in text


def test_json_says_the_same_for_programs(terminal, saved, tmp_path) -> None:
    newer = ORCHARD.replace("6.8.1", "6.9")
    warc = write_warc(tmp_path / "a.warc.gz", [("http://orchard.example/", "200 OK", HTML, newer.encode())])
    result = terminal("compare", str(saved), str(warc), "--analysis", "check-cms", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["before"]["url"], found["after"]["checkedAt"]) == (
        "http://orchard.example/",
        "2026-03-01T09:30:00Z",
    )
    assert found["same"] is False
    rows = {row["path"]: row for row in found["analyses"]["check-cms"]}
    assert rows["signals.metaGenerator"] == {
        "path": "signals.metaGenerator",
        "label": "Signals: Generator tag",
        "change": "changed",
        "before": "WordPress 6.8.1",
        "after": "WordPress 6.9",
        "certain": True,
    }


def test_an_exit_code_tells_of_differences_where_it_shall(terminal, saved) -> None:
    pair = ("http://orchard.example/", "http://plain.example/")
    assert terminal("compare", *pair).exit_code == 0
    assert terminal("compare", *pair, "--exit-code").exit_code == 1
    assert terminal("compare", str(saved), str(saved), "--exit-code").exit_code == 0
    assert terminal("compare", str(saved), "http://shut.example/", "--exit-code").exit_code == 4


def test_the_same_is_the_same(terminal, saved) -> None:
    found = json.loads(terminal("compare", str(saved), str(saved), "--json").stdout)
    assert found["same"] is True
    assert set(map(len, found["analyses"].values())) == {0}


def test_a_hostile_sites_text_is_shown_as_text(terminal) -> None:
    shown = terminal("compare", "http://plain.example/", "http://hostile.example/").stdout
    assert "[bold]evil[/bold]" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_site_that_cannot_be_had_ends_it_with_a_sentence(terminal) -> None:
    refused = terminal("compare", "http://plain.example/", "http://10.0.0.1/")
    assert (refused.exit_code, refused.stdout) == (2, "")
    nobody = terminal("compare", "http://plain.example/", "https://nobody.example/")
    assert (nobody.exit_code, nobody.stdout) == (3, "")


def test_two_pages_that_could_not_be_read_are_not_called_the_same(terminal) -> None:
    drawn = terminal("compare", "http://shut.example/", "http://shut.example/")
    assert drawn.exit_code == 4
    assert drawn.stdout.count("could not be read: The site refused") == 2
    assert "no difference" not in drawn.stdout
    found = json.loads(terminal("compare", "http://shut.example/", "http://shut.example/", "--json").stdout)
    assert found["same"] is None
    assert found["before"]["blocked"] is True


def test_a_page_that_could_not_be_read_is_said_beside_what_is_different(terminal) -> None:
    drawn = terminal("compare", "http://plain.example/", "http://shut.example/", "--analysis", "check-cms")
    assert drawn.exit_code == 4
    assert drawn.stdout.count("could not be read: The site refused") == 1
    assert "no → could not see" in drawn.stdout
    assert "nothing → 403" in drawn.stdout


TINTED = """<!doctype html><title>Tinted</title><style>body{{color:{text};background:#fff;font:16px Lora}}
h1{{font-size:{size}px}}a{{color:#0a7b80}}</style><h1>Tinted</h1><p>A text that is <a href=/>long enough</a> to read."""


@pytest.fixture
def tinted(tmp_path):
    """A function that saves the tinted page with a color of text and a size of headings."""

    def save(text, size):
        page = TINTED.format(text=text, size=size).encode()
        return str(
            write_warc(
                tmp_path / f"{text[1:]}-{size}.warc", [("http://tinted.example/", "200 OK", HTML, page)]
            )
        )

    return save


@pytest.fixture
def tokens(terminal, tinted, tmp_path):
    """The exported tokens of the tinted page."""
    file = tmp_path / "tinted.tokens.json"
    file.write_text(terminal("export", tinted("#222222", 40)).stdout)
    return str(file)


def test_an_export_is_compared_with_its_site_in_either_order(terminal, tinted, tokens) -> None:
    same = tinted("#222222", 40)
    for pair in ((tokens, same), (same, tokens)):
        result = terminal("compare", *pair, "--exit-code")
        assert result.exit_code == 0
        assert "no difference" in result.stdout
    moved = terminal("compare", tokens, tinted("#cc0000", 40), "--exit-code")
    assert moved.exit_code == 1
    assert "Text color" in moved.stdout
    assert "#222222 → #cc0000 (distance" in moved.stdout
    assert "- Design tokens of http://tinted.example/" in moved.stdout


@pytest.mark.parametrize(
    ("change", "options_and_code"),
    [
        (("#242424", 40), ((), 1)),
        (("#242424", 40), (("--color-distance", "2"), 0)),
        (("#cc0000", 40), (("--color-distance", "2"), 1)),
        (("#cc0000", 40), (("--allow", "colors=1"), 0)),
        (("#222222", 44), (("--color-distance", "2"), 1)),
        (("#222222", 44), (("--allow", "sizes=1"), 0)),
        (("#222222", 44), (("--allow", "colors=9"), 1)),
        (("#242424", 44), (("--allow", "sizes=1", "--color-distance", "2"), 0)),
    ],
)
def test_a_design_may_drift_as_far_as_is_allowed(terminal, tinted, tokens, change, options_and_code) -> None:
    options, code = options_and_code
    assert terminal("compare", tokens, tinted(*change), "--exit-code", *options).exit_code == code
    assert terminal("compare", tokens, tinted(*change), *options).exit_code == 0
    before = tinted("#222222", 40)
    if options:
        assert terminal("compare", before, tinted(*change), "--exit-code", *options).exit_code == code


def test_drift_is_json_for_programs(terminal, tinted, tokens) -> None:
    found = json.loads(
        terminal("compare", tokens, tinted("#cc0000", 44), "--json", "--allow", "sizes=1").stdout
    )
    assert (found["same"], found["exceeded"]) == (False, {"colors": 1})
    assert found["before"]["title"].startswith("Design tokens of http://tinted.example/")
    assert found["after"]["url"] == "http://tinted.example/"
    rows = {row["label"]: row for row in found["drift"]}
    assert rows["Font size"]["before"] == "40 px"
    assert rows["Text color"].pop("distance") > 30
    assert rows["Text color"] == {
        "kind": "colors",
        "label": "Text color",
        "change": "changed",
        "before": "#222222",
        "after": "#cc0000",
        "certain": True,
    }


@pytest.mark.parametrize("analysis", ["overview", "check-cms", "color-palette"])
def test_a_report_is_compared_with_its_site(terminal, saved, tmp_path, analysis) -> None:
    file = tmp_path / "report.json"
    file.write_text(terminal("replay", str(saved), "--analysis", analysis, "--json").stdout)
    result = terminal("compare", str(file), "http://orchard.example/", "--exit-code", "--json")
    assert result.exit_code == 0
    assert list(json.loads(result.stdout)["analyses"]) == [analysis]
    other = terminal("compare", str(file), "http://hostile.example/", "--exit-code")
    assert other.exit_code == 1


@pytest.mark.parametrize(
    ("text", "arguments", "told"),
    [
        ("{}", (), "neither"),
        ('{"success": true, "checkedAt": ""}', (), "another version"),
        ('{"a": {"$type": "color", "$value": "#fff"}}', ("--analysis", "check-cms"), "nothing in common"),
        ('{"a": {"$type": "color", "$value": "#fff"}}', ("--allow", "plugins=1"), "KIND=NUMBER"),
        ('{"a": {"$type": "color", "$value": "#fff"}}', ("--allow", "colors=-1"), "KIND=NUMBER"),
    ],
)
def test_a_file_that_cannot_be_compared_is_refused(terminal, tmp_path, text, arguments, told) -> None:
    file = tmp_path / "file.json"
    file.write_text(text)
    result = terminal("compare", str(file), "http://plain.example/", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr


def test_a_file_that_is_not_there_is_not_taken_for_a_site(terminal) -> None:
    result = terminal("compare", "missing.tokens.json", "http://plain.example/")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no file missing.tokens.json" in result.stderr


def test_a_file_that_may_not_be_read_is_refused_with_a_sentence(terminal, tmp_path, monkeypatch) -> None:
    file = tmp_path / "file.json"
    file.write_text("{}")
    read = Path.open

    def refuse(path, *arguments, **options):
        if path == file:
            raise PermissionError(13, "Permission denied")
        return read(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)  # a mode does not stop root
    result = terminal("compare", str(file), "http://plain.example/")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip().endswith(f"{file}: Permission denied.")


SHELL = """<!doctype html><html><head><title>Orchard</title>
<script defer src="/static/js/main.49e1f785.js"></script></head><body><div id="root"></div></body></html>"""


def test_what_one_side_did_not_see_is_said_first_and_is_no_difference(terminal, saved, tmp_path) -> None:
    warc = write_warc(tmp_path / "a.warc.gz", [("http://orchard.example/", "200 OK", HTML, SHELL.encode())])
    arguments = ("compare", str(saved), str(warc), "--analysis", "check-cms")
    drawn = terminal(*arguments).stdout
    caveat, _, rest = drawn.partition("Scripts build this page in the browser")
    assert "not everything could be read:" in caveat
    facts, _, doubts = rest.partition("Perhaps no difference")
    assert "nothing different in what could be seen" in facts
    assert "Runs WordPress" not in facts
    assert "Runs WordPress" in doubts
    found = json.loads(terminal(*arguments, "--json").stdout)
    assert found["same"] is None
    assert (found["before"]["complete"], found["after"]["complete"]) == (True, False)
    assert "script-shell" in [caveat["code"] for caveat in found["after"]["caveats"]]
    assert {row["certain"] for row in found["analyses"]["check-cms"]} == {False}
