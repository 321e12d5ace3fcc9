"""Technologies are told with their versions and where they were seen; a plugin's version is its product's."""

import msgspec
import pytest
from msgspec import UNSET

from siteloupe.capture import Capture, Exchange
from siteloupe.detect.plugins import marks
from siteloupe.detect.site import Site
from siteloupe.detect.technologies import report
from siteloupe.products import Condition, Matcher, Product, Sample
from siteloupe.reports.tech_stack import Technology
from tests.pages import exchange, site

WORDPRESS = '<meta name="generator" content="WordPress 6.8">'


def in_answer(answer: Exchange) -> tuple[Technology, ...]:
    return Site(Capture("", answer)).technologies


def versions(answer: Exchange) -> tuple[dict[str, str | None], dict[str, str | None]]:
    """The versions of plugins by slug, and of technologies by name."""
    site = Site(Capture("", answer))
    plugins = {plugin.slug: plugin.version for plugin in site.plugins}
    return plugins, {technology.name: technology.version for technology in site.technologies}


def test_what_is_implied_is_told_as_implied() -> None:
    found = {each.name: each for each in in_answer(exchange("<script src=/_next/static/a.js></script>"))}
    assert set(found) == {"Next.js", "React"}
    assert (found["React"].evidence[0].where, found["React"].category) == ("implied", "javascript-framework")


@pytest.mark.parametrize(
    ("markup", "slug", "name", "version"),
    [
        (
            '<meta name=generator content="Elementor 3.25.0-beta2; x">',
            "elementor",
            "Elementor",
            "3.25.0-beta2",
        ),
        (
            '<meta name=generator content="WooCommerce 9.4.1-rc.1">',
            "woocommerce",
            "WooCommerce",
            "9.4.1-rc.1",
        ),
        (
            "<script src=/wp-content/plugins/woocommerce/a.js?ver=9.4.1></script>",
            "woocommerce",
            "WooCommerce",
            "9.4.1",
        ),
        (
            "<input name=_wpcf7_version value=5.8.1><p class=wpcf7-form>",
            "contact-form-7",
            "Contact Form 7",
            "5.8.1",
        ),
        (
            "<!-- Page supported by LiteSpeed Cache 7.6.2 on 2025-11-11 -->",
            "litespeed-cache",
            "LiteSpeed Cache",
            "7.6.2",
        ),
        (
            "<script src=/wp-content/plugins/wpforms/a.js?ver=1.9></script>",
            "wpforms",
            "WPForms",
            "1.9",
        ),
        (
            "<meta name=generator content='Elementor 3.1.2'><script src=/wp-content/plugins/elementor-3.1.2/a.js></script>",
            "elementor-3.1.2",
            "Elementor",
            "3.1.2",
        ),
    ],
)
def test_a_plugin_and_its_technology_have_one_version(markup, slug, name, version) -> None:
    plugins, technologies = versions(exchange(WORDPRESS, markup))
    assert plugins[slug] == version
    assert technologies[name] == version


def test_a_plugins_judged_version_goes_before_what_the_technologys_mark_says() -> None:
    markup = "<!-- This site is optimized with the Yoast SEO Premium plugin v18.3 (Yoast SEO v19.10) -->"
    plugins, technologies = versions(exchange(WORDPRESS, markup))
    assert plugins == {"wordpress-seo": "19.10", "wordpress-seo-premium": "18.3"}
    assert technologies["Yoast SEO"] == "19.10"


def test_without_wordpress_a_technology_tells_what_its_own_mark_says() -> None:
    plugins, technologies = versions(exchange('<meta name=generator content="Elementor 3.25.0-beta2">'))
    assert plugins == {}
    assert technologies["Elementor"] == "3.25.0-beta2"


