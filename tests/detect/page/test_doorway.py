"""Doorways: pages that send their visitors on, or show another page in their place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.detect.page.doorway import Doorway, doorway_of, parse_refresh
from siteloupe.document import page_of, static_content_of
from tests.detect.page.shell_pages import LOOK_ALIKES, SHELLS
from tests.pages import exchange

HOME = "https://example.org/"
BLOG = f"{HOME}blog/"
TEXT = "<p>We repair clocks of every age. Bring yours to our workshop behind the old station.</p>"


def found(head="", body="", *, is_shell=False, headers=None):
    return of(exchange(head, body, headers=headers), is_shell=is_shell)


def of(answer, *, is_shell=False):
    return doorway_of(answer, page_of(answer), lambda: static_content_of(answer), is_shell=is_shell)


def framed(frameset, head=""):
    html = f"<html><head><title>x</title>{head}</head>{frameset}</html>"
    return of(replace(exchange(), body=html.encode()))


@pytest.mark.parametrize(
    ("text", "refresh"),
    [
        ("0;url=/blog/", (0, "/blog/")),
        ("5; URL='http://a.test/b c'", (5, "http://a.test/b c")),
        ("0,/x", (0, "/x")),
        ("0 url=x", (0, "x")),
        (" 1 ; url = x ", (1, "x")),
        ("3.9;url=x", (3, "x")),
        (".5;url=x", (0, "x")),
        ("0;url='x' y", (0, "x")),
        ("0;url='x", (0, "x")),
        ('0;url="x"', (0, "x")),
        ("0;x=1", (0, "x=1")),
        ("0;\nurl=x", (0, "x")),
        ("0", (0, "")),
        ("0;url=", (0, "")),
        ("", None),
        ("now;url=x", None),
        ("-1;url=x", None),
        ("0url=x", None),
        ("9" * 40, None),
    ],
)
def test_a_refresh_is_read_as_browsers_do(text, refresh):
    assert parse_refresh(text) == refresh


@given(st.text(alphabet=st.sampled_from("0159.;, \n\turlURL='\"/x"), max_size=40))
def test_no_refresh_raises(text):
    refresh = parse_refresh(text)
    assert refresh is None or refresh[0] >= 0
    found(headers={"refresh": text})


def meta(content):
    return f'<meta http-equiv="refresh" content="{content}">'


@pytest.mark.parametrize(
    ("head", "body", "url"),
    [
        (meta("0;url=/blog/"), "", BLOG),
        (meta("0;url=/blog/#top"), "", BLOG),
        (meta("5; URL=blog/"), TEXT, BLOG),
        (f'<base href="{BLOG}">' + meta("0;url=."), "", BLOG),
        (meta("0;url=https://new.example/"), "", "https://new.example/"),
    ],
)
def test_a_refresh_within_five_seconds_is_a_doorway_whatever_the_page_shows(head, body, url):
    assert found(head, body) == Doorway("meta-refresh", url)


def test_a_refresh_in_a_header_is_one_too():
    assert found(body=TEXT, headers={"refresh": "0; url=/blog/"}) == Doorway("meta-refresh", BLOG)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (meta("0"), ""),
        (meta("3;url=/"), ""),
        (meta("3;url=/#news"), ""),
        (meta("30;url=/blog/"), TEXT),
        (meta("0;url=javascript:go()"), ""),
        (meta("0;url=mailto:me@example.org"), TEXT),
        ("<noscript>" + meta("0;url=/no-script/") + "</noscript>", ""),
        ("<template>" + meta("0;url=/blog/") + "</template>", ""),
        ('<meta name="refresh" content="0;url=/blog/">', ""),
    ],
)
def test_other_refreshes_are_none(head, body):
    assert found(head, body) is None


@pytest.mark.parametrize("content", ["30;url=/blog/", "0;url=mailto:me@example.org", "0;url=https://["])
def test_an_empty_page_that_leads_to_no_page_at_once_says_so(content):
    assert found(meta(content)) == Doorway("meta-refresh", None)
    assert found(meta(content), is_shell=True) is None


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script>location.href="/blog/"</script>', ""),
        ("", '<script>window.location.replace("https://example.org/blog/")</script>'),
        (
            '<script>location="/blog/"</script>',
            "<noscript>Please go to our <a href=/blog/>blog</a>.</noscript>",
        ),
        ('<script>location="/blog/"</script>', "<a href='/blog/'>The clock workshop's blog</a>"),
        ('<script>location="/blog/"</script>', "<p>You are being redirected, please wait.</p>"),
        ('<script>location="/blog/"</script>', "<img src=/logo.png>"),
        ('<script src="/stats.js"></script><script>location="/blog/"</script>', ""),
    ],
)
def test_a_script_that_leads_on_is_a_doorway_in_a_page_without_text(head, body):
    assert found(head, body) == Doorway("location", BLOG)


def test_what_the_body_does_at_load_counts():
    answer = exchange("<script>function go(){top.location.href='/blog/'}</script>")
    answer = replace(answer, body=answer.body.replace(b"<body class=''", b"<body onload='go()'"))
    assert of(answer) == Doorway("location", BLOG)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<script>location="/blog/"</script>', TEXT),
        ('<script>location="/blog/"</script>', f"<p>{'redirect ' * 60}</p>"),
        ('<script>location="#top"</script>', ""),
        ('<script>location="/"</script>', ""),
        ('<script type="application/json">location="/blog/"</script>', ""),
        ('<script nomodule>location="/old-browser/"</script>', ""),
        ("<script>if (location.href) {}</script>", ""),
    ],
)
def test_other_scripts_lead_nowhere(head, body):
    assert found(head, body) is None


@pytest.mark.parametrize("code", ["location = next", "if (x) location = '/a'", "location.href = 'app:open'"])
def test_an_empty_page_whose_target_cannot_be_told_says_so(code):
    assert found(f"<script>{code}</script>") == Doorway("location", None)


def test_a_shell_leads_on_only_where_it_says_where_to():
    assert found("<script>if (top != self) top.location = self.location</script>", is_shell=True) is None
    assert found('<script>location="/blog/"</script>', is_shell=True) == Doorway("location", BLOG)


@pytest.mark.parametrize(
    "frameset",
    [
        "<frameset rows='100%'><frame src=/blog/></frameset>",
        "<frameset rows='100%,*'><frame src=/blog/><noframes>Your browser has no frames.</noframes></frameset>",
        "<frameset rows='*,0'><frame src=/blog/><frame src=/empty.html></frameset>",
        "<frameset cols='0,*'><frame src=/nothing/><frame src=/blog/></frameset>",
        "<frameset rows='*,1%'><frame src=/blog/><frameset cols='*,*'><frame src=/a><frame src=/b></frameset></frameset>",
        "<frameset rows='*,*'><frame src=/blog/><frame src=about:blank></frameset>",
        "<FRAMESET ROWS='*,*'><FRAME SRC=/blog/><FRAME></FRAMESET>",
        "<frameset rows='*,0' cols='*,0'><frame src=/blog/><frame src=/a><frame src=/b><frame src=/c></frameset>",
    ],
)
def test_a_frameset_with_one_frame_that_shows_something_is_a_doorway(frameset):
    assert framed(frameset) == Doorway("frame", BLOG)


@pytest.mark.parametrize(
    "frameset",
    [
        "<frameset cols='20%,*'><frame src=/menu/><frame src=/blog/></frameset>",
        "<frameset rows='80,*'><frame src=/top/><frameset cols='*,*'><frame src=/a><frame src=/b></frameset></frameset>",
        "<frameset rows='*'></frameset>",
        "<frameset rows='*'><frame src='javascript:go()'></frameset>",
        "<frameset rows='*'><frame src=/></frameset>",
    ],
)
def test_a_frameset_that_leads_to_no_one_page_says_so(frameset):
    assert framed(frameset) == Doorway("frame", None)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "<iframe src=/blog/ width='100%' height='100%'></iframe>"),
        ("", "<iframe src=/blog/ style='border:0;width:100vw;height: 100vh'></iframe>"),
        ("", "<iframe src=/blog/ width=1280 height=800></iframe>"),
        ("<style>iframe{width:100%;height:calc(100% - 1px)}</style>", "<iframe src=/blog/></iframe>"),
        (
            "<style>#all{width:100%}\n.page, .x{height:100dvh}</style>",
            "<iframe id=all class=x src=/blog/></iframe>",
        ),
    ],
)
def test_a_frame_over_the_whole_page_is_a_doorway(head, body):
    assert found(head, body) == Doorway("frame", BLOG)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "<iframe src=/blog/></iframe>"),
        ("", "<iframe src=/blog/ width=300 height=200></iframe>"),
        ("", "<iframe src=/blog/ style='max-width:100%;max-height:100%'></iframe>"),
        ("", "<h1>Clocks</h1><iframe src=/blog/ width='100%' height='100%'></iframe>"),
        ("", "<img src=/a.png><iframe src=/blog/ width='100%' height='100%'></iframe>"),
        (
            "",
            "<iframe src=/a width='100%' height='100%'></iframe><iframe src=/b width='100%' height='100%'></iframe>",
        ),
        ("", "<iframe src='about:blank' width='100%' height='100%'></iframe>"),
        ("", "<noscript><iframe src=/ns.html width='100%' height='100%'></iframe></noscript>"),
        ("", "<iframe src=/blog/ width='100%' height='100%' style='display:none'></iframe>"),
        ("", "<iframe src=/ width='100%' height='100%'></iframe>"),
    ],
)
def test_other_frames_are_part_of_their_page(head, body):
    assert found(head, body) is None


def test_a_frame_that_scripts_build_around_is_none():
    assert found(body="<iframe src=/blog/ width='100%' height='100%'></iframe>", is_shell=True) is None


@pytest.mark.parametrize("sent", [*SHELLS, *LOOK_ALIKES], ids=lambda sent: sent.name)
def test_neither_shells_nor_plain_pages_lead_on(sent):
    assert found(sent.head, sent.body, is_shell=sent in SHELLS) is None


PIECES = st.sampled_from(
    [
        "<meta http-equiv=refresh content='0;url=", "/blog/", "'>", "<script>", "</script>", "location='", "';",
        "<frameset rows='", "*,", "0", "<frame src=", ">", "</frameset>", "<iframe width='100%' height=900 src=", "if(",
        ")", "http://[", "<a href=/blog/>", "</a>", "\x00", "<noscript>", "<style>iframe{height:", "%}", "</style>",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30), st.booleans())
def test_no_page_raises(pieces, is_shell):
    answer = replace(
        exchange(), body="".join(pieces).encode(), headers=Headers([("refresh", "".join(pieces))])
    )
    doorway = of(answer, is_shell=is_shell)
    assert doorway is None or doorway.url is None or doorway.url.startswith(("http://", "https://"))
