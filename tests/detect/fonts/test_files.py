"""Which font files are worth a request, and how what was found is told."""

import msgspec
import pytest

from siteloupe.capture import Exchange, FontFile, Headers, Missing
from siteloupe.detect.fonts.files import files_to_inspect, inspected
from siteloupe.reports.fonts import Font
from tests.opentype.fonts import AXES, font

BASE = "https://example.org/f/"


def family(name, *files, source="self-hosted"):
    return Font(family=name, source=source, files=[BASE + file for file in files])


def wanted(*fonts):
    return [url.removeprefix(BASE) for url in files_to_inspect(fonts)]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["a.eot", "a.eot", "a.woff2", "a.woff", "a.ttf", "a.svg"], ["a.woff2"]),
        (["a.woff?v=2", "a.ttf?v=2"], ["a.woff?v=2"]),
        (["a.ttf", "a.otf"], ["a.ttf"]),
        (["a.eot", "b.svg"], []),
        (["font?id=1", "a.WOFF2"], ["font?id=1", "a.WOFF2"]),
        (["a-400.woff2", "a-700.woff2"], ["a-400.woff2", "a-700.woff2"]),
    ],
)
def test_of_one_cut_in_several_formats_the_one_that_browsers_fetch_is_wanted(files, told):
    assert wanted(family("A", *files)) == told


def test_every_family_has_a_turn_before_any_has_a_second_one():
    first, second = family("A", "a1.woff2", "a2.woff2", "a3.woff2"), family("B", "b1.woff2", "b2.woff2")
    assert wanted(first, second) == ["a1.woff2", "b1.woff2", "a2.woff2", "b2.woff2", "a3.woff2"]


def test_files_of_services_and_files_named_twice_are_left_out():
    assert wanted(family("G", "g.woff2", source="google"), family("A", "a.ttf"), family("B", "a.ttf")) == [
        "a.ttf"
    ]


def seen(body=b"", status=200, **more):
    url = f"{BASE}a.woff2"
    answer = Exchange(url, url, status, Headers([]), body, **more)
    (told,) = inspected([FontFile(url, answer)], [family("A", "a.woff2")])
    return told


def test_a_file_is_described_in_its_own_words():
    data = font(flavor="woff2", axes=AXES, characters="Abж", rights=2)
    told = msgspec.to_builtins(seen(data))
    assert told | {"copyright": None} == {
        "url": f"{BASE}a.woff2",
        "usedAs": "A",
        "problem": None,
        "bytes": len(data),
        "format": "woff2",
        "family": "Crumb",
        "subfamily": "Regular",
        "fullName": "Crumb Regular",
        "version": "Version 1.500",
        "designer": "A. Baker",
        "manufacturer": "Example Makers",
        "copyright": None,
        "license": "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        "licenseUrl": "https://openfontlicense.org",
        "embedding": "restricted",
        "axes": [
            {"tag": "wght", "min": 100.0, "default": 400.0, "max": 900.0},
            {"tag": "wdth", "min": 62.5, "default": 100.0, "max": 125.0},
        ],
        "glyphs": 4,
        "characters": 3,
        "scripts": [{"script": "Latin", "characters": 2}, {"script": "Cyrillic", "characters": 1}],
    }


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"body": b"<html>not found"}, "no-font"),
        ({"body": font(flavor="woff2")[:300]}, "broken"),
        ({"body": font(flavor="woff2"), "status": 404}, "status-404"),
        ({"body": font(flavor="woff2"), "truncated": True}, "too-large"),
    ],
)
def test_why_a_file_could_not_be_read_is_told(answer, problem):
    told = seen(**answer)
    assert (told.problem, told.family, told.used_as) == (problem, None, "A")


def test_a_file_that_was_not_had_has_the_cause():
    url = f"{BASE}a.woff2"
    (told,) = inspected([FontFile(url, Missing(url, "timed-out"))], [family("A", "a.woff2")])
    assert told.problem == "timed-out"
