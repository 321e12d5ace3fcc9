"""The version of WordPress is read from what WordPress itself writes, the most trusted first."""

import pytest

from siteloupe.detect.cms_version import cms_version
from tests.pages import page

EMOJI = '"concatemoji":"https:\\/\\/example.org\\/wp-includes\\/js\\/wp-emoji-release.min.js?ver=6.1.3"'
OLD_EMOJI = f"<script>window._wpemojiSettings = {{{EMOJI}}};</script>"
NEW_EMOJI = f'<script id="wp-emoji-settings" type="application/json">{{"source":{{{EMOJI}}}}}</script>'
BLOCKS = '<link rel="stylesheet" href="/wp-includes/css/dist/block-library/style.min.css?ver=5.9.3">'
GENERATOR = '<meta name="generator" content="WordPress 6.8.1">'


def told(head):
    found = cms_version(page(head))
    return found and (found.version, found.source)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (GENERATOR, ("6.8.1", "generator")),
        ('<meta name="generator" content="WordPress 6.9-beta2">', ("6.9-beta2", "generator")),
        (OLD_EMOJI, ("6.1.3", "emoji")),
        (NEW_EMOJI, ("6.1.3", "emoji")),
        (BLOCKS, ("5.9.3", "asset")),
        (
            '<script src="https://c0.wp.com/c/6.4.2/wp-includes/js/jquery/jquery.min.js"></script>',
            ("6.4.2", "asset"),
        ),
        (BLOCKS + OLD_EMOJI + GENERATOR, ("6.8.1", "generator")),
        (BLOCKS + OLD_EMOJI, ("6.1.3", "emoji")),
        ("", None),
        ('<meta name="generator" content="WordPress.com">', None),
        ('<meta name="generator" content="WordPress 5204">', None),
        ('<meta name="generator" content="Press 6.8.1">', None),
    ],
)
def test_where_the_version_is_told(head, expected):
    assert told(head) == expected


@pytest.mark.parametrize(
    "url",
    [
        "/wp-includes/js/jquery/jquery.min.js?ver=3.7.1",
        "/wp-includes/css/dist/block-library/style.min.css?ver=1700000000",
        "/wp-includes/css/dist/block-library/style.min.css",
        "https://other.example/wp-includes/css/dist/block-library/style.min.css?ver=5.9.3",
    ],
)
def test_libraries_time_stamps_and_other_sites_files_tell_nothing(url):
    assert told(f'<link rel="stylesheet" href="{url}">') is None


def test_of_several_files_the_number_that_most_carry_counts():
    odd = '<link rel="stylesheet" href="/wp-includes/css/dashicons.min.css?ver=4.0">'
    assert told(odd + BLOCKS + BLOCKS) == ("5.9.3", "asset")


def test_the_evidence_says_where():
    evidence = cms_version(page(GENERATOR)).evidence
    assert (evidence.what, evidence.where, evidence.value) == (
        "cmsVersion",
        "<meta name=generator>",
        "WordPress 6.8.1",
    )
