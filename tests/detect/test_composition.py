"""Counts of tags, as the tags stand in the HTML."""

import pytest

from siteloupe.detect.composition import composition
from tests.pages import page


@pytest.mark.parametrize(
    ("markup", "field", "count"),
    [
        ("<script src=a.js></script><script src></script><script>1</script>", "scripts", 2),
        ("<script>1</script><script type=module>2</script>", "inline_scripts", 2),
        ("<script type='application/ld+json'>{}</script><script src=a.js>1</script>", "inline_scripts", 0),
        ("<noscript><script src=a.js></script></noscript>", "scripts", 1),
        ("<template><script src=a.js></script><img><style></style></template>", "scripts", 1),
        ("<!-- <script src=a.js></script> -->", "scripts", 0),
        ("<link rel=stylesheet href=a.css><link rel='stylesheet preload' href=b.css>", "stylesheets", 2),
        ("<link rel='alternate stylesheet' href=a.css>", "stylesheets", 1),
        ("<link rel=stylesheet data-late=a.css>", "stylesheets", 1),
        ("<link rel=preload as=style href=a.css>", "stylesheets", 0),
        ("<img><img src=a.png><noscript><img src=b.png></noscript>", "images", 3),
        ("<picture><source srcset=a.webp><img src=a.png></picture><input type=image src=b.png>", "images", 1),
        ("<!-- <img> --><textarea><img></textarea>", "images", 0),
        ("<style>a{}</style><svg><style>b{}</style></svg>", "inline_styles", 2),
    ],
)
def test_each_tag_counts_where_a_browser_reads_one(markup, field, count):
    assert getattr(composition(page(body=markup)), field) == count


def test_an_empty_page_has_nothing():
    found = composition(page())
    assert (found.scripts, found.stylesheets, found.images, found.inline_scripts, found.inline_styles) == (
        0,
        0,
        0,
        0,
        0,
    )
