"""What can be a version, and what only stands where versions do."""

import pytest

from siteloupe.detect.version_text import is_version


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
