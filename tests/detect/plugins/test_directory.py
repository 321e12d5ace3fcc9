"""The plugin directory's answer is read in every shape, and says nothing of plugins that it does not name."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from siteloupe.capture import Exchange, Headers, Missing
from siteloupe.detect.plugins.directory import MAX_SLUGS, Listing, read_listings, slugs_to_ask, with_listings
from siteloupe.reports.tech_stack import Plugin

URL = "https://api.wordpress.test/plugins/info/1.2/"


def answer(body, status=200, url=URL):
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Exchange(URL, url, status, Headers(), encoded)


def entry(slug="form", **changes):
    return {"name": "Form", "slug": slug, "version": "2.4.1", "active_installs": 500_000, **changes}


def plugin(slug="form", version="2.4", **changes):
    return Plugin(slug=slug, name="Form", known=True, version=version, **changes)


CLOSED = {
    "error": "closed",
    "name": "Form",
    "slug": "form",
    "closed": True,
    "closed_date": "2026-01-05",
    "reason": "security-issue",
}


def test_a_listed_plugin_is_read():
    assert read_listings(answer({"form": entry()})) == {"form": Listing(False, "2.4.1", 500_000)}


@pytest.mark.parametrize(
    ("stated", "listing"),
    [
        (CLOSED, Listing(True)),
        ({"error": "closed"}, Listing(True)),
        ({"error": "Plugin not found."}, None),
        ({"error": "Invalid plugin slug.", "slug": "form"}, None),
        (entry("other"), None),
        ({}, None),
        ([], None),
        (None, None),
        (entry(version=2.4), Listing(False, None, 500_000)),
        (entry(version=""), Listing(False, None, 500_000)),
        (entry(version="<b>1.0</b>\n"), Listing(False, "1.0", 500_000)),
        (entry(version="1" * 500), Listing(False, "1" * 40, 500_000)),
        (entry(active_installs="20000"), Listing(False, "2.4.1", 20_000)),
        (entry(active_installs=-1), Listing(False, "2.4.1")),
        (entry(active_installs=True), Listing(False, "2.4.1")),
        (entry(closed="yes"), Listing(False, "2.4.1", 500_000)),
    ],
)
def test_every_shape_of_an_entry_is_read(stated, listing):
    assert read_listings(answer({"form": stated})).get("form") == listing


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        Missing(URL, "timed-out"),
        answer({"form": entry()}, 404),
        answer({"form": entry()}, 422),
        answer({"form": entry()}, url="https://elsewhere.test/"),
        answer(b"<!doctype html>"),
        answer(b""),
        answer(b"[" * 100_000),
        answer([entry()]),
        answer({"error": "A maximum of 100 plugins can be queried at once."}),
    ],
)
def test_another_answer_says_nothing(wrong):
    assert read_listings(wrong) == {}
    (same,) = with_listings([plugin()], wrong)
    assert same == plugin()


@given(st.binary(max_size=200) | st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.text()))
def test_no_answer_fails_the_reader(body):
    assert all(isinstance(each, Listing) for each in read_listings(answer(body)).values())


@pytest.mark.parametrize(
    ("installed", "latest", "outdated"),
    [
        ("2.4", "2.4.1", True),
        ("2.4.1", "2.4.1", False),
        ("2.5", "2.4.1", False),
        ("2.4.1-RC1", "2.4.1", True),
        (None, "2.4.1", UNSET),
        ("2.4", "trunk", UNSET),
        ("2.4", None, UNSET),
    ],
)
def test_a_plugin_is_outdated_when_both_sides_are_versions(installed, latest, outdated):
    (found,) = with_listings([plugin(version=installed)], answer({"form": entry(version=latest)}))
    assert found.outdated is outdated
    assert found.latest_version == (latest or UNSET)
    assert (found.closed, found.installs) == (False, 500_000)


def test_of_a_closed_plugin_only_that_is_told():
    (found,) = with_listings([plugin()], answer({"form": CLOSED}))
    assert found.closed is True
    assert {found.latest_version, found.outdated, found.installs} == {UNSET}


def test_a_must_use_plugin_is_never_one_of_the_directory():
    several = [plugin(kind="mu-plugin"), plugin("batcache", kind="drop-in")]
    listed = answer({"form": entry(), "batcache": entry("batcache")})
    assert with_listings(several, listed) == tuple(several)
    assert slugs_to_ask(several) == []


def test_folders_that_the_directory_cannot_list_are_not_asked_for():
    names = ["form", "a_b-2", "Form", "form 2", "form.old", "f" * 201]
    assert slugs_to_ask(map(plugin, names)) == ["a_b-2", "form"]


def test_a_hundred_plugins_are_asked_for():
    assert len(slugs_to_ask(plugin(f"p{number}") for number in range(MAX_SLUGS + 1))) == MAX_SLUGS
