"""A view in a real browser, and every message between it and a host."""

import json

import pytest
from playwright.async_api import expect

from siteloupe.analyses import ANALYSES
from siteloupe.mcp.views import view
from tests.mcp.gallery import GALLERY, REPORT
from tests.mcp.host import PROTOCOL

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

VIEW = view(GALLERY)
LINKS = {"openLinks": {}}
TOOLS = {"serverTools": {}}
BY_NAME = {analysis.name: analysis for analysis in ANALYSES}


async def test_it_makes_itself_known_before_anything_else(host):
    await host.open(VIEW)
    first, second = (await host.sent())[:2]
    assert (first["method"], first["params"]["protocolVersion"]) == ("ui/initialize", PROTOCOL)
    assert first["params"]["appInfo"].keys() == {"name", "version"}
    assert first["params"]["appCapabilities"] == {"availableDisplayModes": ["inline", "fullscreen"]}
    assert second == {"jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {}}


async def test_a_host_that_refuses_to_begin_still_gets_a_view(host):
    await host.open(VIEW, answers={"ui/initialize": {"error": {"code": -32603, "message": "no"}}})
    await host.result(REPORT)
    assert "Runs WordPress" in await host.text()


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
async def test_it_can_be_read_before_there_is_any_data(host, analysis):
    await host.open(view(analysis))
    assert await host.text("h1") == analysis.title
    assert await host.text("#status") == analysis.description


async def test_what_is_being_looked_at_is_said_while_it_is_waited_for(host):
    await host.open(VIEW)
    await host.tell("ui/notifications/tool-input-partial", {"arguments": {"url": "exam"}})
    assert await host.text("#status") == "Analyzing exam …"
    await host.tell("ui/notifications/tool-input", {"arguments": {"url": "example.com\u202e\n"}})
    assert await host.text("#status") == "Analyzing example.com …"


async def test_a_result_takes_the_place_of_what_was_said(host):
    await host.open(VIEW)
    await host.result(REPORT)
    assert not await host.view.locator("#status").is_visible()
    assert await host.text("#site") == "orchard.example"
    assert "Contact Form 7" in await host.text("main")
    await host.result({**REPORT, "plugins": []})
    assert "Contact Form 7" not in await host.text("main")


FONTS = {"url": "https://orchard.example/", "fonts": [{"family": "Crumb", "source": "self-hosted"}]}
SPECIMEN = {"text": "Crumb", "path": "M0 0h9v-9z", "width": 400, "top": -300, "height": 420}
FULL = {
    "contents": [{"text": json.dumps({**FONTS, "inspected": [{"usedAs": "Crumb", "specimen": SPECIMEN}]})}]
}


async def test_fonts_are_drawn_in_their_own_face_from_the_full_report(host):
    answers = {"resources/read": {"result": FULL}}
    await host.open(view(BY_NAME["font-detector"]), capabilities={"serverResources": {}}, answers=answers)
    await host.result(FONTS)
    await expect(host.view.locator("svg.face path")).to_have_attribute("d", "M0 0h9v-9z")
    (asked,) = await host.sent("resources/read")
    assert asked["params"] == {"uri": "siteloupe://report/font-detector/https://orchard.example/"}


@pytest.mark.parametrize(
    ("capabilities", "answer"),
    [({}, {"result": FULL}), ({"serverResources": {}}, {"error": {"code": -32603, "message": "no"}})],
)
async def test_without_the_full_report_no_font_is_drawn_in_another_face(host, capabilities, answer):
    opened = view(BY_NAME["font-detector"])
    await host.open(opened, capabilities=capabilities, answers={"resources/read": answer})
    await host.result(FONTS)
    await host.settle()
    assert "Crumb" in await host.text("main")
    assert await host.view.locator("svg.face").count() == 0


async def test_a_result_without_a_report_is_told_in_its_own_words(host):
    await host.open(VIEW)
    await host.result(None, "Nobody answers at example.com.", is_error=True)
    assert await host.text("#status") == "Nobody answers at example.com."
    assert await host.view.evaluate("document.documentElement.dataset.state") == "failed"
    await host.tell("ui/notifications/tool-result", {})
    assert await host.text("#status") == "The tool gave no result."


async def test_a_page_that_could_not_be_read_is_never_shown_as_a_no(host):
    blocked = {
        "blocked": True,
        "blockedBy": "Cloudflare",
        "reason": "challenge",
        "status": 403,
        "note": "A challenge was served.",
    }
    await host.open(VIEW)
    await host.result({**REPORT, **blocked, "isCms": None}, is_error=True)
    shown = await host.text("main")
    for word in ("Site blocked the request", "Cloudflare", "challenge", "403", "A challenge was served."):
        assert word in shown
    assert "Runs WordPress" not in shown
    assert "Generator tag" not in shown


@pytest.mark.parametrize(("params", "said"), [({}, "Cancelled."), ({"reason": "a\nb"}, "Cancelled: a b")])
async def test_a_cancelled_call_is_said(host, params, said):
    await host.open(VIEW)
    await host.tell("ui/notifications/tool-cancelled", params)
    assert await host.text("#status") == said


async def test_it_takes_over_theme_colors_and_insets_and_only_those(host):
    variables = {"--color-background-primary": "rgb(1, 2, 3)", "color": "red", "--X": "1", "--a;b": "c"}
    await host.open(
        VIEW, context={"theme": "dark", "styles": {"variables": variables}, "safeAreaInsets": {"top": 40}}
    )
    assert (
        await host.view.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(1, 2, 3)"
    )
    assert await host.view.evaluate("document.documentElement.style.colorScheme") == "dark"
    assert await host.view.evaluate("getComputedStyle(document.body).paddingTop") == "56px"
    assert await host.view.evaluate("document.documentElement.style.color") == ""
    await host.tell("ui/notifications/host-context-changed", {"theme": "light"})
    assert await host.view.evaluate("document.documentElement.style.colorScheme") == "light"


async def test_numbers_and_times_follow_the_hosts_locale(host):
    await host.open(VIEW, context={"locale": "de-DE", "timeZone": "Europe/Berlin"})
    await host.result(REPORT)
    assert "500.000+" in await host.text("main")
    assert "10:30:00" in await host.text("time")
    await host.tell("ui/notifications/host-context-changed", {"locale": "en-GB"})
    assert "500,000+" in await host.text("main")


async def test_a_locale_nobody_knows_keeps_nothing_from_being_shown(host):
    await host.open(VIEW, context={"locale": "no such locale", "timeZone": "Nowhere/Else"})
    await host.result(REPORT)
    assert "500,000+" in await host.text("main")


async def test_its_size_is_told_whenever_it_changes(host):
    await host.open(VIEW)
    small = (await host.until("ui/notifications/size-changed"))["params"]
    await host.result(REPORT)
    await host.page.wait_for_function("height => frame.offsetHeight > height", arg=small["height"])
    large = (await host.sent("ui/notifications/size-changed"))[-1]["params"]
    assert large["width"] == small["width"] == 720
    assert large["height"] > 3 * small["height"]


async def test_a_link_is_opened_by_the_host(host):
    await host.open(VIEW, capabilities=LINKS, answers={"ui/open-link": {"result": {}}})
    await host.result(REPORT)
    await host.view.get_by_role("link", name="https://wordpress.org/themes/orchard/").click()
    assert (await host.until("ui/open-link"))["params"] == {"url": "https://wordpress.org/themes/orchard/"}


async def test_a_link_that_the_host_does_not_open_says_so(host):
    await host.open(VIEW, answers={"ui/open-link": {"error": {"code": -32601, "message": "no"}}})
    await host.result(REPORT)
    link = host.view.locator("a[href='https://orchard.example/']")
    await link.click()
    await host.view.wait_for_selector("[data-said]")
    assert await link.get_attribute("data-said") == "not opened by the host"


async def test_it_answers_a_teardown_and_a_ping_and_nothing_it_does_not_know(host):
    await host.open(VIEW)
    assert (await host.ask("ping", id=1))["result"] == {}
    assert (await host.ask("ui/resource-teardown", {"reason": "done"}, id=2))["result"] == {}
    assert (await host.ask("ui/no-such-method", id=3))["error"]["code"] == -32601
    assert (await host.ask("toString", id=4))["error"]["code"] == -32601
    await host.tell("ui/notifications/no-such-notification", {})
    await host.tell("constructor", {})


async def test_messages_from_elsewhere_are_not_listened_to(host):
    await host.open(VIEW)
    forged = {"jsonrpc": "2.0", "method": "ui/notifications/tool-cancelled", "params": {"reason": "forged"}}
    await host.view.evaluate("message => { window.postMessage(message, '*') }", forged)
    await host.page.evaluate(
        "frame.contentWindow.postMessage({method: 'ui/notifications/tool-cancelled', params: {}}, '*')"
    )
    await host.page.evaluate("frame.contentWindow.postMessage(null, '*')")
    await host.settle()
    assert "ancelled" not in await host.text()


async def test_looking_again_is_offered_only_where_the_host_can(host):
    await host.open(VIEW)
    await host.result(REPORT)
    assert not await host.view.locator("#again").is_visible()


async def test_looking_again_calls_the_tool_and_shows_its_result(host):
    again = {"content": [], "structuredContent": {**REPORT, "confidence": "medium"}}
    await host.open(VIEW, capabilities=TOOLS, answers={"tools/call": {"result": again}})
    await host.result(REPORT)
    await host.view.get_by_role("button", name="Look again").click()
    call = await host.until("tools/call")
    assert call["params"] == {"name": "gallery", "arguments": {"url": "https://orchard.example/"}}
    await expect(host.view.locator("main")).to_contain_text("medium")
    assert await host.view.locator("#again").is_enabled()


async def test_when_looking_again_fails_the_report_stays_and_why_is_said(host):
    await host.open(
        VIEW, capabilities=TOOLS, answers={"tools/call": {"error": {"code": -32000, "message": "Too many."}}}
    )
    await host.result(REPORT)
    await host.view.get_by_role("button", name="Look again").click()
    await expect(host.view.locator("#status")).to_contain_text("Too many.")
    assert "Contact Form 7" in await host.text("main")


async def test_it_fits_a_narrow_screen(host):
    await host.page.set_viewport_size({"width": 320, "height": 600})
    await host.open(VIEW)
    await host.result({**REPORT, "url": "https://" + "a" * 60 + ".example/" + "b" * 300})
    assert await host.view.evaluate("document.documentElement.scrollWidth") == 320


async def test_everything_that_can_be_clicked_can_be_reached_by_keyboard(host):
    await host.open(VIEW, capabilities=TOOLS)
    await host.result(REPORT)
    wanted = await host.view.locator("a[href], button:visible, summary").count()
    await host.view.locator("#again").focus()
    reached = set()
    for _ in range(wanted + 5):
        reached.add(await host.view.evaluate("document.activeElement.outerHTML"))
        await host.page.keyboard.press("Tab")
    reached.discard(await host.view.evaluate("document.body.outerHTML"))
    clickable = await host.view.locator("a[href], button:visible, summary").evaluate_all(
        "all => all.map(e => e.outerHTML)"
    )
    assert set(clickable) <= reached
    summary = host.view.locator("summary")
    await summary.focus()
    await host.page.keyboard.press("Enter")
    assert await host.view.locator("details[open]").count() == 1


async def test_a_color_is_copied_by_a_click(host):
    await host.open(VIEW)
    await host.result(REPORT)
    button = host.view.get_by_role("button", name="Copy #c9a227")
    await button.click()
    await host.view.wait_for_selector("[data-said]")
    assert await button.get_attribute("data-said") == "Copied"


async def test_a_color_can_be_copied_in_every_notation(host):
    row = {
        "hex": "#ff0000",
        "rgb": "rgb(255, 0, 0)",
        "hsl": "hsl(0, 100%, 50%)",
        "oklch": "oklch(62.8% 0.25768 29.23)",
    }
    await host.open(view(BY_NAME["color-palette"]))
    await host.result({**REPORT, "palette": [row]})
    for text in row.values():
        await host.view.get_by_role("button", name=f"Copy {text}", exact=True).wait_for()


@pytest.mark.parametrize(
    ("css", "is_drawn"),
    [
        ("linear-gradient(90deg, #7a3e1d, #c9a227)", True),
        ("repeating-linear-gradient(45deg, rgba(0, 0, 0, .5) 0 10px, transparent 10px 20px)", True),
        ("radial-gradient(circle at 50% 10%, red 0%, hsl(20deg 50% 50% / 50%))", True),
        ("linear-gradient(top, red, blue)", False),
        ("linear-gradient(red, blue), url(https://evil.example/x.png)", False),
        ("linear-gradient(red, url(/x.png))", False),
        ("linear-gradient(red, u\\72l(/x.png))", False),
        ("linear-gradient(red, image-set('x.png' 1x))", False),
        ("linear-gradient(red, var(--x, blue))", False),
        ("url(/x.png)", False),
        ("linear-gradient(red, blue) /* */", False),
    ],
)
async def test_a_gradient_is_drawn_when_it_is_nothing_but_colors_and_places(host, css, is_drawn):
    await host.open(view(BY_NAME["color-palette"]))
    await host.result({**REPORT, "gradients": [{"css": css, "type": "linear", "colors": [], "count": 1}]})
    assert css in await host.text("main")
    assert await host.view.locator(".ramp").count() == int(is_drawn)


async def test_a_version_stays_on_one_line(host):
    plugins = [
        {
            "name": "A plugin of a very long name " * 3,
            "version": "10.0.26-beta1",
            "known": True,
            "slug": "s-" * 30,
        }
    ]
    await host.page.set_viewport_size({"width": 640, "height": 600})
    await host.open(VIEW)
    await host.result({**REPORT, "plugins": plugins})
    cell = host.view.locator("td", has_text="10.0.26-beta1")
    assert await cell.evaluate("cell => cell.firstElementChild.getBoundingClientRect().height") < 30
    assert await host.view.evaluate("document.documentElement.scrollWidth") == 640


async def test_a_long_scale_begins_with_the_sizes_that_are_used_most(host):
    steps = [{"value": f"{px}px", "px": px, "count": 9 if px >= 20 else 1} for px in range(8, 32)]
    await host.open(VIEW)
    await host.result({**REPORT, "scale": steps})
    shown = await host.view.locator(".scale > li:visible .value").all_inner_texts()
    assert [text for text in shown if text.endswith("px")] == [f"{px}px" for px in range(20, 32)]


async def test_an_empty_list_says_what_that_means(host):
    await host.open(view(BY_NAME["font-detector"]))
    await host.result({"url": "https://bare.example/", "blocked": False, "fonts": []})
    assert "No font is named" in await host.text("main")


async def test_long_lists_begin_short_and_are_shown_whole_on_demand(host):
    plugins = [{"name": f"Plugin {number}", "slug": f"p{number}"} for number in range(40)]
    await host.open(VIEW)
    await host.result({**REPORT, "plugins": plugins})
    assert "Plugin 11" in await host.text("main")
    assert "Plugin 12" not in await host.text("main")
    await host.view.get_by_role("button", name="Show all 40").click()
    assert "Plugin 39" in await host.text("main")


@pytest.mark.parametrize(
    "report",
    [
        {},
        {
            "url": 7,
            "isCms": "x",
            "signals": [],
            "plugins": "no",
            "theme": [1],
            "palette": [None, 3],
            "roles": [],
            "fonts": {},
            "scale": [None],
            "contrast": "x",
            "evidence": {},
            "truncated": [],
        },
    ],
)
async def test_a_report_of_unexpected_shape_breaks_nothing(host, report):
    await host.open(VIEW)
    await host.result(report)
    assert await host.view.evaluate("document.documentElement.dataset.state") == "shown"
