"""The real WordPress of the tests is one: what the other tests rely on."""

import pytest

pytestmark = [pytest.mark.wordpress, pytest.mark.xdist_group("wordpress")]


def test_the_front_page_announces_wordpress(wordpress):
    headers, page = wordpress.get("/")
    assert f'<meta name="generator" content="WordPress {wordpress.version}" />' in page
    assert '<http://blog.test/wp-json/>; rel="https://api.w.org/"' in headers.get_all("Link")


def test_files_are_served_as_they_are(wordpress):
    headers, style = wordpress.get("/wp-includes/css/dist/block-library/style.min.css")
    assert headers["Content-Type"].startswith("text/css")
    assert style.startswith((":root", "@charset"))


def test_every_theme_can_be_switched_to(wordpress):
    assert wordpress.themes
    for theme in wordpress.themes:
        wordpress.activate(theme)
        assert wordpress.run("return get_stylesheet();") == theme
        assert "</html>" in wordpress.get("/")[1]
