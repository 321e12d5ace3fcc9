"""What a server says of how long to wait is told in words; what is no such time is not."""

import pytest

from siteloupe.capture import Headers
from siteloupe.detect.refusal.refusal import refusal
from siteloupe.detect.refusal.retry_after import retry_after
from siteloupe.document import page_of
from tests.pages import exchange


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("120", "120 seconds"),
        ("1", "1 second"),
        (" 0 ", "0 seconds"),
        ("Fri, 31 Dec 1999 23:59:59 GMT", "until 1999-12-31 23:59:59 UTC"),
        ("Fri, 31 Dec 1999 23:59:59 +0100", "until 1999-12-31 22:59:59 UTC"),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("1.5", None),
        ("١٢", None),
        ("9" * 10, None),
        ("Fri, 31 Dec 9999 23:59:59 -2300", None),
        ("Fri, 31 Dec 1999 23:59:59 GMT" + " " * 30 + "x", None),
    ],
)
def test_the_time_to_wait_is_told_in_words(value, words):
    assert retry_after(Headers([("retry-after", value)])) == words


def test_without_the_header_nothing_is_said():
    assert retry_after(Headers()) is None


def test_the_note_of_a_rate_limit_passes_it_on():
    answer = exchange(status=429, headers={"retry-after": "30"})
    assert refusal(answer, page_of).note.endswith("try again later. It asks to wait 30 seconds.")
    assert "wait" not in refusal(exchange(status=403, headers={"retry-after": "30"}), page_of).note
