"""The font files that are worth a request, and the description of their facts."""

import msgspec
import pytest

from siteloupe.capture import Exchange, FontFile, Headers, Missing
from siteloupe.detect.fonts.files import MAX_SPECIMENS, files_to_inspect, inspect_fonts
from siteloupe.reports.fonts import Font
from tests.opentype.fonts import AXES, font

BASE = "https://example.org/f/"


def family(name, *files, source="self-hosted"):
    return Font(family=name, source=source, files=[BASE + file for file in files])


def wanted(*fonts):
    return [url.removeprefix(BASE) for url in files_to_inspect(fonts)]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["a.eot", "a.eot", "a.woff2", "a.woff", "a.ttf", "a.svg"], ["a.woff2"]),
        (["a.woff?v=2", "a.ttf?v=2"], ["a.woff?v=2"]),
        (["a.ttf", "a.otf"], ["a.ttf"]),
        (["a.eot", "b.svg"], []),
        (["font?id=1", "a.WOFF2"], ["font?id=1", "a.WOFF2"]),
        (["a-400.woff2", "a-700.woff2"], ["a-400.woff2", "a-700.woff2"]),
    ],
)
def test_only_the_format_that_browsers_fetch_is_wanted(files, expected):
    assert wanted(family("A", *files)) == expected


def test_every_family_has_one_file_before_any_has_a_second_one():
    first, second = family("A", "a1.woff2", "a2.woff2", "a3.woff2"), family("B", "b1.woff2", "b2.woff2")
    assert wanted(first, second) == ["a1.woff2", "b1.woff2", "a2.woff2", "b2.woff2", "a3.woff2"]


def test_files_for_other_letters_are_the_last_of_their_family():
    found = files_to_inspect([family("A", "cyrillic.woff2", "latin.woff2")], {f"{BASE}cyrillic.woff2"})
    assert [url.removeprefix(BASE) for url in found] == ["latin.woff2", "cyrillic.woff2"]


def test_files_of_services_and_repeated_files_are_left_out():
    assert wanted(family("G", "g.woff2", source="google"), family("A", "a.ttf"), family("B", "a.ttf")) == [
        "a.ttf"
    ]


def inspect(body=b"", status=200, **more):
    url = f"{BASE}a.woff2"
    answer = Exchange(url, url, status, Headers([]), body, **more)
    (expected,) = inspect_fonts([FontFile(url, answer)], [family("A", "a.woff2")])
    return expected


def test_a_file_is_described_with_its_own_names():
    data = font(flavor="woff2", axes=AXES, characters="Abж", rights=2)
    expected = msgspec.to_builtins(inspect(data))
    assert expected | {"copyright": None} == {
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
        "specimen": None,
        "notDrawn": "Not drawn: the font's own settings forbid embedding it without permission.",
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
def test_a_file_that_could_not_be_read_has_the_reason(answer, problem):
    expected = inspect(**answer)
    assert (expected.problem, expected.family, expected.used_as) == (problem, None, "A")


def test_a_file_that_was_not_downloaded_has_the_cause():
    url = f"{BASE}a.woff2"
    (expected,) = inspect_fonts([FontFile(url, Missing(url, "timed-out"))], [family("A", "a.woff2")])
    assert expected.problem == "timed-out"


def inspect_all(data, count, *, icon=False):
    urls = [f"{BASE}{number}.woff2" for number in range(count)]
    files = [FontFile(url, Exchange(url, url, 200, Headers([]), data)) for url in urls]
    return inspect_fonts(files, [Font(family="Ab", source="self-hosted", files=urls, icon=icon)])


def test_the_name_of_the_family_is_drawn_in_the_files_own_glyphs():
    (found,) = inspect_all(font(drawn=True), 1)
    assert (found.specimen.text, found.not_drawn) == ("Ab", None)
    assert found.specimen.path.startswith("M")


def test_icons_stand_for_a_set_of_icons():
    data = font(drawn=True, characters="Ab\ue001\ue002")
    (letters,), (icons,) = inspect_all(data, 1), inspect_all(data, 1, icon=True)
    assert icons.specimen.text == ""
    assert icons.specimen.path != letters.specimen.path


def test_glyphs_of_six_files_are_drawn():
    found = inspect_all(font(drawn=True), MAX_SPECIMENS + 2)
    assert [each.specimen is not None for each in found] == [True] * MAX_SPECIMENS + [False] * 2
    assert all(each.not_drawn is None for each in found)


def test_a_font_without_outlines_says_so():
    (found,) = inspect_all(font(), 1)
    assert found.not_drawn == "Not drawn: it has no outlines that could be read."
