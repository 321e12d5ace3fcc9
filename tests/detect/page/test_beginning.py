"""The beginning of a page: what it shows is so whatever comes behind it, or it shows nothing."""

from dataclasses import replace

import pytest

from siteloupe.detect.page.beginning import shows_content
from siteloupe.document import page_of, static_content_of
from tests.detect.page.shell_pages import SHELLS
from tests.pages import exchange

WORDS = "We repair clocks of every age, and sell those that nobody fetches. "
MENU = "".join(f"<li><a href=/{each}>Part {each}</a>" for each in range(13))
CONTENT = f"<ul>{MENU}</ul>" + f"<p>{WORDS * 5}</p>" * 3
REFRESH = "<meta http-equiv=refresh content='0;url=/next/'>"


def shows(answer):
    return shows_content(answer, page_of(answer), lambda: static_content_of(answer))


ENOUGH = {
    "a menu and a paragraph": exchange("", CONTENT),
    "many words": exchange("", f"<p>{WORDS * 150}</p>"),
    "many words beside a refresh for visitors without scripts": exchange(
        f"<noscript>{REFRESH}</noscript>", f"<p>{WORDS * 150}</p>"
    ),
    "words in many elements": exchange("", f"<p>{WORDS * 4}</p>" * 30),
}
NOT_ENOUGH = {
    "a head": exchange("<link rel=stylesheet href=/a.css>"),
    "a few words": exchange("", f"<ul>{MENU}</ul><p>{WORDS}</p>"),
    "few words and no links": exchange("", f"<p>{WORDS * 10}</p>"),
    "another status": exchange("", CONTENT, status=404),
    "a status without a body of its own": exchange("", CONTENT, status=206),
    "another type": exchange("", CONTENT, headers={"content-type": "text/plain"}),
    "a refresh": exchange(REFRESH, CONTENT),
    "a refresh beside many words": exchange(REFRESH, f"<p>{WORDS * 150}</p>"),
    "a refresh in a header": exchange("", CONTENT, headers={"refresh": "0;url=/next/"}),
    "words in a title": replace(exchange(), body=f"<title>{WORDS * 200}</title>{MENU}".encode()),
    "words in a script": exchange("", f"<ul>{MENU}</ul><script>// {WORDS * 100}</script>"),
    "words that are hidden": exchange("", f"<ul>{MENU}</ul><p hidden>{WORDS * 50}</p>"),
    "words in an element that goes on": replace(
        exchange(), body=f"<ul>{MENU}</ul><div>{WORDS * 10}".encode()
    ),
}


@pytest.mark.parametrize("answer", ENOUGH.values(), ids=ENOUGH)
def test_a_page_that_has_said_enough_is_one_to_read(answer):
    assert shows(answer)


@pytest.mark.parametrize("answer", NOT_ENOUGH.values(), ids=NOT_ENOUGH)
def test_of_other_beginnings_it_cannot_be_told(answer):
    assert not shows(answer)


@pytest.mark.parametrize("sent", SHELLS, ids=lambda sent: sent.name)
def test_a_page_that_scripts_build_shows_nothing_yet(sent):
    assert not shows(exchange(sent.head, sent.body))
