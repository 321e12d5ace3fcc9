"""Who is named first when several stand in front of a site, and how much content makes a page its own."""

import pytest

from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from tests.pages import exchange

BLOCK = ("x-sucuri-block", "1")  # Sucuri
PROTECTION = ("x-datadome", "protected")  # DataDome
DELIVERY = ("x-amz-cf-id", "abc")  # Amazon CloudFront
CHALLENGE = ("x-vercel-mitigated", "challenge")  # Vercel
OUTAGE = "<p>Our services aren't available right now</p>"  # Azure Front Door

NAMES = {BLOCK: "Sucuri", PROTECTION: "DataDome", DELIVERY: "Amazon CloudFront", CHALLENGE: "Vercel"}


def judged(status, *lines, body="<p>Words</p>"):
    made = exchange(body=body)
    headers = Headers([("content-type", "text/html"), *lines])
    found = Site(Capture("x", Exchange(made.url, made.url, status, headers, made.body))).refusal
    return found and (found.reason, found.blocked_by)


@pytest.mark.parametrize(
    ("status", "lines", "expected"),
    [
        (403, (CHALLENGE, BLOCK, PROTECTION, DELIVERY), ("challenge", "Vercel")),
        (200, (CHALLENGE,), ("challenge", "Vercel")),
        (404, (CHALLENGE,), ("challenge", "Vercel")),
        (429, (CHALLENGE,), ("challenge", "Vercel")),
        (403, (BLOCK, PROTECTION, DELIVERY), ("bot-protection", "Sucuri")),
        (403, (PROTECTION, DELIVERY), ("bot-protection", "DataDome")),
        (403, (DELIVERY,), ("refused", "Amazon CloudFront")),
        (405, (PROTECTION,), ("bot-protection", "DataDome")),
        (406, (PROTECTION,), ("bot-protection", "DataDome")),
        (400, (PROTECTION,), ("refused", "DataDome")),
        (400, (BLOCK, PROTECTION), ("refused", "Sucuri")),
        (400, (PROTECTION, DELIVERY), ("refused", "DataDome")),
        (400, (DELIVERY,), ("refused", "Amazon CloudFront")),
        (429, (BLOCK, PROTECTION, DELIVERY), ("rate-limited", "Sucuri")),
        (429, (PROTECTION, DELIVERY), ("rate-limited", "DataDome")),
        (429, (DELIVERY,), ("rate-limited", "Amazon CloudFront")),
        (451, (BLOCK, PROTECTION, DELIVERY), ("legal", "Sucuri")),
        (451, (PROTECTION, DELIVERY), ("legal", "DataDome")),
        (451, (DELIVERY,), ("legal", "Amazon CloudFront")),
        (502, (PROTECTION, DELIVERY), ("origin-down", "DataDome")),
        (502, (DELIVERY,), ("origin-down", "Amazon CloudFront")),
        (401, (BLOCK, PROTECTION), ("unauthorized", None)),
        (407, (BLOCK, PROTECTION), ("unauthorized", None)),
        (404, (BLOCK, PROTECTION), ("not-found", None)),
        (410, (BLOCK, PROTECTION), ("not-found", None)),
        (200, (BLOCK,), ("bot-protection", "Sucuri")),
        (503, (BLOCK,), ("bot-protection", "Sucuri")),
        (503, (PROTECTION,), ("server-error", None)),
        (200, (PROTECTION, DELIVERY), None),
    ],
)
def test_who_is_named_first(status, lines, expected):
    assert judged(status, *lines) == expected


@pytest.mark.parametrize(
    ("status", "lines", "expected"),
    [
        (502, (), ("origin-down", "Azure Front Door")),
        (503, (), ("origin-down", "Azure Front Door")),
        (502, (PROTECTION, DELIVERY), ("origin-down", "Azure Front Door")),
        (504, (DELIVERY,), ("origin-down", "Azure Front Door")),
        (500, (), ("server-error", None)),
    ],
)
def test_the_page_of_an_outage_names_whose_it_is(status, lines, expected):
    assert judged(status, *lines, body=OUTAGE) == expected


@pytest.mark.parametrize("kind", ["<center>nginx</center>", "<address>Apache</address>"])
def test_what_a_web_server_says_itself_others_have_passed_on(kind):
    assert judged(403, PROTECTION, DELIVERY, body=kind) == ("refused", None)
    assert judged(403, BLOCK, body=kind) == ("bot-protection", "Sucuri")


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (199, "not-html"),
        (200, None),
        (299, None),
        (300, "not-html"),
        (399, "not-html"),
        (400, "refused"),
        (499, "refused"),
        (500, "server-error"),
        (501, "server-error"),
        (502, "origin-down"),
        (503, "server-error"),
        (504, "origin-down"),
        (519, "server-error"),
        (520, "origin-down"),
        (527, "origin-down"),
        (528, "server-error"),
        (529, "server-error"),
        (530, "origin-down"),
        (531, "server-error"),
        (599, "server-error"),
        (600, "refused"),
    ],
)
def test_a_status_gives_a_reason(status, reason):
    found = judged(status)
    assert (found and found[0]) == reason


# ------------------------------------------------------------ pages of their own


def served(body):
    """Whether a page that a firewall's block header comes with is taken for the block."""
    return judged(200, BLOCK, body=body) is not None


def size(body):
    return len(exchange(body=body).body)


@pytest.mark.parametrize(("number", "is_block"), [(11, True), (12, True), (13, False)])
def test_a_page_with_more_than_twelve_links_is_one_of_its_own(number, is_block):
    for link in ("<a href=/x>", "<A href=/x>", "<a\nhref=/x>"):
        assert served(link * number) is is_block
    assert served("<a href=/x>" * 6 + "<A href=/x>" * (number - 6)) is is_block


