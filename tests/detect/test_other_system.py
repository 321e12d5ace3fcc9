"""Another system is known by what the page's generator says, and by nothing else."""

import pytest

from siteloupe.detect.other_system import names_other_system
from siteloupe.document import page_of
from tests.pages import exchange


def named(*generators, **headers):
    tags = "".join(f'<meta name="generator" content="{generator}">' for generator in generators)
    answered = exchange(tags, headers=headers)
    return names_other_system(answered, page_of(answered))


@pytest.mark.parametrize(
    "generator",
    ["Joomla! - Open Source Content Management", "Drupal 11", "Ghost 5.8", "Hugo 0.139.0", "MediaWiki 1.42"],
)
def test_a_generator_names_it(generator):
    assert named(generator)
    assert named("Site Kit by Google 1.142.0", generator)
    assert named(**{"x-generator": "Drupal 11 (https://www.drupal.org)"})


@pytest.mark.parametrize(
    "generator",
    [
        "",
        "WordPress 6.9",
        "WordPress.com",
        "WooCommerce 9.1",
        "ClassicPress 2.1",
        "Elementor 3.25",
        "Unheard Of",
    ],
)
def test_wordpress_its_kin_its_plugins_and_the_unknown_are_no_other_system(generator):
    assert not named(generator)


def test_other_headers_name_nobody():
    assert not named(**{"x-powered-by": "Shopify", "server": "Squarespace"})
