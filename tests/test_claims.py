"""No report claims more than was seen: one small page for each way in which one could."""

import io
from dataclasses import replace

import aiohttp
import msgspec
import pytest
from rich.console import Console

from siteloupe.analyses import CHECK_CMS, COLORS, FONTS, TECH_STACK
from siteloupe.analyses.judge import judge
from siteloupe.analyses.prose import prose_for_models
from siteloupe.capture import Capture, Exchange, Headers, Missing, Need, Sheet, ThemeFiles
from siteloupe.detect.site import Site
from siteloupe.detect.wordpress.version import is_older
from siteloupe.errors import ConnectionFailed
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.failure import unreachable
from siteloupe.present.export import export_text, formats_of
from siteloupe.present.html import html
from siteloupe.present.text import draw
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.pages import exchange, sheet, site

MAX_ANSWER = 256 * 1024
TEXT = "<h1>The clock workshop</h1><p>We repair clocks of every age. Bring yours to our workshop.</p>"
THEME = '<link rel="stylesheet" href="/wp-content/themes/acme/style.css">'


def report(analysis, found: Site) -> dict:
    return msgspec.to_builtins(judge(analysis, found, MAX_ANSWER))


def faces(analysis, found: Site) -> dict[str, str]:
    """What is told of a site in prose, on a page and on a terminal."""
    judged = judge(analysis, found, MAX_ANSWER)
    document = msgspec.to_builtins(judged)
    out = io.StringIO()
    Console(file=out, width=100, color_system=None, legacy_windows=False).print(
        draw(document, analysis.outline)
    )
    return {
        "prose": prose_for_models(analysis, judged),
        "page": str(html(document, analysis.outline)),
        "terminal": " ".join(out.getvalue().replace("│", " ").split()),
    }


async def visited(pages: dict[str, Exchange], typed: str, *needs: Need) -> Site:
    """The site that a visit over made-up answers sees; what is not among them gives no answer."""

    async def fetch(target, _bounds):
        if target.url not in pages:
            raise ConnectionFailed("Nobody is there.")
        return pages[target.url]

    settings = Settings.from_environment({"SITELOUPE_WPORG_API": "off"})
    target = parse(typed, settings.policy)
    seen = await visit_once(
        target, frozenset(needs), fetch, settings, judge=judge_in_thread, now=lambda: "now"
    )
    return Site(seen)


# ------------------------------------------------------------ 1: no page makes an error


def test_an_address_with_very_many_fields_is_judged():
    fields = "&".join(f"x{number}" for number in range(1, 31))
    found = site(f'<script src="/a.js?{fields}"></script>', TEXT)
    assert all(report(analysis, found)["success"] for analysis in (CHECK_CMS, TECH_STACK, FONTS, COLORS))


# ------------------------------------------------------------ 4: pages that only lead on

LEADING = {
    "refresh": '<meta http-equiv=refresh content="0;url=/blog/">',
    "script": '<script>location.href="/blog/"</script>',
    "frame": '<frameset cols="100%"><frame src="/blog/"></frameset>',
}


@pytest.mark.parametrize("markup", LEADING.values(), ids=LEADING)
async def test_a_redirect_inside_a_page_is_followed(markup):
    home, blog = "http://example.org/", "http://example.org/blog/"
    page = f"<html><head><title>x</title>{markup}</head></html>".encode()
    pages = {
        home: replace(exchange(url=home), body=page),
        blog: exchange(THEME, TEXT, url=blog),
    }
    found = report(CHECK_CMS, await visited(pages, home))
    assert (found["url"], found["isCms"]) == (blog, True)
    assert len(found["coverage"]["followed"]) == 1


async def test_a_redirect_that_cannot_be_followed_is_said_before_the_verdict():
    found = site(body="<script>location = next_page()</script>")
    assert report(CHECK_CMS, found)["coverage"]["page"] == "doorway"
    told = faces(CHECK_CMS, found)
    for face in told.values():
        assert "sends visitors to another address" in face.partition("no sign")[0]


# ------------------------------------------------------------ 5: hidden marks


async def test_the_rest_root_is_asked_when_nothing_else_matched():
    home = "http://example.org/"
    root = "http://example.org/wp-json/?_fields=namespaces"
    answer = Exchange(
        root, root, 200, Headers([("content-type", "application/json")]), b'{"namespaces":["wp/v2"]}'
    )
    found = await visited({home: exchange(body=TEXT, url=home), root: answer}, home, Need.REST_ROOT)
    judged = report(CHECK_CMS, found)
    assert (judged["isCms"], judged["signals"]["restApi"]) == (True, True)


# ------------------------------------------------------------ 9: what is no version


