"""The relation of a host decides what its files prove."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import Relation, is_pull_zone, registrable_domain, relation


@pytest.mark.parametrize(
    ("host", "page_host", "expected"),
    [
        ("example.org", "example.org", Relation.OWN),
        ("www.example.org", "example.org", Relation.OWN),
        ("example.org", "www.example.org", Relation.OWN),
        ("cdn.example.org", "www.example.org", Relation.SIBLING),
        ("a.example.co.uk", "b.example.co.uk", Relation.SIBLING),
        ("one.co.uk", "two.co.uk", Relation.THIRD_PARTY),
        ("one.github.io", "two.github.io", Relation.THIRD_PARTY),
        ("cdn.arstechnica.net", "arstechnica.com", Relation.MIRROR),
        ("blog.com", "blog.org", Relation.THIRD_PARTY),
        ("s0.wp.com", "example.org", Relation.WORDPRESS_COM),
        ("acme.files.wordpress.com", "acme.com", Relation.WORDPRESS_COM),
        ("evilwp.com", "example.org", Relation.THIRD_PARTY),
        ("10.0.0.1", "11.0.0.1", Relation.THIRD_PARTY),
        ("10.0.0.1", "10.0.0.1", Relation.OWN),
    ],
)
def test_a_host_relates_to_the_page(host, page_host, expected):
    assert relation(host, page_host) is expected


def test_a_registrable_domain_follows_the_public_suffix_list():
    assert registrable_domain("a.b.example.co.uk") == "example.co.uk"
    assert registrable_domain("127.0.0.1") == "127.0.0.1"
    assert registrable_domain("localhost") == "localhost"


@pytest.mark.parametrize("row", rows("pull_zones.tsv"), ids=lambda row: row["suffix"])
def test_the_sample_of_a_pull_zone_is_one(row):
    assert is_pull_zone(row["sample"])
    assert sum(row["sample"].endswith("." + other["suffix"]) for other in rows("pull_zones.tsv")) == 1
    assert row["source"].startswith("https://")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://A.example:8443/x", "a.example"),
        ("https://[2606:4700::1]/x", "2606:4700::1"),
        ("https://a.example?b", "a.example"),
        (f"https://{'a' * 253}", "a" * 253),
        (f"https://{'a' * 254}/", ""),
        ("data:,", ""),
    ],
)
def test_a_host_has_only_valid_characters(url, host):
    assert host_of(url) == host
