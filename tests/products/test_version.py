"""What is a version, and which one stands behind a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.products.version import MAX_LENGTH, is_version, version_at


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1.0",
        "5.8.2",
        "2.67.6",
        "1.0224",
        "1509",
        "3.0.83c",
        "1.7.1d",
        "2.5.15.1",
        "6.5-RC1",
        "4.8-alpha-40290",
        "10.6.1_b2",
    ],
)
def test_versions(text):
    assert is_version(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v",
        "latest",
        "1700000000",  # seconds since 1970
        "20231012",
        "2023-10-12",
        "2023.10.12",
        "2024",
        "12345678",
        "5d5620b008039b216cd87667c0118115",
        "83ec8aa758f8",
        "1234567",
        "1.2.3 and a sentence that goes on and on for longer than versions",
        "1..2",
        "١.٢",
    ],
)
def test_no_versions(text):
    assert not is_version(text)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.2.3", "1.2.3"),
        ("v1.2.3 - more", "1.2.3"),
        (" v1.2", "1.2"),
        ("v 6.2.4", "6.2.4"),
        ("3.25.0-beta2; features", "3.25.0-beta2"),
        ("28.4-RC1", "28.4-RC1"),
        ("3.3.0.beta2 - https", "3.3.0.beta2"),
        ("1.35.0-wmf.5", "1.35.0-wmf.5"),
        ("7.", "7"),
        ("2.0;", "2.0"),
        ("8.30.1/S", "8.30.1"),
        ("", None),
        ("Pro 4.2", None),
        (" - 1.2", None),
        ("20231012", None),
        ("very well", None),
    ],
)
def test_the_version_is_what_follows_with_its_suffix(text: str, version: str | None) -> None:
    assert version_at(f"name{text}", 4) == version


@given(st.text("0123456789.-abv ", max_size=80))
def test_whatever_is_read_is_a_version(text: str) -> None:
    version = version_at(text, 0)
    assert version is None or (is_version(version) and version in text and len(version) <= MAX_LENGTH)
