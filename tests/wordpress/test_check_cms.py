"""check-cms on real WordPress, asked over HTTP: what it says is what WordPress says of itself."""

import re
from html.parser import HTMLParser

import pytest

from tests.wordpress.site import BEDROCK, PACKAGED, PLAIN, SUBFOLDER

pytestmark = pytest.mark.wordpress

# Without a theme the fixtures fail, and say what to install; without a row here pytest would skip.
THEMES = sorted(path.parent.name for path in PACKAGED.glob("wp-content/themes/*/style.css")) or ["none"]


class Loaded(HTMLParser):
    """What a page's elements load, found without any of siteloupe's code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag in {"link", "script", "img", "source"}:
            self.urls += [value for name, value in attrs if name in {"href", "src", "srcset"} and value]


@pytest.fixture
def report(siteloupe):
    def ask(url):
        answer = siteloupe.analyze("check-cms", url)
        assert answer.status == 200, answer.body
        return answer.json

    return ask


@pytest.mark.parametrize("theme", THEMES)
class TestEveryTheme:
    def test_is_found_with_its_installed_version(self, wordpress, report, theme):
        wordpress.activate(theme)
        name = wordpress.run("return wp_get_theme()->get('Name');")
        found = report(wordpress.url)
        assert found["isCms"] is True
        assert found["confidence"] == "high"
        assert found["theme"]["slug"] == theme
        assert found["theme"]["name"] == name
        assert found["theme"]["version"] == wordpress.themes[theme]
        assert found["theme"]["nameSource"] == found["theme"]["versionSource"] == "style.css"
        assert "parentTheme" not in found["theme"]

    def test_shows_the_signals_that_its_page_has(self, wordpress, report, theme):
        wordpress.activate(theme)
        headers, page = wordpress.get("/")
        loaded = Loaded(page).urls
        content = any("/wp-content/" in url for url in loaded) or "speculationrules" in page
        found = report(wordpress.url)
        assert found["signals"] == {
            "metaGenerator": f"WordPress {wordpress.version}",
            "wpContent": content,
            "wpIncludes": any("/wp-includes/" in url for url in loaded),
            "wpBlocks": re.search(r"class=[\"'][^\"']*\bwp-block-", page) is not None,
            "restApi": True,
            "xPoweredBy": False,
            "linkHeader": True,
            "xPingback": "xmlrpc.php" in headers.get("X-Pingback", "") or 'rel="pingback"' in page,
        }
        assert found["poweredBy"] == headers["X-Powered-By"]
        assert {each["what"] for each in found["evidence"]} == {
            name for name, value in found["signals"].items() if value
        }

    def test_is_the_parent_of_its_child(self, wordpress, report, theme):
        child = wordpress.create_child_theme(theme, version="0.9.2")
        wordpress.activate(child)
        found = report(wordpress.url)["theme"]
        assert found["slug"] == child
        assert found["parentTheme"] == theme
        assert found["version"] == "0.9.2"
        assert found["author"] == "The tests"


def test_a_post_advertises_its_pingback(wordpress, report):
    post = wordpress.add_post("<p>Hello.</p>")
    headers, _ = wordpress.get(post)
    assert headers["X-Pingback"] == f"{wordpress.url}xmlrpc.php"
    assert report(post)["signals"]["xPingback"] is True


def test_plain_permalinks(wordpress, report):
    wordpress.permalinks(PLAIN)
    post = wordpress.add_post("<p>Hello.</p>")
    assert "?p=" in post
    found = report(post)
    assert found["confidence"] == "high"
    assert found["signals"]["restApi"] is found["signals"]["linkHeader"] is True
    assert found["theme"]["slug"] in wordpress.themes


def test_the_rest_root_answers_though_nothing_announces_it(wordpress, report):
    wordpress.must_use(
        "silent-rest",
        "remove_action('wp_head', 'rest_output_link_wp_head');"
        "remove_action('template_redirect', 'rest_output_link_header', 11);"
        "remove_action('wp_head', 'wp_oembed_add_discovery_links');",
    )
    signals = report(wordpress.url)["signals"]
    assert signals["linkHeader"] is False
    assert signals["restApi"] is True


def test_a_site_that_hides_its_generator_and_rest_api_is_still_found(wordpress, report):
    wordpress.must_use(
        "hidden",
        "remove_action('wp_head', 'wp_generator');"
        "remove_action('wp_head', 'rest_output_link_wp_head');"
        "remove_action('template_redirect', 'rest_output_link_header', 11);"
        "remove_action('wp_head', 'wp_oembed_add_discovery_links');"
        "remove_action('wp_head', 'rsd_link'); remove_action('wp_head', 'wlwmanifest_link');"
        "add_filter('rest_authentication_errors', fn () => new WP_Error('off', 'off', ['status' => 401]));",
    )
    found = report(wordpress.url)
    assert found["isCms"] is True
    assert found["signals"]["metaGenerator"] is False
    assert found["signals"]["restApi"] is found["signals"]["linkHeader"] is False
    assert found["theme"]["slug"] in wordpress.themes


@pytest.mark.parametrize("theme", THEMES)
def test_a_blog_in_a_folder(subfolder, report, theme):
    subfolder.activate(theme)
    found = report(subfolder.url)
    assert found["confidence"] == "high"
    assert found["signals"]["restApi"] is found["signals"]["linkHeader"] is True
    assert (found["theme"]["slug"], found["theme"]["version"]) == (theme, subfolder.themes[theme])


def test_the_page_above_a_blog_in_a_folder_is_not_wordpress(subfolder, report):
    subfolder.document_root.joinpath("index.html").write_text("<title>A shop</title><a href=/blog/>Blog</a>")
    found = report(f"http://{SUBFOLDER.host}/")
    assert found["isCms"] is False
    assert found["theme"] is None


@pytest.mark.parametrize("theme", THEMES)
def test_a_renamed_content_folder(bedrock, report, theme):
    bedrock.activate(theme)
    _, page = bedrock.get("/")
    assert "/wp-content/" not in page
    found = report(f"http://{BEDROCK.host}/")
    assert found["confidence"] == "high"
    assert found["signals"]["wpIncludes"] is True
    assert (found["theme"]["slug"], found["theme"]["version"]) == (theme, bedrock.themes[theme])
