"""The website: in process, over the network, and in a real browser."""

import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.fronts import app, build, clock, health, sites
from tests.places import places, served

ROOT = Path(__file__).parent.parent.parent

__all__ = ["app", "build", "clock", "health", "places", "served", "sites"]


@pytest.fixture(scope="session")
def peers():
    """The folder with what others made."""
    installed = subprocess.run([ROOT / "scripts/web-peers"], capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.fail(f"scripts/web-peers could not install what these tests need:\n{installed.stderr}")
    return ROOT / ".cache/web-peers/node_modules"


@pytest.fixture(scope="module")
async def browser():
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def page(browser, served):
    """A page that ends in an error when it logged one, or a warning, threw, or asked anybody but the service."""
    context = await browser.new_context(base_url=served.origin, reduced_motion="reduce", locale="en-GB")
    page = await context.new_page()
    faults = faults_of(page, served.origin)
    yield page
    await context.close()
    assert faults == []


LOGGED_BY_ITSELF = ("the server responded with a status",)
"""What the browser notes of answers of 4xx and 5xx."""


def faults_of(page, origin):
    """What goes wrong on the page from now on."""
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type in {"error", "warning"}
            and not any(words in message.text for words in LOGGED_BY_ITSELF)
            else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((origin, "blob:")) else faults.append(f"asked {request.url}")
        ),
    )
    return faults
