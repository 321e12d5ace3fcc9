"""The points of each part of the performance score, at the values that its curve is drawn through."""

from dataclasses import replace

import pytest

from siteloupe.analyses import TECH_STACK
from siteloupe.capture import Capture, Headers, Hop, Timing
from siteloupe.detect.site import Site
from tests.pages import exchange

SCRIPT = "<script src=/{}.js></script>"
IMAGE = "<img src=/{}.png>"
HOP = Hop("http://example.org/", 301, Headers())


def judged(head="", body="", *, size=None, **changes):
    answer = exchange(head, body)
    if size is not None:
        answer = replace(answer, body=answer.body.ljust(size))
    report = TECH_STACK.analyze(Site(Capture("2026-01-01T00:00:00Z", replace(answer, **changes))))
    return report.performance


def many(markup, number):
    return "".join(markup.format(place) for place in range(number))


@pytest.mark.parametrize(
    ("name", "given", "value", "points", "most"),
    [
        ("serverResponseMs", {"timing": Timing(first_byte=200.0)}, 200, 31.5, 35),
        ("serverResponseMs", {"timing": Timing(first_byte=600.0)}, 600, 17.5, 35),
        ("serverResponseMs", {"timing": Timing(first_byte=0.04)}, 0.0, 35, 35),
        ("htmlKb", {"size": 50 * 1024}, 50, 13.5, 15),
        ("htmlKb", {"size": 150 * 1024}, 150, 7.5, 15),
        ("htmlKb", {"size": 2560}, 2.5, 15, 15),
        ("renderBlocking", {"head": many(SCRIPT, 2)}, 2, 13.5, 15),
        ("renderBlocking", {"head": many(SCRIPT, 8)}, 8, 7.5, 15),
        ("renderBlocking", {}, 0, 15, 15),
        ("requests", {"body": many(IMAGE, 14)}, 15, 9, 10),
        ("requests", {"body": many(IMAGE, 49)}, 50, 5, 10),
        ("https", {}, True, 5, 5),
        ("https", {"url": "http://example.org/"}, False, 0, 5),
        ("redirects", {}, 0, 5, 5),
        ("redirects", {"hops": (HOP,)}, 1, 2.5, 5),
        ("redirects", {"hops": (HOP,) * 2}, 2, 1.7, 5),
        ("redirects", {"hops": (HOP,) * 4}, 4, 1, 5),
        ("compression", {"size": 1024, "content_encoding": "br"}, "br", 15, 15),
        ("compression", {"size": 1024}, "none", 0, 15),
    ],
)
def test_a_part_gives_its_points(name, given, value, points, most):
    part = next(each for each in judged(**given).components if each.name == name)
    assert (part.value, part.points, part.max, part.measured) == (value, points, most, True)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("serverResponseMs", {}),
        ("compression", {"size": 1023, "content_encoding": "br"}),
        ("compression", {"size": 512}),
        ("compression", {"size": 1024, "content_encoding": "utf-8"}),
    ],
)
def test_what_cannot_be_measured_gives_none(name, given):
    part = next(each for each in judged(**given).components if each.name == name)
    assert (part.points, part.measured) == (0, False)


def test_figures_are_rounded():
    found = judged(size=1434, timing=Timing(first_byte=120.6, download=30.6))
    assert (found.html_kb, found.server_response_ms, found.download_ms) == (1.4, 121, 31)
    part = next(each for each in found.components if each.name == "serverResponseMs")
    assert part.value == 120.6


@pytest.mark.parametrize(
    ("first_byte", "rating"), [(299, "fast"), (300, "moderate"), (800, "moderate"), (801, "slow")]
)
def test_the_first_byte_is_fast_before_300_milliseconds_and_slow_after_800(first_byte, rating):
    assert judged(timing=Timing(first_byte=float(first_byte))).ttfb_rating == rating


def test_names_of_encodings_are_cut_at_40_characters():
    assert judged(content_encoding=", ".join(["gzip"] * 20)).compression == ", ".join(["gzip"] * 20)[:40]
    note = judged(content_encoding="y" * 60).compression_note
    assert "y" * 40 in note
    assert "y" * 41 not in note