@pytest.mark.parametrize(("number", "is_block"), [(3000, True), (3001, False)])
def test_a_page_with_more_than_3000_characters_of_text_is_one_of_its_own(number, is_block):
    title = Site(Capture("x", exchange())).page.text_length
    assert served("x" * (number - title)) is is_block


@pytest.mark.parametrize(("more", "is_block"), [(0, True), (1, False)])
def test_a_page_of_more_than_128_kilobytes_is_one_of_its_own(more, is_block):
    room = 128 * 1024 - size("<!---->")
    assert served(f"<!--{'x' * (room + more)}-->") is is_block


@pytest.mark.parametrize(("more", "is_block"), [(0, True), (1, False)])
def test_a_page_of_more_than_200_end_tags_is_one_of_its_own(more, is_block):
    own = exchange().body.count(b"</")
    assert served("<i></i>" * (200 - own + more)) is is_block


@pytest.mark.parametrize(
    ("length", "note"),
    [(80, "x" * 74), (81, "x" * 74)],
)
def test_a_media_type_is_cut_at_80_characters(length, note):
    kind = f"video/{'x' * (length - 6)}"
    made = exchange()
    headers = Headers([("content-type", kind)])
    found = Site(Capture("x", Exchange(made.url, made.url, 200, headers, made.body))).refusal
    assert found.note == f"The answer is not an HTML page but video/{note}."


# ------------------------------------------------------------ media types


def is_page(body, kind="text/html"):
    headers = Headers([("content-type", kind)] if kind is not None else [])
    raw = body if isinstance(body, bytes) else body.encode()
    page = Exchange("https://example.org/", "https://example.org/", 200, headers, raw)
    return Site(Capture("x", page)).refusal is None


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("text/html", True),
        ("application/xhtml+xml", True),
        ("text/xml", True),
        ("application/xml", True),
        (None, True),
        ("unknown/unknown", True),
        ("application/unknown", True),
        ("*/*", True),
        ("text/plain", False),
        ("image/svg+xml", False),
    ],
)
def test_media_types_of_pages(kind, expected):
    assert is_page("<html><title>A page</title><p>Words</p></html>", kind) is expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("text/xml", False),
        ("application/xml", False),
        (None, False),
        ("unknown/unknown", False),
        ("*/*", False),
    ],
)
def test_other_documents_under_types_that_say_little(kind, expected):
    assert is_page("<rss><channel><title>News</title></channel></rss>", kind) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"%PDF-1.7", False),
        (b"%!PS-Adobe-3.0", False),
        (b"<rss version=2>", False),
        (b"<?xml version='1.0'?><feed>", False),
        (b"<?xml version='1.0'?><html>", True),
        (b'{"a": 1}', False),
        (b"[1, 2]", False),
        (b"\x00\x01\x02", False),
        (b"\x00<p>", True),
        (b"Words alone", True),
        (b"\xef\xbb\xbf  <p>Words", True),
        ("<html><p>Words".encode("utf-16"), True),
        ('{"a": 1}'.encode("utf-16"), False),
        (b"   ", False),
        (b"", False),
    ],
)
def test_what_calls_itself_html_and_begins_as_something_else(body, expected):
    assert is_page(body) is expected


@pytest.mark.parametrize(("blank", "expected"), [(1440, False), (1441, True), (1445, False), (3000, False)])
def test_the_first_1445_bytes_that_are_not_all_blank_tell_the_type(blank, expected):
    assert is_page(b" " * blank + b"%PDF-1.7") is expected


MAINTENANCE = "<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>"


@pytest.mark.parametrize(
    ("status", "lines", "body", "note"),
    [
        (403, (BLOCK,), "", "Sucuri protects this site from automated visitors and refused ours (403)."),
        (
            403,
            (CHALLENGE,),
            "",
            "Vercel asked for proof of a human visitor instead of serving the page (403).",
        ),
        (429, (BLOCK,), "", "Sucuri says that too many requests are being made (429); try again later."),
        (429, (), "", "The site says that too many requests are being made (429); try again later."),
        (451, (BLOCK,), "", "Sucuri withholds this page for legal reasons (451)."),
        (451, (), "", "The page is withheld for legal reasons (451)."),
        (400, (BLOCK,), "", "Sucuri refused to serve the page (400)."),
        (400, (), "", "The site refused to serve the page (400)."),
        (502, (DELIVERY,), "", "Amazon CloudFront answered, but could not reach the site behind it (502)."),
        (502, (), "", "The server in front of the site could not reach it (502)."),
        (401, (BLOCK,), "", "The page is only shown to visitors who sign in (401)."),
        (404, (BLOCK,), "", "There is no page at this address (404)."),
        (500, (), "", "The site failed while making the page (500)."),
        (503, (), MAINTENANCE, "The site is closed for maintenance (503); try again later."),
        (503, (), "", "The site failed while making the page (503)."),
        (
            503,
            (CHALLENGE,),
            MAINTENANCE,
            "Vercel asked for proof of a human visitor instead of serving the page (503).",
        ),
        (302, (), "", "The site redirects (302) without saying where to."),
        (399, (), "", "The site redirects (399) without saying where to."),
        (300, (), "", "The site redirects (300) without saying where to."),
    ],
)
def test_what_is_said_of_a_refusal(status, lines, body, note):
    made = exchange(body=f"<p>Words</p>{body}")
    headers = Headers([("content-type", "text/html"), *lines])
    page = Exchange(made.url, made.url, status, headers, made.body)
    assert Site(Capture("x", page)).refusal.note == note
