"""The real WordPress of the tests is one: what the other tests rely on."""

import urllib.request

import pytest

pytestmark = [pytest.mark.wordpress, pytest.mark.xdist_group("wordpress")]


def get(site, path="/"):
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}{path}", headers={"Host": site.host})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.headers, answer.read().decode()


def test_the_front_page_announces_wordpress(wordpress):
    headers, page = get(wordpress)
    assert f'<meta name="generator" content="WordPress {wordpress.version}" />' in page
    assert '<http://blog.test/wp-json/>; rel="https://api.w.org/"' in headers.get_all("Link")


def test_files_are_served_as_they_are(wordpress):
    headers, style = get(wordpress, "/wp-includes/css/dist/block-library/style.min.css")
    assert headers["Content-Type"].startswith("text/css")
    assert style.startswith((":root", "@charset"))


def test_every_theme_can_be_switched_to(wordpress):
    assert wordpress.themes
    for theme in wordpress.themes:
        wordpress.activate(theme)
        assert wordpress.run("return get_stylesheet();") == theme
        assert "</html>" in get(wordpress)[1]
