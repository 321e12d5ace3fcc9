"""What entries see of a page: what it is and loads, not what it mentions; all of it bounded."""

import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.page.facts import MAX_COMMENTS, MAX_INLINE, MAX_LINE, MAX_META, MAX_URLS, page_facts
from siteloupe.document import Page
from siteloupe.products import PageFacts
from tests.pages import page


def facts(found: Page, **marks: str) -> PageFacts:
    return page_facts(found, assets_of(found), marks, ("/wp-content/",))


def test_scripts_are_those_that_are_loaded_or_named_in_a_script():
    found = facts(
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
    found = facts(page(body=markup))
    assert not any("cdn.example" in url for urls in found.placed.values() for url in urls)


def test_globals_are_the_identifiers_of_scripts_that_run():
    found = facts(page("<script>window.dataLayer = []</script><script type=text/plain>hidden_one</script>"))
    assert "dataLayer" in found.named["global"]
    assert "hidden_one" not in found.named["global"]


def test_paths_are_the_directories_of_the_sites_own_files():
    found = facts(
        page("<script src=/_next/static/a.js></script><script src=https://a.example/_nuxt/b.js></script>")
    )
    assert found.lines["path"] == ("/_next/static/",)


def test_paths_in_the_content_directory_are_those_of_no_plugin_and_no_theme():
    files = ("cache/min/1/a.js", "plugins/a/a.js", "themes/b/b.js", "cache/min/1/a.js", "uploads/c.js")
    found = facts(page("".join(f"<script src=/blog/wp-content/{file}></script>" for file in files)))
    assert found.lines["content-path"] == ("cache/min/1/a.js", "uploads/c.js")


def test_names_values_and_frames():
    markup = (
        "<p class='a b' id=c></p><iframe src=https://www.youtube.com/embed/x></iframe>"
        "<input name=_Version value=2.1><style id=e-inline-css></style><script id=f-js></script>"
    )
    parsed = page(
        '<meta name=Generator content="Hugo 0.1"><link id=d-css href=/a.css>', markup, classes="home z"
    )
    found = page_facts(parsed, assets_of(parsed), {"ng-version": "17.1"})
    assert found.valued["meta"] == (("generator", "Hugo 0.1"),)
    assert found.valued["input"] == (("_version", "2.1"),)
    assert set(found.named["class"]) >= {"a", "b"}
    assert found.named["body-class"] == ("home", "z")
    assert set(found.named["id"]) >= {"c"}
    assert found.named["handle"] == ("d-css", "e-inline-css", "f-js")
    assert found.values["attribute"] == {"ng-version": "17.1"}
    assert set(found.named["attribute"]) == {"ng-version"}
    assert found.placed["frame"] == ("https://www.youtube.com/embed/x",)


@pytest.mark.parametrize(
    ("script", "beginning"),
    [
        ("var wpcf7 = {\n};", "var wpcf7 = { };"),
        ("/* <![CDATA[ */\nvar a = 1", "var a = 1"),
        ("//<![CDATA[\nvar a = 1", "var a = 1"),
    ],
)
def test_an_inline_script_is_known_by_how_it_begins(script, beginning):
    found = facts(
        page(f"<script>{script}</script><script type=text/plain>no</script><script src=/a.js></script>")
    )
    assert found.lines["inline"] == (beginning,)


def test_a_comment_is_searched_with_single_spaces_and_told_as_written():
    found = facts(page(body="<!--  Made\n\n by  A -->"))
    assert found.lines["comment"] == ("Made by A",)
    assert found.values["comment"] == {"Made by A": "Made   by  A"}


def test_of_many_comments_the_first_and_the_last_are_searched():
    found = facts(page(body="".join(f"<!-- comment {n} -->" for n in range(400))))
    assert len(found.lines["comment"]) == MAX_COMMENTS
    assert {"comment 0", "comment 399"} < set(found.lines["comment"])


def test_everything_is_bounded():
    inline = "<script>" + "x = '//a.example/b.js';" * 50_000 + "var last_one;</script>"
    markup = "<!--" + "y" * 5000 + "-->" + f"<input name=a value={'z' * 5000}><p id={'i' * 5000}>"
    found = facts(page(f"<meta name=generator content={'g' * 5000}>" + inline, markup))
    assert len(found.placed["script"]) <= MAX_URLS
    assert "last_one" not in found.named["global"]
    assert len(inline) > MAX_INLINE
    assert [len(line) for line in found.lines["comment"]] == [MAX_LINE]
    assert [len(value) for _, value in found.valued["meta"]] == [MAX_META]
    assert [len(value) for _, value in found.valued["input"]] == [MAX_LINE]
