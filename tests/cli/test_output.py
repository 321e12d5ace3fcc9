"""Reports on standard output."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from siteloupe.analyses import ANALYSES, CHECK_CMS
from siteloupe.cli.output import Exit, show
from siteloupe.present.text import draw

WIDEST = 100_000

BODY = json.dumps(
    json.loads((Path(__file__).parent.parent / "sites/orchard/expect/check-cms.json").read_text("utf-8"))
).encode()


def test_reports_that_follow_each_other_have_titles(capsys) -> None:
    assert show(CHECK_CMS, BODY, as_json=False, titled=True) is Exit.ANSWERED
    drawn = capsys.readouterr().out
    assert drawn.index(CHECK_CMS.title) < drawn.index("Runs WordPress: yes")


def test_a_body_is_printed_as_it_is_without_a_title(capsysbinary) -> None:
    show(CHECK_CMS, BODY, as_json=True, titled=True)
    assert capsysbinary.readouterr().out == BODY + b"\n"


def test_a_blocked_report_has_an_exit_code_of_its_own(capsys) -> None:
    blocked = json.dumps({**json.loads(BODY), "blocked": True, "isCms": None}).encode()
    assert show(CHECK_CMS, blocked, as_json=True) is Exit.BLOCKED


SITES = Path(__file__).parent.parent / "sites"


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_no_report_of_a_saved_site_has_a_broken_word_in_a_pipe(analysis, capsys) -> None:
    drawn = 0
    for path in sorted(SITES.glob(f"*/expect/{analysis.name}.json")):
        report = json.loads(path.read_text("utf-8"))
        show(analysis, path.read_bytes(), as_json=False)
        unbroken = Console(width=WIDEST, file=io.StringIO())
        with unbroken.capture() as whole:
            unbroken.print(draw(report, analysis.outline))
        assert _words(whole.get()) <= _words(capsys.readouterr().out), path
        drawn += 1
    assert drawn > 30


def _words(text: str) -> set[str]:
    """The words, without the lines of boxes, which are as wide as the text."""
    return {word for word in text.split() if not set(word) <= set("─━╭╮╰╯│")}
