"""A product's mark is looked at some times for a version behind it, however often a page repeats it."""

import pytest

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