@pytest.mark.parametrize("version", ["trunk", "dev-main", "%%VERSION%%", "N/A"])
def test_what_is_no_version_is_neither_old_nor_new(version):
    assert is_older(version, "1.4") is None
    assert is_older("1.4", version) is None


# ------------------------------------------------------------ 10, 11: pages that are not the site's


def test_a_challenge_says_nothing_about_the_site():
    wall = exchange("<title>Just a moment...</title>", status=403, headers={"cf-mitigated": "challenge"})
    found = Site(Capture("now", wall))
    stack = report(TECH_STACK, found)
    assert {name for name, value in stack["security"].items() if value is not None} == {"https"}
    assert "Missing" not in faces(TECH_STACK, found)["prose"]
    sources = report(FONTS, found)["sources"]
    assert {source["detected"] for source in sources.values()} == {None}


@pytest.mark.parametrize("status", [404, 503])
def test_an_error_page_of_wordpress_is_blocked_and_hints_at_it(status):
    found = Site(Capture("now", exchange(THEME, TEXT, status=status)))
    judged = report(CHECK_CMS, found)
    assert (judged["isCms"], judged["blocked"], judged["signalCount"]) == (None, True, 0)
    assert [hint["what"] for hint in judged["hints"]] == ["wpContent"]
    for face in faces(CHECK_CMS, found).values():
        assert any(words in face.lower() for words in ("could not", "not found", "reports an error"))
        assert "wpContent" in face or "themes/acme" in face


# ------------------------------------------------------------ 12: one fact


def test_one_link_header_is_one_signal():
    link = '<https://example.org/wp-json/>; rel="https://api.w.org/"'
    judged = report(CHECK_CMS, site(body=TEXT, headers={"link": link}))
    assert (judged["signalCount"], judged["confidence"]) == (1, "low")


# ------------------------------------------------------------ 13: what waits for consent

WAITING = (
    '<script type="text/plain" data-src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    '<script type="text/plain" src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    '<script type="text/x-consent" src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    '<script src="" data-consent-src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
)


@pytest.mark.parametrize("markup", WAITING)
def test_a_script_that_waits_for_consent_is_reported_as_held_back(markup):
    found = site(markup, TEXT)
    (technology,) = report(TECH_STACK, found)["technologies"]
    assert (technology["name"], technology["heldBack"]) == ("Google Analytics", True)
    for face in faces(TECH_STACK, found).values():
        assert "held back" in face.lower()


def test_a_lazy_frame_is_reported_as_held_back():
    found = site(body=f'{TEXT}<iframe data-src="https://www.youtube.com/embed/x"></iframe>')
    (technology,) = report(TECH_STACK, found)["technologies"]
    assert (technology["name"], technology["heldBack"]) == ("YouTube", True)


def test_what_is_loaded_is_not_held_back_though_more_of_it_waits():
    loaded = '<script src="https://www.googletagmanager.com/gtag/js?id=G-2"></script>'
    (technology,) = report(TECH_STACK, site(loaded + WAITING[0], TEXT))["technologies"]
    assert "heldBack" not in technology
    assert "G-2" in technology["evidence"][0]["value"]


# ------------------------------------------------------------ 14: forks


def test_a_fork_is_named_with_its_own_version():
    generator = "WordPress 6.2.9 (compatible; ClassicPress 2.7.0)"
    found = site(f'<meta name="generator" content="{generator}">', TEXT)
    fork = {"name": "ClassicPress", "version": "2.7.0", "compatibleWith": "6.2.9"}
    for analysis in (CHECK_CMS, TECH_STACK):
        judged = report(analysis, found)
        assert judged["isCms"] is True
        assert fork.items() <= judged["fork"].items()
        for face in faces(analysis, found).values():
            assert "ClassicPress" in face
            assert "WordPress 6.2.9," not in face
    stack = report(TECH_STACK, found)
    assert (stack["cmsVersion"], stack["cmsVersionSource"]) == ("2.7.0", "generator")
    assert [(each["name"], each["version"]) for each in stack["technologies"]] == [("ClassicPress", "2.7.0")]


# ------------------------------------------------------------ 15: other software in front


CONTENT = {
    "image": '<img src="https://cms.example.org/wp-content/uploads/a.jpg">',
    "image service": '<img src="/_next/image?url=https%3A%2F%2Fcms.example.org%2Fwp-content%2Fuploads%2Fa.jpg&w=640">',
    "data": '<script type="application/json">{"image":"https:\\/\\/cms.example.org\\/wp-content\\/uploads\\/a.jpg"}</script>',
    "preview": '<meta property="og:image" content="https://cms.example.org/wp-content/uploads/a.jpg">',
}


