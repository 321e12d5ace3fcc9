"""Libraries are told by the names of files and packages, their versions by what is stated as theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.page.libraries import libraries
from tests.pages import page


def found(*urls: str) -> dict[str, str]:
    markup = "".join(f'<script src="{url}"></script>' for url in urls)
    return {name: library.version for name, library in libraries(assets_of(page(markup))).items()}


@pytest.mark.parametrize(
    ("url", "name", "version"),
    [
        ("/js/jquery.js", "jquery", ""),
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
