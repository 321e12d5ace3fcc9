"""The score and its components, the compression of the answer, and counts of tags."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers, Hop, Timing
from siteloupe.detect.serving.performance import (
    composition,
    compression,
    grade,
    log_normal,
    performance,
    score_of,
)
from siteloupe.document import loads_of
from siteloupe.reports.tech_stack import Component
from tests.pages import exchange, page

FILLER = "<p>" + "word " * 400


def performance_of(head="", body=FILLER, *, url="https://example.org/", **changes):
    answer = replace(exchange(head, body, url=url), timing=Timing(first_byte=120.4, download=30.6))
    answer = replace(answer, **changes)
    return performance(answer, loads_of(answer))


def component(found, name):
    return next(each for each in found.components if each.name == name)


@pytest.mark.parametrize(("value", "expected"), [(0, 1.0), (200, 0.9), (600, 0.5), (1e-9, 1.0), (1e12, 0.0)])
def test_the_curve_has_its_two_given_points(value, expected):
    assert log_normal(value, good=200, median=600) == pytest.approx(expected, abs=1e-9)


@given(st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_higher_value_never_scores_better(one, other):
    low, high = sorted((one, other))
    assert log_normal(low, good=50, median=150) >= log_normal(high, good=50, median=150)


@pytest.mark.parametrize(
    ("score", "letter"),
    [
        (100, "A"),
        (90, "A"),
        (89, "B"),
        (80, "B"),
        (79, "C"),
        (70, "C"),
        (69, "D"),
        (60, "D"),
        (59, "F"),
        (0, "F"),
    ],
)
def test_a_score_has_its_letter(score, letter):
    assert grade(score) == letter


@pytest.mark.parametrize(
    ("milliseconds", "rating"),
    [(0.0, "fast"), (299.4, "fast"), (300.0, "moderate"), (800.4, "moderate"), (800.6, "slow")],
)
def test_the_time_to_the_first_byte_has_its_rating(milliseconds, rating):
    found = performance_of(timing=Timing(dns=900, connect=900, first_byte=milliseconds))
    assert found.ttfb_rating == rating
    assert found.server_response_ms == round(milliseconds)


def test_figures_are_as_measured():
    found = performance_of()
    assert (found.server_response_ms, found.download_ms, found.https) == (120, 31, True)
    assert found.html_kb == pytest.approx(2.1, abs=0.2)


def test_components_without_a_value_are_left_out_and_the_others_rescaled():
    found = performance_of(content_encoding="utf-8")
    assert found.compressed is None
    assert not component(found, "compression").measured
    assert component(found, "compression").value is None
    measured = [each for each in found.components if each.measured]
    assert sum(each.max for each in measured) == 85
    assert found.score == round(100 * sum(each.points for each in measured) / 85)


def test_the_components_add_up_to_a_hundred():
    assert sum(each.max for each in performance_of().components) == 100


def test_compression_of_a_tiny_page_is_not_rated():
    found = performance_of(body="<p>Hello")
    assert (found.compression, component(found, "compression").measured) == ("none", False)


def test_compression_has_all_points_or_none():
    assert component(performance_of(content_encoding="br"), "compression").points == 15
    assert component(performance_of(), "compression").points == 0


def test_a_saved_visit_without_times_is_rated_by_the_other_components():
    found = performance_of(timing=Timing())
    assert (found.server_response_ms, component(found, "serverResponseMs").measured) == (0, False)
    assert 0 < found.score <= 100


@pytest.mark.parametrize(
    ("head", "blocking"),
    [
        ("", 0),
        ("<script src=a.js></script><link rel=stylesheet href=a.css>", 2),
        ("<script src=a.js async></script><script src=b.js defer></script>", 0),
        ("<script src=a.js type=module></script><script>1</script>", 0),
        ("<link rel=stylesheet href=a.css media=print><link rel='alternate stylesheet' href=b.css>", 0),
    ],
)
def test_only_files_that_delay_the_first_view_block(head, blocking):
    late = "<script src=late.js></script>" + FILLER
    assert component(performance_of(head, late), "renderBlocking").value == blocking


@pytest.mark.parametrize(
    ("markup", "requests"),
    [
        ("", 1),
        ("<script src=a.js></script><script src=a.js></script><script src=/a.js#x></script>", 2),
        ("<img src=a.png><img src='data:image/png;base64,AA=='><img data-src=b.png>", 2),
        ("<img srcset='a.png 1x, b.png 2x'><iframe src=/frame></iframe>", 3),
        ("<link rel=preload as=font href=a.woff2><link rel=modulepreload href=m.js>", 3),
        ("<link rel=stylesheet href=a.css><link rel=canonical href=/b><link rel=icon href=i.png>", 2),
        ("<link rel='alternate stylesheet' href=b.css><link rel=stylesheet disabled href=c.css>", 1),
        ("<noscript><img src=a.png></noscript><template><script src=a.js></script></template>", 1),
        ("<script type='text/template' src=a.html></script>", 1),
        ("<img src='/'><a href=/x></a>", 1),
        ("<img src='mailto:x'><script src='javascript:0'></script>", 1),
    ],
)
def test_requests_are_the_page_and_the_files_that_its_html_loads(markup, requests):
    assert performance_of(body=markup).requests == requests


def test_redirects_cost_points():
    hop = Hop("http://example.org/", 301, Headers())
    assert component(performance_of(hops=(hop,)), "redirects").points == 2.5
    assert component(performance_of(), "redirects").points == 5


def test_a_page_over_http_loses_the_points_of_https():
    found = performance_of(url="http://example.org/")
    assert (found.https, component(found, "https").points) == (False, 0)


@given(
    st.lists(
        st.builds(
            lambda most, share, measured: Component(
                name="x", value=1, points=most * share, max=most, measured=measured
            ),
            st.integers(1, 40),
            st.floats(0, 1),
            st.booleans(),
        ),
        max_size=8,
    )
)
def test_the_score_stays_between_0_and_100(components):
    assert 0 <= score_of(components) <= 100


@pytest.mark.parametrize(
    ("encoding", "length", "expected"),
    [
        ("br", None, ("br", True, "content-encoding")),
        ("GZIP", None, ("gzip", True, "content-encoding")),
        ("x-gzip", None, ("gzip", True, "content-encoding")),
        ("deflate", None, ("deflate", True, "content-encoding")),
        ("zstd", None, ("zstd", True, "content-encoding")),
        ("gzip, br", None, ("gzip, br", True, "content-encoding")),
        (None, None, ("none", False, None)),
        ("identity", None, ("none", False, "content-encoding")),
        ("", None, ("none", False, None)),
        (None, "whole", ("none", False, "content-length")),
        (None, 7, ("none", False, None)),
        ("utf-8", None, (None, None, None)),
        ("gzip, aes128gcm", "whole", (None, None, None)),
    ],
)
def test_the_content_encoding_is_named(encoding, length, expected):
    answer = exchange(body="Some text.")
    size = len(answer.body) if length == "whole" else length
    found = compression(replace(answer, content_encoding=encoding, content_length=size))
    assert (found.name, found.is_compressed, found.source) == expected
    assert (found.note is None) is (found.name is not None)


def test_an_empty_body_has_no_compression():
    assert compression(replace(exchange(), body=b"")).name is None


def test_a_hostile_encoding_is_cut():
    found = compression(replace(exchange(), content_encoding="x" * 10_000))
    assert found.name is None
    assert len(found.note or "") < 200


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
def test_each_tag_counts_when_a_browser_reads_it(markup, field, count):
    assert getattr(composition(page(body=markup)), field) == count


def test_an_empty_page_has_no_tags():
    found = composition(page())
    assert (found.scripts, found.stylesheets, found.images, found.inline_scripts, found.inline_styles) == (
        0,
        0,
        0,
        0,
        0,
    )
