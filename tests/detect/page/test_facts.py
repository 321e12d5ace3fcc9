"""What entries see of a page, all of it bounded; libraries are told by the names of files and packages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.page.facts import (
    MAX_COMMENTS,
    MAX_FACES,
    MAX_INLINE,
    MAX_LINE,
    MAX_META,
    MAX_URLS,
    libraries,
    page_facts,
)
from siteloupe.document import Page
from siteloupe.products import PageFacts
from tests.pages import page


def found(*urls: str) -> dict[str, str]:
    markup = "".join(f'<script src="{url}"></script>' for url in urls)
    return {name: library.version for name, library in libraries(assets_of(page(markup))).items()}


@pytest.mark.parametrize(
    ("url", "name", "version"),
    [
        ("/js/jquery.js", "jquery", ""),
        ("/site_files/jquery.min.js.Download", "jquery", ""),
        ("/wp-includes/js/jquery/jquery.js@ver=3.7.1", "jquery", "3.7.1"),
        ("/wp-includes/js/jquery/jquery.js%3Fver=3.7.1", "jquery", "3.7.1"),
        ("/media/jquery.js%3Ff4907d488140a06b1c963ba99a9967b9", "jquery", ""),
        ("/css/bootstrap-vue.be6f3dd0.js", "bootstrap-vue", ""),
        ("/_next/static/chunks/bootstrap-b373671d16faf7e5.js", "bootstrap-b373671d16faf7e5", ""),
        ("/js/jquery.min.js", "jquery", ""),
        ("/js/jQuery-3.7.1.slim.min.js", "jquery", "3.7.1"),
        ("/js/jquery-ui-1.10.3.custom.min.js", "jquery-ui", "1.10.3"),
        ("/js/jquery.flexslider-min.js", "jquery.flexslider", ""),
        ("/js/vue.global.prod.js", "vue", ""),
        ("/js/react-dom.production.min.js", "react-dom", ""),
        ("/js/bootstrap.bundle.min.js", "bootstrap", ""),
        ("/js/swiper-bundle.min.js", "swiper", ""),
        ("/js/prototype_v1.7.2.js", "prototype", "1.7.2"),
        ("/js/moment-with-locales.js", "moment-with-locales", ""),
        ("https://cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.21/lodash.min.js", "lodash", "4.17.21"),
        ("https://ajax.googleapis.com/ajax/libs/angularjs/1.8.3/angular.min.js", "angular", "1.8.3"),
        ("https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/js/bootstrap.min.js", "bootstrap", "5.3.3"),
        (
            "https://cdn.jsdelivr.net/npm/@popperjs/core@2.11.8/dist/umd/popper.min.js",
            "@popperjs/core",
            "2.11.8",
        ),
        ("https://cdn.jsdelivr.net/npm/alpinejs", "alpinejs", ""),
        ("https://cdn.jsdelivr.net/combine/npm/vue@3.4.1,npm/axios@1.7.2", "axios", "1.7.2"),
        ("https://unpkg.com/htmx.org@1.9.12", "htmx.org", "1.9.12"),
        ("https://unpkg.com/swiper/swiper-bundle.js", "swiper", ""),
        ("https://code.jquery.com/ui/1.13.2/jquery-ui.js", "jquery-ui", "1.13.2"),
        (
            "https://maxcdn.bootstrapcdn.com/font-awesome/4.7.0/css/font-awesome.min.css",
            "font-awesome",
            "4.7.0",
        ),
        ("/vendor/gsap@3.12.5/gsap.js", "gsap", "3.12.5"),
        ("/wp-includes/js/jquery/jquery.min.js?ver=3.7.1", "jquery", "3.7.1"),
        ("/wp-content/plugins/a/swiper.min.js?ver=9.9.9", "swiper", ""),
        ("/js/jquery.min.js?v=4.2", "jquery", ""),
    ],
)
def test_a_library_has_the_name_and_version_of_its_address(url, name, version):
    assert found(url)[name] == version


@pytest.mark.parametrize("url", ["/js/", "/a", "/a.php?x=jquery.js", "/" + "x" * 200 + ".js"])
def test_what_is_no_file_of_code_has_no_name(url):
    assert found(url) == {}


def test_wordpress_own_version_is_no_librarys():
    urls = [f"/wp-includes/js/{name}.min.js?ver=6.8.1" for name in ("hoverIntent", "backbone", "wp-util")]
    assert set(found(*urls).values()) == {""}


def test_the_first_stated_version_counts():
    assert found("/a/jquery.js", "/b/jquery-1.2.6.js", "/c/jquery-3.0.0.js")["jquery"] == "1.2.6"


def test_the_address_is_that_of_the_version():
    markup = "<script src=/a/jquery.js></script><script src=/b/jquery-1.2.6.js></script>"
    assert libraries(assets_of(page(markup)))["jquery"].url == "https://example.org/b/jquery-1.2.6.js"


@given(st.lists(st.text("ab.@/-_0123456789,%?=&", max_size=60), max_size=5))
def test_no_address_breaks_the_reader(paths):
    found(*(f"https://cdn.jsdelivr.net/npm/{path}.js" for path in paths))


@pytest.mark.parametrize("row", rows("file_variants.tsv"), ids=lambda row: row["ending"])
def test_an_ending_that_builders_add_is_no_part_of_the_name(row: dict[str, str]) -> None:
    assert row["source"].startswith("https://")
    assert found(f"/js/example-1.2.3.{row['ending']}.js") == {"example": "1.2.3"}


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
    template = "<script type=text/template>hidden_one</script>"
    found = facts(page(f"<script>window.dataLayer = []</script>{template}"))
    assert "dataLayer" in found.named["global"]
    assert "hidden_one" not in found.named["global"]


def test_what_a_page_holds_back_is_among_its_facts_and_can_be_left_out():
    whole = page(
        "<script type=text/plain>waiting_one</script><iframe data-src=https://maps.test/a></iframe>"
        "<script type=text/plain src=https://count.test/a.js></script>"
    )
    assert whole.holds_back
    assert "waiting_one" in facts(whole).named["global"]
    assert facts(whole).placed["script"] == ("https://count.test/a.js",)
    assert facts(whole).placed["frame"] == ("https://maps.test/a",)
    loaded = whole.without_held_back()
    assert not loaded.holds_back
    assert "waiting_one" not in facts(loaded).named["global"]
    assert (facts(loaded).placed["script"], facts(loaded).placed["frame"]) == ((), ())


def test_fonts_are_the_families_that_the_pages_own_styles_bring():
    styles = (
        "<style>@font-face { font-family : 'Font Awesome 6 Free'; src: url(a.woff2) }"
        "@font-face{src:url(b.woff2);font-family:Example}p{font-family:Other}</style>"
    )
    assert facts(page(styles)).named["font"] == {"font awesome 6 free", "example"}
    many = "".join(f"@font-face{{font-family:f{number}}}" for number in range(2 * MAX_FACES))
    assert len(facts(page(f"<style>{many}</style>")).named["font"]) == MAX_FACES


def test_file_paths_are_those_of_code_and_fonts_on_any_host():
    markup = (
        "<script src=https://cdn.example/etc/designs/a.js></script><img src=/logo.png>"
        "<link rel=preload as=font href=/webfonts/fa-solid-900.woff2>"
    )
    assert facts(page(markup)).lines["file-path"] == ("/webfonts/fa-solid-900.woff2", "/etc/designs/a.js")


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
        page(f"<script>{script}</script><script type=text/template>no</script><script src=/a.js></script>")
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


@given(st.text(alphabet="aZ_$9é.- \n"))
def test_names_in_scripts_are_those_that_a_pattern_finds(code: str) -> None:
    found = re.findall(r"[A-Za-z_$][A-Za-z0-9_$]{2,40}", code * 9)
    named = facts(page(f"<script>{code * 9}</script>")).named
    assert named["global"] == frozenset(found)
