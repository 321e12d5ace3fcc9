"""The pages as people use them, in a real browser, on sites over loopback."""

import json
import re
import threading
from urllib.parse import quote

import pytest
from playwright.async_api import expect

from siteloupe.analyses import ANALYSES
from tests.places import INWARD_URL, LETTERED_URL, ORCHARD_URL, PAINTED_URL, SHUT_URL, SNARE_URL
from tests.servers.sites import Page
from tests.web.conftest import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

SINGLE = [analysis for analysis in ANALYSES if not analysis.parts]
every_analysis = pytest.mark.parametrize("analysis", SINGLE, ids=lambda analysis: analysis.name)


async def ask(page, url):
    await page.locator("form.ask:visible input[name=url]").fill(url)
    await page.keyboard.press("Enter")


@every_analysis
async def test_a_tool_runs_without_leaving_its_page(page, served, analysis):
    await page.goto(f"/tools/{analysis.name}")
    await page.evaluate("window.stayed = true")
    await ask(page, ORCHARD_URL)
    result = page.locator("article.result")
    await expect(result.locator(".site")).to_have_text(ORCHARD_URL)
    first = next(section for section in analysis.outline if section.path != "hints")
    for part in ("Page", first.label):
        await expect(result.get_by_role("heading", name=part).first).to_be_visible()
    assert await page.evaluate("window.stayed")
    assert page.url.endswith(f"/tools/{analysis.name}?url={quote(ORCHARD_URL, safe='')}")
    await expect(result.locator("h2")).to_be_focused()


@every_analysis
async def test_a_shared_link_and_a_browser_without_scripts_show_the_same(browser, served, analysis):
    address = f"{served.origin}/tools/{analysis.name}?url={quote(ORCHARD_URL, safe='')}"
    told = []
    for runs_scripts in (True, False):
        context = await browser.new_context(java_script_enabled=runs_scripts, locale="en-GB")
        page = await context.new_page()
        await page.goto(address)
        told.append(await page.locator(".part > h3").all_inner_texts())
        await context.close()
    assert told[0] == told[1]
    assert told[0]


async def test_the_form_works_without_scripts(browser, served):
    context = await browser.new_context(java_script_enabled=False, base_url=served.origin)
    page = await context.new_page()
    await page.goto("/")
    await page.get_by_text(SINGLE[0].title, exact=True).first.click()
    await ask(page, ORCHARD_URL)
    await expect(page).to_have_url(
        f"{served.origin}/tools/{SINGLE[0].name}?url={quote(ORCHARD_URL, safe='')}"
    )
    await expect(page.locator(".part-verdict")).to_contain_text("yes")
    await context.close()


async def test_without_scripts_a_contrast_fills_its_sample(browser, served):
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{served.origin}/tools/color-palette?url={quote(PAINTED_URL, safe='')}")
    for sample in await page.locator("svg.pair").all():
        outer, patch = await sample.bounding_box(), await sample.locator("rect").bounding_box()
        assert patch["width"] >= outer["width"] - 2  # but for its border
    assert await page.locator("svg.pair").count() == await page.locator(".contrasts > li").count() > 1
    await context.close()


async def test_the_front_page_leads_to_everything_on_one_page(page, served):
    await page.goto("/")
    await ask(page, ORCHARD_URL)
    await expect(page).to_have_url(f"{served.origin}/report?url={quote(ORCHARD_URL, safe='')}")
    await expect(page.locator("#overview .site")).to_have_text(ORCHARD_URL)
    await expect(page.locator("section.section")).to_have_count(7)
    assert await page.evaluate("document.querySelectorAll('*').length") <= 800
    await page.go_back()
    await expect(page.locator("article#overview")).to_have_count(0)
    await page.go_forward()
    await expect(page.locator("article#overview")).to_have_count(1)


async def test_a_report_is_whole_without_scripts(browser, served):
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{served.origin}/report?url={quote(ORCHARD_URL, safe='')}")
    await expect(page.locator("#overview")).to_contain_text("Orchard")
    await expect(page.locator("section.section")).to_have_count(7)
    await expect(page.locator(".looking")).to_be_hidden()
    await context.close()


async def test_looking_twice_at_a_site_is_one_step_to_go_back(page):
    await page.goto("/tools/check-cms")
    for _ in range(2):
        await ask(page, ORCHARD_URL)
        await expect(page.locator("article.result h2")).to_be_focused()
    await page.go_back()
    await expect(page.locator("article.result")).to_have_count(0)


