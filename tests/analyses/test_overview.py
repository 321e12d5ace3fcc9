"""The overview: the most important facts of the other reports, and nothing that they do not say."""

import json
from pathlib import Path

import msgspec
import pytest

from siteloupe.analyses import ANALYSES, OVERVIEW
from siteloupe.analyses.analysis import needs_of, report_of
from siteloupe.analyses.overview import MAX_COLORS, MAX_PLUGINS, MAX_TECHNOLOGIES, analyze, summarize
from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from siteloupe.detect.technologies import generators
from siteloupe.products.book import technologies
from siteloupe.reports.categories import category_labels, place_of
from tests.pages import exchange

URL = "https://example.org/"
AT = "2026-03-01T09:30:00Z"
SITES = Path(__file__).parent.parent / "sites"
FOLDERS = sorted(path.parent.parent.name for path in SITES.glob("*/expect/overview.json"))
MAX_BYTES = 4500
"""A report of so many bytes has at most about 1,500 tokens, at three bytes a token."""


def overview(*page, **given):
    return analyze(Site(Capture(AT, exchange(*page, **given))))


def expected(folder, name):
    return json.loads((SITES / folder / "expect" / f"{name}.json").read_text("utf-8"))


def test_one_visit_has_everything_that_the_overview_needs():
    assert OVERVIEW.needs == needs_of(ANALYSES, inspect=False)


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_says_what_the_other_reports_of_a_saved_site_say(folder):
    short = expected(folder, "overview")
    verdict, stack = expected(folder, "check-cms"), expected(folder, "tech-stack")
    palette, fonts = expected(folder, "color-palette"), expected(folder, "font-detector")
    for name in ("isCms", "confidence", "blocked", "blockedBy", "url", "checkedAt"):
        assert short[name] == verdict[name]
    for name in ("cmsVersion", "hosting", "cdn", "server"):
        assert short[name] == stack[name]
    assert {each["name"] for each in short["plugins"]} <= {each["name"] for each in stack["plugins"]}
    named = {each["name"] for each in stack["technologies"]}
    assert {each["name"] for each in short["technologies"]} <= named
    for role, color in short["roles"].items():
        assert (color and color["hex"]) == (palette["roles"][role] and palette["roles"][role]["hex"])
    assert {each["hex"] for each in short["colors"]} <= {each["hex"] for each in palette["palette"]}
    assert (short["body"] and short["body"]["family"]) == (fonts["body"] and fonts["body"]["family"])


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_is_short(folder):
    short = expected(folder, "overview")
    assert len(short["plugins"]) <= MAX_PLUGINS
    assert len(short["technologies"]) <= MAX_TECHNOLOGIES
    assert len(short["colors"]) <= MAX_COLORS
    assert len(json.dumps(short, separators=(",", ":"))) <= MAX_BYTES


def test_a_page_that_refuses_has_no_verdict():
    found = overview(status=403)
    assert (found.is_cms, found.confidence, found.blocked, found.reason) == (None, "unknown", True, "refused")
    assert (found.theme, found.plugins, found.technologies, found.colors) == (None, [], [], [])
    assert (found.plugin_count, found.technology_count) == (0, 0)
    assert (found.performance, found.security, found.body, found.heading) == (None, None, None, None)
    assert all(role is None for role in msgspec.structs.astuple(found.roles))


def test_what_says_most_comes_first():
    libraries = "".join(
        f"<script src=https://cdn.jsdelivr.net/npm/{name}@1.0.0/dist/{name}.min.js></script>"
        for name in (
            "jquery",
            "lodash",
            "swiper",
            "aos",
            "gsap",
            "axios",
            "moment",
            "choices.js",
            "d3",
            "three",
        )
    )
    found = overview(f'{libraries}<meta name=generator content="Joomla! - Open Source Content Management">')
    assert found.technologies[0].name == "Joomla"
    assert len(found.technologies) == MAX_TECHNOLOGIES
    assert found.technology_count > MAX_TECHNOLOGIES


def test_every_category_has_a_label_and_a_place():
    used = {product.category for product in technologies().products}
    assert used | {generators.CATEGORY} == set(category_labels())
    assert place_of("cms") < place_of("analytics") < place_of("javascript-library") < place_of("unheard-of")


def test_a_report_is_made_once_for_a_site():
    site = Site(Capture(AT, exchange()))
    made = [report_of(analysis, site) for analysis in ANALYSES]
    assert all(report_of(analysis, site) is report for analysis, report in zip(ANALYSES, made, strict=True))


def test_the_prose_has_a_line_for_each_question():
    page = exchange("<style>body{font-family:Lora;color:#222;background:#fff}</style>")
    found = analyze(Site(Capture(AT, page)))
    text = summarize(found)
    for words in ("shows no sign of WordPress", "Hosting: not identified", "Security headers:", '"Lora"'):
        assert words in text


def test_prose_about_a_refusal_says_who_refused():
    headers = Headers([("cf-mitigated", "challenge"), ("server", "cloudflare")])
    refused = Exchange(URL, URL, 403, headers, b"<title>Just a moment...</title>")
    assert "Cloudflare" in summarize(analyze(Site(Capture(AT, refused))))
