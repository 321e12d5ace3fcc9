"""Debian's Chromium, without a window."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str:
    """Where it is. Fails the test when it is nowhere."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "Chromium is missing: run scripts/system, or install the package chromium"
    return path


@asynccontextmanager
async def chromium(*arguments: str) -> AsyncIterator[Browser]:
    """A browser that lives as long as the block, started with further ``arguments``."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--disable-background-networking", *arguments],
        )
        try:
            yield browser
        finally:
            await browser.close()
