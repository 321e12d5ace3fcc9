"""A view as a card in a conversation: small, never wider than its place, and larger when a person wants it."""

import pytest

from siteloupe.mcp.views import view
from tests.mcp.gallery import GALLERY, REPORT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

VIEW = view(GALLERY)
MODES = {"availableDisplayModes": ["inline", "fullscreen"], "displayMode": "inline"}
HEIGHT = "document.body.getBoundingClientRect().height"


@pytest.mark.parametrize("width", [280, 400, 600, 900])
async def test_it_is_at_most_600_pixels_high_and_never_wider_than_its_place(host, width):
    await host.page.set_viewport_size({"width": width, "height": 700})
    await host.open(VIEW)
    await host.result(REPORT)
    assert await host.view.evaluate(HEIGHT) <= 600
    assert await host.view.evaluate("document.documentElement.scrollWidth") <= width
    parts = "[...document.querySelectorAll('.part')]"
    wide = f"{parts}.filter(part => part.getBoundingClientRect().right > innerWidth).length"
    assert await host.view.evaluate(wide) == 0


async def test_the_answer_is_first(host):
    await host.open(VIEW)
    await host.result(REPORT)
    top = "document.querySelector('#report .part').getBoundingClientRect().top"
    assert await host.view.evaluate(top) < 150


async def test_full_screen_shows_all_of_it_and_is_left_again(host):
    answers = {"ui/request-display-mode": {"result": {"mode": "fullscreen"}}}
    await host.open(VIEW, context=MODES, answers=answers)
    await host.result(REPORT)
    button = host.view.locator("#larger")
    assert await button.inner_text() == "Full screen"
    await button.click()
    assert (await host.until("ui/request-display-mode"))["params"] == {"mode": "fullscreen"}
    await host.settle()
    assert await host.view.evaluate(HEIGHT) > 600
    assert await button.inner_text() == "Smaller"
    await host.tell("ui/notifications/host-context-changed", {"displayMode": "inline"})
    assert await host.view.evaluate(HEIGHT) <= 600


async def test_a_host_without_full_screen_is_not_asked_for_it(host):
    await host.open(VIEW)
    assert not await host.view.locator("#larger").is_visible()


@pytest.mark.parametrize(("capabilities", "messages"), [({"updateModelContext": {}}, 1), ({}, 0)])
async def test_the_model_hears_what_a_person_picks_if_the_host_passes_it_on(host, capabilities, messages):
    await host.open(VIEW, capabilities=capabilities, answers={"ui/update-model-context": {"result": {}}})
    await host.result(REPORT)
    await host.view.locator("#report tbody tr", has_text="Contact Form 7").first.click()
    await host.settle()
    told = await host.sent("ui/update-model-context")
    assert len(told) == messages
    for each in told:
        (content,) = each["params"]["content"]
        assert "Contact Form 7" in content["text"]
        assert "not an instruction" in content["text"]
