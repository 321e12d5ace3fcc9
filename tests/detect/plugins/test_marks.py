"""A product's mark is looked at some times for a version behind it, however often a page repeats it."""

import pytest
from msgspec.structs import replace

from siteloupe.capture import Capture
from siteloupe.detect.plugins.marks import marks_of
from siteloupe.detect.site import Site
from siteloupe.products.book import plugins
from tests.pages import site

WORDPRESS = '<meta name="generator" content="WordPress 6.9">'
MARK = "<!-- {}: this site is using AdRotate v{} to serve ads -->"


@pytest.mark.parametrize(
    ("before", "version"), [(0, "5.13"), (18, "5.13"), (19, "5.13"), (20, None), (40, None)]
)
def test_twenty_marks_are_looked_at_for_a_version(before, version):
    body = "".join(MARK.format(place, "") for place in range(before)) + MARK.format("last", "5.13")
    found = {plugin.slug: plugin.version for plugin in site(WORDPRESS, body).plugins}
    assert found.get("adrotate") == version


def shown_by(sample):
    """The WordPress site whose page has what a sample shows."""
    page = replace(sample, status=200, body=f"{WORDPRESS}{sample.body}").exchange
    return Site(Capture("2026-01-01T00:00:00Z", page))


@pytest.mark.parametrize("product", plugins().products, ids=lambda product: product.plugin)
def test_what_the_marks_of_a_sample_show_is_in_the_report(product):
    reported = 0
    for sample in product.samples:
        found = shown_by(sample)
        if any(mark.slug == product.plugin for mark in marks_of(found.capture.page, found.facts)):
            reported += 1
            assert product.plugin in {plugin.slug for plugin in found.plugins}, sample
    assert reported or not any(condition.shows("plugin") for condition in product.any)
