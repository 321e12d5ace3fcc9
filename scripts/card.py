"""The picture for links: the head of the front page, as Chromium draws it in the light."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.servers.siteloupe import Siteloupe

CARD = Path(__file__).parent.parent / "src/siteloupe/web/static/card.png"
SIZE = {"width": 1200, "height": 630}
ONLY_THE_HEAD = (
    ".choice, .top nav, .prose, .bottom { display: none } .hero { padding-top: 7rem }"
    " .hero h1 { max-width: 12ch } .bench { width: 24rem; top: 3rem }"
)


def main() -> None:
    """Draw it."""
    with Siteloupe() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", bypass_csp=True)
        page.goto(service.origin)
        page.add_style_tag(content=ONLY_THE_HEAD)
        page.screenshot(path=CARD)
        browser.close()


if __name__ == "__main__":
    main()
