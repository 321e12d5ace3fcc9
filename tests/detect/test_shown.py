"""What rows see of a page: what it loads and is made of, bounded, and nothing that it merely mentions."""

import pytest

from siteloupe.detect.shown import MAX_COMMENT, MAX_INLINE, MAX_URLS
from siteloupe.detect.shown import shown as shown_with
from siteloupe.document import Page
from siteloupe.signatures import Shown
from tests.pages import page


def shown(found: Page) -> Shown:
    return shown_with(found, {})


def test_scripts_are_those_that_are_loaded_or_named_in_a_script():
    found = shown(
        page("<script src=/a.js></script><script>load('https:\\/\\/cdn.example\\/b.js?x=1')</script>")
    )
    assert found.placed["script"] == ("https://example.org/a.js", "https://cdn.example/b.js?x=1")


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=https://cdn.example/a.js>",
        "<p>https://cdn.example/a.js",
        "<!-- <script src=https://cdn.example/a.js></script> -->",
        "<script type=application/json>'//cdn.example/a.js'</script>",
        "<link rel=preconnect href=https://cdn.example>",
    ],
)
def test_what_is_only_mentioned_is_not_loaded(markup):
    found = shown(page(body=markup))
    assert not any("cdn.example" in url for urls in found.placed.values() for url in urls)


def test_globals_are_the_identifiers_of_scripts_that_run():
    found = shown(page("<script>window.dataLayer = []</script><script type=text/plain>hidden_one</script>"))
    assert "dataLayer" in found.named["global"]
    assert "hidden_one" not in found.named["global"]


def test_paths_are_the_directories_of_the_sites_own_files():
    found = shown(
        page("<script src=/_next/static/a.js></script><script src=https://a.example/_nuxt/b.js></script>")
    )
    assert found.paths == ("/_next/static/",)


def test_names_metas_marks_and_frames():
    markup = "<p class='a b' id=c></p><iframe src=https://www.youtube.com/embed/x></iframe>"
    found = shown_with(page('<meta name=Generator content="Hugo 0.1">', markup), {"ng-version": "17.1"})
    assert ("generator", "Hugo 0.1") in found.metas
    assert set(found.named["class"]) >= {"a", "b"}
    assert "c" in found.named["id"]
    assert found.values["mark"] == {"ng-version": "17.1"}
    assert found.named["mark"] == {"ng-version"}
    assert found.placed["frame"] == ("https://www.youtube.com/embed/x",)


def test_everything_is_bounded():
    inline = "<script>" + "x = '//a.example/b.js';" * 50_000 + "var last_one;</script>"
    found = shown(page(inline, "<!--" + "y" * 5000 + "-->"))
    assert len(found.placed["script"]) <= MAX_URLS
    assert "last_one" not in found.named["global"]
    assert max(map(len, found.comments)) == MAX_COMMENT
    assert len(inline) > MAX_INLINE