@pytest.mark.parametrize(
    ("markup", "name", "version", "where"),
    [
        ("<script src=/js/jquery-3.7.1.min.js></script>", "jQuery", "3.7.1", "file or package name"),
        ('<meta name=generator content="Joomla! 4">', "Joomla", None, "<meta name=generator>"),
        (
            '<meta name=generator content="Discourse 3.3.0.beta2 - https">',
            "Discourse",
            "3.3.0.beta2",
            "<meta name=generator>",
        ),
        ("<html ng-version=19.0.3>", "Angular", "19.0.3", "attribute or element ng-version"),
        ("<i class=mantine-Button-root>", "Mantine", None, "class attribute"),
        ("<script>_paq.push([])</script>", "Matomo", None, "inline script"),
        ("<script type=pmdelayedscript>_paq.push([])</script>", "Matomo", None, "inline script"),
    ],
)
def test_a_technology_tells_its_version_and_where_it_was_seen(markup, name, version, where) -> None:
    answer = exchange(markup)
    (found,) = [each for each in in_answer(answer) if each.name == name]
    assert (found.version, found.evidence[0].where) == (version, where)
    assert found.evidence[0].value


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=https://www.shopify.com/>Shopify</a>",
        "<p>We use Joomla!, jquery.js and /_next/static/.</p>",
        "<img src=https://other.example/_next/static/a.png>",
        "<script src=https://notjquery.example/hotjar.com/></script>",
        "<script src=https://static.hotjar.com.example.net/a></script>",
        "<meta name=description content='Hugo 0.1, TYPO3, Drupal'>",
        "<script type=application/ld+json>{'@id': 'https://static.hotjar.com/'}</script>",
        "<script>links = ['https://app.termly.io/document/x', 'https://donorbox.org/x', 'https://www.wufoo.com/']</script>",
    ],
)
def test_what_is_only_mentioned_is_not_recognised(markup) -> None:
    answer = exchange(body=markup)
    assert in_answer(answer) == ()


def test_a_product_that_is_a_plugin_and_a_service_has_one_version():
    tracking = "<!-- DO NOT COPY THIS SNIPPET! Start of Page Analytics Tracking for HubSpot WordPress plugin v10.2.3 -->"
    script = '<script src="https://js.hs-scripts.com/1.js?integration=WordPress"></script>'
    found = site(f'<meta name="generator" content="WordPress 6.8">{tracking}{script}')
    assert [(each.name, each.version) for each in found.plugins] == [("HubSpot", "10.2.3")]
    assert [(each.name, each.version) for each in found.technologies] == [("HubSpot", "10.2.3")]
    alone = site(script)
    assert [(each.name, each.version) for each in alone.technologies] == [("HubSpot", None)]


UNSEEN = Product(
    name="Oak Chat",
    category="chat",
    source="https://oak.example/",
    plugin="oak-chat",
    any=(Condition(class_="oak-chat"), Condition(script="oak.example")),
    samples=(Sample(body="<p class=oak-chat>"),),
)
SEEN = msgspec.structs.replace(UNSEEN, samples=(Sample(body="<p class=oak-chat>", seen="Oak Chat 1.0, run"),))
CHAT = WORDPRESS + "<p class=oak-chat>"
FOLDER = "<link rel=stylesheet href=/wp-content/plugins/oak-chat/a.css>"


@pytest.mark.parametrize(
    ("entry", "markup", "verified"),
    [
        (UNSEEN, CHAT, False),
        (UNSEEN, CHAT + FOLDER, UNSET),  # the plugin's own folder shows it
        (SEEN, CHAT, UNSET),
    ],
)
def test_what_only_an_unseen_entry_shows_is_not_verified(
    entry: Product, markup: str, verified: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "products", lambda: Matcher([entry], "technology"))
    monkeypatch.setattr(report, "_by_name", lambda: {"Oak Chat": entry})
    monkeypatch.setattr(marks, "plugins", lambda: Matcher([entry], "plugin"))
    found = site(markup)
    assert {each.slug: each.verified for each in found.plugins} == {"oak-chat": verified}
    assert {each.name: each.verified for each in found.technologies} == {"Oak Chat": verified}


def test_what_an_unseen_entry_implies_is_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    oak = msgspec.structs.replace(UNSEEN, implies=("Acorn",))
    acorn = msgspec.structs.replace(SEEN, name="Acorn", any=(Condition(class_="acorn"),))
    monkeypatch.setattr(report, "products", lambda: Matcher([oak, acorn], "technology"))
    monkeypatch.setattr(report, "_by_name", lambda: {"Oak Chat": oak, "Acorn": acorn})
    found = {each.name: each.verified for each in site("<p class=oak-chat>").technologies}
    assert found == {"Oak Chat": False, "Acorn": False}