async def test_a_choice_on_the_front_page_shows_its_own_form(page):
    await page.goto("/")
    await page.locator("#overview-url").fill("typed.example")
    for analysis in ANALYSES:
        await page.locator(f"label[for=choose-{analysis.name}]").click()
        shown = page.locator("form.ask:visible")
        await expect(shown).to_have_count(1)
        await expect(shown).to_have_attribute("toolname", analysis.tool)
        await expect(shown.locator("input")).to_have_value("typed.example")


async def test_a_site_that_refuses_is_explained_kindly(page):
    await page.goto("/tools/check-cms")
    await ask(page, SHUT_URL)
    result = page.locator("article.result")
    await expect(result.locator(".part-refused")).to_contain_text("Cloudflare")
    await expect(result.locator(".kindly")).to_contain_text("We can't tell whether it uses WordPress")
    await expect(result.get_by_role("heading", name="Signals")).to_have_count(0)


async def test_a_page_that_is_not_there_is_not_called_a_refusal(page, places):
    places.pages["http://moved.example/"] = Page("nothing", 404)
    await page.goto("/tools/check-cms")
    await ask(page, "http://moved.example/")
    await expect(page.locator(".kindly")).to_contain_text("no page at this address")
    await expect(page.locator(".kindly")).not_to_contain_text("bots")


@pytest.mark.parametrize(("url", "told"), [(INWARD_URL, "private"), ("http://gone.example:9", "Port 9")])
async def test_a_failure_is_told_in_words(page, url, told):
    await page.goto("/tools/check-cms")
    await ask(page, url)
    await expect(page.get_by_role("alert")).to_contain_text(told)


async def test_a_look_can_be_cancelled(page, places):
    held = threading.Event()
    places.pages["http://slow.example/"] = Page("<p>late", held=held)
    await page.goto("/tools/check-cms")
    await ask(page, "http://slow.example/")
    await expect(page.get_by_role("progressbar")).to_be_visible()
    await expect(page.get_by_role("status")).to_have_text("Analyzing http://slow.example/")
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("status")).to_have_text("Cancelled.")
    await expect(page.get_by_role("progressbar")).to_be_hidden()
    await expect(page.locator("article.result")).to_have_count(0)
    held.set()


async def test_cancelling_leaves_what_was_found_before(page, places):
    held = threading.Event()
    places.pages["http://slower.example/"] = Page("<p>late", held=held)
    await page.goto("/tools/check-cms")
    await ask(page, ORCHARD_URL)
    await expect(page.locator("article.result .site")).to_have_text(ORCHARD_URL)
    await ask(page, "http://slower.example/")
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("status")).to_have_text("Cancelled.")
    await expect(page.locator("article.result .site")).to_have_text(ORCHARD_URL)
    held.set()


async def test_a_report_can_be_copied_shared_and_kept(page, served):
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto("/tools/check-cms")
    await ask(page, ORCHARD_URL)
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    shared = f"{served.origin}/tools/check-cms?url={quote(ORCHARD_URL, safe='')}"
    assert await page.evaluate("navigator.clipboard.readText()") == shared
    await page.get_by_role("button", name="Copy JSON").click()
    body = served.analyze("check-cms", ORCHARD_URL).json
    assert json.loads(await page.evaluate("navigator.clipboard.readText()")) == body
    async with page.expect_download() as started:
        await page.get_by_role("button", name="Download JSON").click()
    download = await started.value
    assert download.suggested_filename == "orchard.example-check-cms.json"
    with open(await download.path(), encoding="utf-8") as file:  # noqa: ASYNC230, PTH123
        assert json.load(file) == body


async def test_a_report_leads_to_what_is_inside_of_the_sites_own_files(page):
    await page.goto("/tools/font-detector")
    await ask(page, LETTERED_URL)
    await page.get_by_role("link", name="Draw the fonts and inspect their files").click()
    await expect(page.get_by_role("heading", name="Font files", exact=True)).to_be_visible()
    await expect(page.locator("article.result")).to_contain_text("Crumb Regular")
    await expect(page.locator(".specimens svg.face path")).to_have_attribute("d", re.compile("^M[0-9]"))
    await expect(page.get_by_role("link", name="Draw the fonts and inspect their files")).to_have_count(0)
    assert page.url.endswith("&inspect=1")


