"""axe-core finds nothing wrong with any page, in either color scheme, before and after a look."""

from urllib.parse import quote

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.web.pages import pages
from tests.places import INWARD_URL, LETTERED_URL, ORCHARD_URL, PAINTED_URL, SHUT_URL

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

PATHS = [
    *(page.path for page in pages(ANALYSES)),
    f"/report?url={quote(ORCHARD_URL, safe='')}",
    f"/report?url={quote(LETTERED_URL, safe='')}",
    f"/report?url={quote(SHUT_URL, safe='')}",
    f"/tools/font-detector?url={quote(LETTERED_URL, safe='')}&inspect=1",
    f"/report?url={quote(INWARD_URL, safe='')}",
    "/report/example",
    f"/tools/compare?a={quote(ORCHARD_URL, safe='')}&b={quote(PAINTED_URL, safe='')}",
    f"/tools/color-palette?url={quote(PAINTED_URL, safe='')}",
    f"/tools/check-cms?url={quote(SHUT_URL, safe='')}",
    f"/tools/check-cms?url={quote(INWARD_URL, safe='')}",
    "/nothing-here",
]
RULES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast", "link-in-text-block"],
}
"""Only colors differ in the dark."""


@pytest.mark.parametrize("scheme", RULES)
@pytest.mark.parametrize("path", PATHS)
async def test_a_page_has_no_violation(browser, served, peers, path, scheme):
    axe = (peers / "axe-core/axe.min.js").read_text("utf-8")
    context = await browser.new_context(color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    page = await context.new_page()
    await page.goto(served.origin + path)
    await page.evaluate(axe)
    found = await page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES[scheme])
    await context.close()
    assert found["passes"]
    assert [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ] == []