@pytest.mark.parametrize("markup", CONTENT.values(), ids=CONTENT)
def test_content_from_wordpress_on_another_host_of_the_site_is_said(markup):
    found = site('<script src="/_next/static/chunks/main.js"></script>', markup + TEXT)
    for analysis in (CHECK_CMS, TECH_STACK):
        judged = report(analysis, found)
        assert judged["isCms"] is False
        assert (judged["contentFrom"]["name"], judged["contentFrom"]["host"]) == (
            "WordPress",
            "cms.example.org",
        )
        assert "cms.example.org/wp-content/uploads/a.jpg" in judged["contentFrom"]["evidence"][0]["value"]
        for face in faces(analysis, found).values():
            assert "cms.example.org" in face


@pytest.mark.parametrize(
    "markup",
    [
        '<a href="https://cms.example.org/wp-content/uploads/a.pdf">Read</a>',
        '<img src="https://cms.example.com/wp-content/uploads/a.jpg">',
        "<p>https://cms.example.org/wp-content/uploads/a.jpg</p>",
    ],
)
def test_links_texts_and_other_sites_say_nothing_of_the_content(markup):
    assert "contentFrom" not in report(CHECK_CMS, site(body=markup + TEXT))


# ------------------------------------------------------------ 16: cut pages


def test_the_size_of_a_page_that_was_cut_is_a_floor_on_every_face():
    found = Site(Capture("now", replace(exchange(body=TEXT), truncated=True), rest_root=Missing("", "x")))
    speed = report(TECH_STACK, found)["performance"]
    assert speed["htmlCut"] is True
    assert "htmlKb" in speed["note"]
    unmeasured = {part["name"] for part in speed["components"] if not part["measured"]}
    assert {"htmlKb", "requests"} <= unmeasured
    for face in faces(TECH_STACK, found).values():
        assert "at least" in face
    assert "htmlCut" not in report(TECH_STACK, site(body=TEXT))["performance"]


def test_what_no_file_of_a_cut_page_does_may_be_done_by_one_that_was_not_seen():
    script = '<script src="https://cdn.test/a.js" integrity="sha384-x"></script>'
    cut = Site(Capture("now", replace(exchange(script, TEXT), truncated=True)))
    for found, passed in ((site(script, TEXT), True), (cut, None)):
        checks = {each["name"]: each for each in report(TECH_STACK, found)["securityDetail"]["checks"]}
        names = ("mixed-content", "subresource-integrity")
        assert [checks[name]["passed"] for name in names] == [passed] * 2


def test_a_theme_of_a_cut_page_is_one_that_its_beginning_states():
    links = "".join(f'<link rel=stylesheet href="/wp-content/themes/{slug}/style.css">' for slug in "ab")
    for classes, slug in (("", None), ("wp-theme-b", "b")):
        cut = replace(exchange(links, TEXT, classes=classes), truncated=True)
        found = report(CHECK_CMS, Site(Capture("now", cut)))["theme"]
        assert (found and found["slug"]) == slug


def test_half_a_word_at_the_end_of_what_was_read_names_nothing():
    page = exchange("<style>p{font-family:Lora}h1{font-family:Other}</style>", TEXT)
    cut = replace(page, body=page.body.partition(b"ther}")[0], truncated=True)
    assert report(FONTS, Site(Capture("now", cut)))["fonts"] == []
    text = sheet("https://example.org/a.css", "p{font-family:Lora}h1{font-family:Oth")
    torn = replace(text, answer=replace(text.answer, truncated=True))
    found = report(FONTS, site('<link rel=stylesheet href="/a.css">', TEXT, stylesheets=(torn,)))
    assert [font["family"] for font in found["fonts"]] == ["Lora"]


def test_a_theme_is_not_judged_by_half_a_head():
    whole = exchange(THEME, TEXT, classes="wp-theme-other")
    assert report(CHECK_CMS, Site(Capture("now", whole)))["theme"]["slug"] == "other"
    for end in (b"<body", b"class='wp-theme", b"wp-theme-other"):
        head = replace(whole, body=whole.body.partition(end)[0], truncated=True)
        judged = report(CHECK_CMS, Site(Capture("now", head)))
        assert (judged["isCms"], judged["theme"]) == (True, None)


# ------------------------------------------------------------ 17: resets


def test_a_reset_names_no_font_and_no_size():
    judged = report(FONTS, site("<style>body{font:0/0 a}</style>", TEXT))
    assert (judged["fonts"], judged["typeScale"]) == ([], [])


# ------------------------------------------------------------ 18: fonts that nothing loads

NAMED = "<style>body{font-family:'Open Sans',sans-serif}</style>"


