"""``--render``: a visit with a browser is saved, and judged again without one, the same bytes each time."""

import json

import pytest
from click.testing import CliRunner

from siteloupe.cli import siteloupe
from tests.servers.sites import Page, Sites

pytestmark = pytest.mark.browser

HOME = "http://example.test/"
SHELL = (
    '<!doctype html><title>App</title><div id=root></div><script src="/static/js/main.49e1f785.js"></script>'
)
APP = """
document.querySelector("#root").innerHTML = "<h1>Clocks</h1><p>Clocks of all kinds, made by hand.</p><button>Buy</button>";
const style = document.createElement("style"); document.head.append(style);
for (const rule of ["@font-face{font-family:Lora;src:url(/lora.woff2)}", "body{font-family:Lora;background:#102030;color:#eee}",
  "button{background:#e4572e}"]) style.sheet.insertRule(rule);
"""


@pytest.fixture
def environment():
    pages = {
        HOME: Page(SHELL),
        f"{HOME}static/js/main.49e1f785.js": Page(APP, headers={"Content-Type": "text/javascript"}),
    }
    with Sites(pages) as sites:
        yield {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_WPORG_API": "off",
            "SITELOUPE_RENDER_SANDBOX": "off",
            "SITELOUPE_RENDER_SECONDS": "60",
            "SITELOUPE_TOTAL_SECONDS": "120",
        }


def run(environment, *arguments):
    result = CliRunner().invoke(siteloupe, arguments, env=environment, catch_exceptions=False)
    assert result.exit_code in {0, 1}, result.output
    return result.stdout


def test_a_rendered_visit_is_saved_and_replayed_to_the_same_bytes(environment, tmp_path):
    run(environment, "capture", HOME, "--to", str(tmp_path / "visit"), "--render")
    replays = {run(environment, "replay", str(tmp_path / "visit"), "--json") for _ in range(3)}
    assert len(replays) == 1
    reports = [json.loads(line) for line in replays.pop().splitlines()]
    colors = next(report for report in reports if "palette" in report)
    fonts = next(report for report in reports if "fonts" in report)
    assert (colors["roles"]["background"]["hex"], colors["roles"]["text"]["hex"]) == ("#102030", "#eeeeee")
    assert colors["roles"]["primary"]["hex"] == "#e4572e"
    assert [font["family"] for font in fonts["fonts"] if font["isPrimary"]] == ["Lora"]
    assert colors["rendered"]["engine"].startswith("Chromium ")


def test_one_page_is_rendered_on_request(environment):
    report = json.loads(run(environment, "color-palette", HOME, "--render", "--json"))
    assert report["roles"]["background"]["hex"] == "#102030"
    assert json.loads(run(environment, "color-palette", HOME, "--json"))["rendered"] is None


def test_auto_renders_pages_that_scripts_build(environment):
    report = json.loads(run(environment | {"SITELOUPE_RENDER": "auto"}, "font-detector", HOME, "--json"))
    assert report["rendered"]["requests"] >= 2
    assert report["coverage"]["page"] == "script-shell"


def test_a_list_is_scanned_with_a_browser(environment, tmp_path):
    (tmp_path / "list").write_text(f"{HOME}\n")
    lines = run(environment, "scan", str(tmp_path / "list"), "--render", "--analysis", "color-palette")
    record = json.loads(lines.splitlines()[0])
    assert "rendered" in json.dumps(record)
    assert "#102030" in json.dumps(record)


def test_without_a_browser_the_answer_is_the_page_as_it_came(environment):
    without = environment | {"SITELOUPE_CHROMIUM": "/nowhere/chromium"}
    report = json.loads(run(without, "color-palette", HOME, "--render", "--json"))
    assert report["rendered"] is None
    assert "no Chromium was found" in json.dumps(report["coverage"]["caveats"])
