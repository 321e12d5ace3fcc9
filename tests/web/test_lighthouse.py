"""Lighthouse's marks, but for speed, which depends on who else uses the machine."""

import asyncio
import json
import os

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.web.pages import pages
from tests.browser import chromium_path

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

KINDS = {page.template: page for page in pages(ANALYSES)}
"""One page of each template."""


@pytest.mark.parametrize("page", KINDS.values(), ids=KINDS)
async def test_a_page_is_marked_95_or_better(served, peers, page):
    process = await asyncio.create_subprocess_exec(
        "node",
        peers / "lighthouse/cli/index.js",
        served.origin + page.path,
        "--quiet",
        "--output=json",
        "--only-categories=accessibility,best-practices,seo",
        "--chrome-flags=--headless=new --no-sandbox",
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "CHROME_PATH": chromium_path()},
    )
    out, _ = await process.communicate()
    marks = {name: category["score"] for name, category in json.loads(out)["categories"].items()}
    assert len(marks) == 3
    assert min(marks.values()) >= 0.95, marks
