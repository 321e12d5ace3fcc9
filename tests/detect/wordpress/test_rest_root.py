"""The URL of the REST root, and the answers that are one."""

import json

import pytest

from siteloupe.capture import Capture, Exchange, Headers, Missing
from siteloupe.detect.site import Site
from siteloupe.detect.wordpress.rest_root import MAX_NAMESPACES, namespaces
from tests.pages import exchange

WORDPRESS = '<meta name="generator" content="WordPress 6.9">'

AT = "2026-01-01T00:00:00Z"


def rest_link(href):
    return f'<link rel="https://api.w.org/" href="{href}">'


@pytest.mark.parametrize(
    ("head", "link", "url"),
    [
        (rest_link("/wp-json/"), "", "https://example.org/wp-json/?_fields=namespaces"),
        (rest_link("/blog/wp-json/"), "", "https://example.org/blog/wp-json/?_fields=namespaces"),
        (rest_link("/?rest_route=/"), "", "https://example.org/?rest_route=/&_fields=namespaces"),
        (
            rest_link("https://www.example.org/api/"),
            "",
            "https://www.example.org/api/?_fields=namespaces",
        ),
        (
            "",
            '</a.css>; rel=preload, <https://example.org/wp-json/>; rel="https://api.w.org/", </?p=1>; rel=shortlink',
            "https://example.org/wp-json/?_fields=namespaces",
        ),
        (
            "",
            "<https://example.org/api/>; rel=https://api.w.org/",
            "https://example.org/api/?_fields=namespaces",
        ),
        (
            rest_link("https://api.example.org/wp-json/"),
            "",
            "https://example.org/wp-json/?_fields=namespaces",
        ),
        (rest_link("https://elsewhere.net/wp-json/"), "", "https://example.org/wp-json/?_fields=namespaces"),
        (WORDPRESS, "", "https://example.org/wp-json/?_fields=namespaces"),
        ("", "", "https://example.org/wp-json/?_fields=namespaces"),
    ],
)
def test_the_rest_root_is_requested_on_the_sites_own_host_only(head, link, url):
    answered = exchange(head, headers={"link": link} if link else {}, url="https://example.org/a/b?c")
    assert Site(Capture(AT, answered)).rest_root_url == url


def rest_answer(body, *, status=200, url="https://example.org/wp-json/"):
    return Exchange("https://example.org/wp-json/", url, status, Headers(()), body)


def test_a_rest_root_lists_its_namespaces():
    assert namespaces(rest_answer(b'\xef\xbb\xbf{"namespaces": ["oembed/1.0", 3, null, "wp/v2"]}')) == (
        "oembed/1.0",
        "wp/v2",
    )


@pytest.mark.parametrize(
    "answer",
    [
        None,
        Missing("https://example.org/wp-json/", "TimedOut"),
        rest_answer(b'{"namespaces": ["wp/v2"]}', status=401),
        rest_answer(b'{"code": "rest_no_route"}'),
        rest_answer(b'{"namespaces": "wp/v2"}'),
        rest_answer(b'["wp/v2"]'),
        rest_answer(b"<html>"),
        rest_answer(b"[" * 100_000),
        rest_answer(b'{"namespaces": ["wp/v2"]}', url="https://elsewhere.net/wp-json/"),
    ],
)
def test_an_answer_that_is_no_rest_root_of_the_site_lists_nothing(answer):
    assert namespaces(answer) == ()


def test_a_long_list_is_cut():
    found = namespaces(rest_answer(json.dumps({"namespaces": ["a" * 300] * 900}).encode()))
    assert (len(found), len(found[0])) == (MAX_NAMESPACES, 200)
