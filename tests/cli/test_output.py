"""Reports on standard output."""

import json
from pathlib import Path

from siteloupe.analyses import CHECK_CMS
from siteloupe.cli.output import Exit, show

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
