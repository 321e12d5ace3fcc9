"""``siteloupe compare``: two sites, two saved visits, or one of each."""

import json

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
