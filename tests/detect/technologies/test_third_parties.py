"""Hosts that a page loads from are grouped by their owners; the site's own hosts are none of them."""

from msgspec import UNSET

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.technologies.third_parties import MAX_HOSTS, MAX_OWNERS, third_parties
from siteloupe.reports.third_parties import ThirdParty
from tests.pages import page


def told(markup: str) -> tuple[ThirdParty, ...]:
    found = page(markup)
    return third_parties(found, assets_of(found))


def test_hosts_of_one_owner_are_one_party_and_the_one_with_most_addresses_is_first() -> None:
    found = told(
        "<script src=https://www.googletagmanager.com/gtm.js></script>"
        "<link rel=stylesheet href=https://fonts.googleapis.com/css?family=A>"
        "<link rel=preload as=font href=https://fonts.gstatic.com/a.woff2>"
        "<script src=/own.js></script>"
    )
    assert [(each.name, each.requests, each.hosts) for each in found] == [
        ("Google Fonts", 2, ["fonts.googleapis.com", "fonts.gstatic.com"]),
        ("Google Tag Manager", 1, ["www.googletagmanager.com"]),
    ]
    assert {each.category for each in found} == {"cdn", "tag-manager"}


def test_an_unknown_owner_is_told_by_the_domain_without_a_category() -> None:
    (party,) = told(
        "<img src=https://a.unheard-of.test/1.png><iframe src=https://b.unheard-of.test/></iframe>"
    )
    assert (party.name, party.category, party.requests) == ("unheard-of.test", None, 2)


def test_what_only_waits_is_marked() -> None:
    waits, loads = told(
        "<iframe data-src=https://www.youtube.com/embed/x></iframe>"
        "<script src=https://cdn.unheard-of.test/a.js></script>"
    )
    marks = {each.name: each.held_back for each in (waits, loads)}
    assert marks == {"unheard-of.test": UNSET, "YouTube": True}


def test_a_link_and_a_connection_hint_load_nothing() -> None:
    assert told("<a href=https://example.net/>x</a><link rel=preconnect href=https://example.net>") == ()


def test_owners_and_hosts_are_bounded() -> None:
    many = "".join(f"<img src=https://h{n}.example{n}.test/a.png>" for n in range(2 * MAX_OWNERS))
    assert len(told(many)) == MAX_OWNERS
    one = "".join(f"<img src=https://h{n}.one.test/a.png>" for n in range(2 * MAX_HOSTS))
    assert [len(each.hosts) for each in told(one)] == [MAX_HOSTS]


def test_a_hundred_owners_with_ten_hosts_each_are_told() -> None:
    assert len(told("".join(f"<img src=https://h.example{n}.test/a.png>" for n in range(101)))) == 100
    assert len(told("".join(f"<img src=https://h.example{n}.test/a.png>" for n in range(99)))) == 99
    (one,) = told("".join(f"<img src=https://h{n}.one.test/a.png>" for n in range(11)))
    assert (one.requests, len(one.hosts)) == (11, 10)


def test_five_thousand_addresses_are_counted() -> None:
    (one,) = told("".join(f"<img src=https://a.one.test/{n}.png>" for n in range(5_001)))
    assert one.requests == 5_000


def test_a_lazy_frame_of_the_site_itself_belongs_to_nobody_else() -> None:
    assert told("<iframe data-src=/own></iframe><iframe src=https://www.example.org/own></iframe>") == ()