def test_a_font_that_nothing_loads_is_said_not_to_be_loaded_on_every_face():
    found = site(NAMED, TEXT)
    judged = report(FONTS, found)
    assert [(font["family"], font["loaded"]) for font in judged["fonts"]] == [("Open Sans", False)]
    assert judged["body"]["loaded"] is False
    for face in faces(FONTS, found).values():
        assert "visitors see the fallback" in face
    for name in formats_of("font-detector"):
        assert name == "theme.json" or "not loaded" in export_text(name, {"font-detector": judged})


def test_whether_a_font_is_loaded_is_unknown_while_a_stylesheet_is_unread():
    found = site(NAMED + '<link rel=stylesheet href="/fonts.css">', TEXT)
    assert found.stylesheets.found == 0  # nobody gathered it yet
    missing = Missing("https://example.org/fonts.css", "timed-out")
    unread = found.with_capture(replace(found.capture, stylesheets=(Sheet(missing.requested, missing),)))
    assert [font["loaded"] for font in report(FONTS, unread)["fonts"]] == [None]


def test_fonts_of_systems_are_no_fonts_that_are_not_loaded():
    judged = report(FONTS, site("<style>body{font-family:Georgia,serif}</style>", TEXT))
    assert (judged["fonts"], judged["systemStacks"]) == ([], ["Georgia, serif"])
    assert "loaded" not in judged["body"]


# ------------------------------------------------------------ 20: certificates


def test_a_certificate_for_another_name_comes_with_the_form_to_try():
    fault = type("Fault", (Exception,), {"verify_code": 62})()
    target = parse("example.org", Settings().policy)
    error = aiohttp.ClientConnectorCertificateError(None, fault)
    assert unreachable(error, target).message == (
        "The certificate of example.org is for another name. "
        "If the site has no https, try http://example.org/."
    )


# ------------------------------------------------------------ smaller ones


def test_no_transport_security_without_https():
    found = site(
        body=TEXT, url="http://example.org/", headers={"strict-transport-security": "max-age=31536000"}
    )
    assert report(TECH_STACK, found)["security"]["hsts"] is False


def test_one_size_in_two_spellings_is_one_size():
    found = site("<style>p{font-size:16px}h1{font-size:16PX}</style>", TEXT)
    assert [(size["value"], size["count"]) for size in report(FONTS, found)["typeScale"]] == [("16px", 2)]


def test_a_sheet_that_browsers_ignore_by_its_type_is_read_and_does_not_apply():
    text = sheet("https://example.org/a.css", "body{font-family:Lora}", **{"content-type": "text/plain"})
    head = '<link rel=stylesheet href="/a.css">'
    judged = report(FONTS, site(head, TEXT, stylesheets=(text,)))
    assert (judged["fonts"], judged["stylesheets"]["fetched"], judged["coverage"]["stylesheets"]) == (
        [],
        1,
        "all",
    )
    old = replace(exchange(), body=f"<html><head>{head}</head><body>{TEXT}".encode())
    quirks = report(FONTS, Site(Capture("now", old, stylesheets=(text,))))
    assert [font["family"] for font in quirks["fonts"]] == ["Lora"]


@pytest.mark.parametrize("template", ["../../../etc", "/etc/passwd", "."])
def test_a_parent_theme_is_a_folder(template):
    text = f"/*\nTheme Name: Acme\nTemplate: {template}\n*/"
    style = sheet("https://example.org/wp-content/themes/acme/style.css", text).answer
    judged = report(CHECK_CMS, site(THEME, TEXT, theme=ThemeFiles("acme", style=style)))
    assert judged["theme"]["name"] == "Acme"
    assert "parentTheme" not in judged["theme"]


def test_what_is_said_of_a_color_has_a_place():
    head = '<meta name="theme-color" content="#aa3300"><style>a{color:#aa3300}</style>'
    judged = report(COLORS, site(head, f'{TEXT}<a href="/x">More</a>'))
    evidence = [each for role in judged["roles"].values() if role for each in role["evidence"]]
    assert any(each["what"] == "theme-color" for each in evidence)
    assert all(each["where"] for each in evidence)


def test_no_header_is_named_that_did_not_come():
    answer = Site(Capture("now", replace(exchange(body=TEXT), content_encoding=None, content_length=None)))
    speed = report(TECH_STACK, answer)["performance"]
    assert (speed["compression"], speed["compressed"], speed["compressionSource"]) == ("none", False, None)


def test_the_time_that_a_site_asks_to_wait_is_passed_on():
    answer = Site(Capture("now", exchange(status=429, headers={"retry-after": "90"})))
    for face in faces(CHECK_CMS, answer).values():
        assert "90 seconds" in face


def test_no_confidence_is_told_as_no_sign():
    for analysis in (CHECK_CMS, TECH_STACK):
        told = faces(analysis, site(body=TEXT))
        assert "no sign found" in told["terminal"]
        assert "no sign found" in told["page"]
