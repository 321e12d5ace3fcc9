"""What the theme directory adds to the theme of a real WordPress; a double of the directory answers."""

import json

import pytest

from tests.servers.sites import Page

pytestmark = pytest.mark.wordpress

QUESTION = "http://directory.test/themes/info/1.2/"


def theme_information(slug, version):
    """The shape that the Themes API 1.2 documents: https://codex.wordpress.org/WordPress.org_API ."""
    return {
        "name": "Named by the directory",
        "slug": slug,
        "version": version,
        "author": {
            "user_nicename": "wordpressdotorg",
            "display_name": "WordPress.org",
            "author": "WordPress.org",
        },
        "screenshot_url": f"//ts.w.org/wp-content/themes/{slug}/screenshot.png?ver={version}",
        "homepage": f"https://wordpress.org/themes/{slug}/",
        "active_installs": 300000,
        "downloaded": 4567890,
    }


@pytest.fixture
def theme(wordpress, directory, siteloupe):
    """Activates the newest theme of the package, and asks what it is."""
    slug = max(wordpress.themes)
    wordpress.activate(slug)

    def ask(page):
        directory.pages[QUESTION] = page
        return siteloupe.analyze("check-cms", wordpress.url).json["theme"]

    yield slug, wordpress.themes[slug], ask
    directory.pages.clear()


def test_a_newer_release_makes_the_installed_one_outdated(theme):
    slug, installed, ask = theme
    found = ask(Page(json.dumps(theme_information(slug, f"{installed}.1"))))
    assert found["version"] == installed
    assert found["latestVersion"] == f"{installed}.1"
    assert found["outdated"] is found["inRepo"] is True
    assert found["wpOrgUrl"] == f"https://wordpress.org/themes/{slug}/"
    assert (found["activeInstalls"], found["downloads"]) == (300000, 4567890)
    assert found["nameSource"] == "style.css"


def test_the_current_release_is_not_outdated(theme):
    slug, installed, ask = theme
    assert ask(Page(json.dumps(theme_information(slug, installed))))["outdated"] is False


def test_a_theme_that_the_directory_does_not_know(theme):
    _, installed, ask = theme
    found = ask(Page('{"error":"Theme not found"}', 404))
    assert found["inRepo"] is False
    assert found["version"] == installed
    assert "wpOrgUrl" not in found
    assert "latestVersion" not in found


@pytest.mark.parametrize("page", [Page("<h1>Busy</h1>", 503), Page("[" * 100_000), Page("null")])
def test_a_directory_that_talks_nonsense_says_nothing(theme, page):
    _, installed, ask = theme
    found = ask(page)
    assert found["version"] == installed
    assert "latestVersion" not in found
    assert "inRepo" not in found