async def test_the_browser_remembers_what_was_looked_at_until_told_to_forget(page):
    await page.goto("/tools/check-cms")
    await ask(page, ORCHARD_URL)
    recent = page.get_by_role("region", name="Recent")
    await expect(recent.get_by_role("link", name=ORCHARD_URL)).to_be_visible()
    await page.goto("/")
    await expect(recent.get_by_role("listitem")).to_have_count(1)
    await recent.get_by_role("button", name="Clear history").click()
    await expect(recent).to_be_hidden()
    assert await page.evaluate("localStorage.getItem('siteloupe.recent')") == "[]"


async def test_what_stands_in_the_browsers_storage_is_not_trusted(page):
    await page.goto("/")
    for kept in (
        '{"x":1}',
        "[1, null, {}]",
        "not json",
        '[{"url":"x","path":"javascript:alert(1)","label":"x"}]',
    ):
        await page.evaluate("kept => localStorage.setItem('siteloupe.recent', kept)", kept)
        await page.reload()
        await expect(page.locator("#recent")).to_be_hidden()


async def test_the_reference_answers_where_it_is_read(page):
    await page.goto("/docs/api")
    form = page.locator("form.try").first
    await form.get_by_role("textbox").fill(ORCHARD_URL)
    await form.get_by_role("button", name="Send").click()
    await expect(form.locator("output .line")).to_contain_text("200 in")
    await expect(form.locator("output pre")).to_contain_text('"success": true')
    await form.get_by_role("textbox").fill(INWARD_URL)
    await form.get_by_role("button", name="Send").click()
    await expect(form.locator("output .line")).to_contain_text("400 in")


@every_analysis
@pytest.mark.parametrize("runs_scripts", [True, False])
async def test_what_a_hostile_site_wrote_does_nothing(browser, served, analysis, runs_scripts):
    context = await browser.new_context(java_script_enabled=runs_scripts)
    page = await context.new_page()
    faults = faults_of(page, served.origin)
    await page.goto(f"{served.origin}/tools/{analysis.name}")
    drawn = "document.querySelectorAll('script, img, iframe, object, embed, link, style, base, meta').length"
    before = await page.evaluate(drawn) if runs_scripts else 0
    await ask(page, SNARE_URL)
    await expect(page.locator("article.result .site")).to_have_text(SNARE_URL)
    for link in await page.locator("article.result .report a").all():
        assert (await link.get_attribute("href")).startswith(("http://", "https://"))
        assert await link.get_attribute("rel") == "noopener noreferrer nofollow"
    assert await page.locator(".report :is(img, script, iframe)").count() == 0
    if runs_scripts:
        assert await page.evaluate(drawn) == before
        assert await page.evaluate("window.trapped ?? null") is None
    await context.close()
    assert faults == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        f"/tools/check-cms?url={quote(SNARE_URL, safe='')}",
        f"/report?url={quote(SNARE_URL, safe='')}",
        "/report/example",
        "/tools/compare",
        "/docs/api",
        "/docs/mcp",
        "/docs/agents",
        "/about",
    ],
)
async def test_a_page_fits_the_narrowest_screen(page, path):
    await page.set_viewport_size({"width": 320, "height": 640})
    await page.goto(path)
    assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_a_keyboard_reaches_the_content_the_question_and_the_answer(page):
    await page.goto("/tools/check-cms")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.wait_for_url("**#main")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("textbox", name="Web address")).to_be_focused()
    await page.keyboard.type(ORCHARD_URL)
    await page.keyboard.press("Enter")
    await expect(page.locator("article.result h2")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Copy link")).to_be_focused()


async def test_a_dead_link_leads_to_a_page_of_the_site(page):
    answer = await page.goto("/nothing-here")
    assert answer.status == 404
    await page.get_by_role("link", name="Begin at the front page").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("See what a website is made of")


async def test_a_site_is_compared_with_a_file_without_scripts(browser, served, tmp_path):
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    faults = faults_of(page, served.origin)
    file = tmp_path / "painted.tokens.json"
    tokens = served.get(f"/export?url={quote(PAINTED_URL, safe='')}&format=dtcg").json
    tokens["color"]["text"]["$value"] = "#ff0000"
    file.write_text(json.dumps(tokens))
    await page.goto(f"{served.origin}/tools/compare")
    await page.locator("#compare-site").fill(PAINTED_URL)
    await page.get_by_label("Earlier export of it").set_input_files(file)
    await page.get_by_role("button", name="Compare with the file").click()
    await expect(page.locator("#comparison h2")).to_contain_text("1 different")
    await expect(page.locator("#comparison")).to_contain_text("#ff0000")
    await context.close()
    assert faults == []
