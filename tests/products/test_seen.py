"""Where a sample was seen has one of a few forms, each of which somebody else can check."""

import msgspec
import pytest

from siteloupe.products import Sample
from siteloupe.products.seen import MAX_LENGTH, proof_of


@pytest.mark.parametrize(
    ("seen", "proof"),
    [
        ("https://www.example.org/shop/, 2024", "page"),
        ("https://www.example.org/, 2024-05", "page"),
        ("https://github.com/owner/name/blob/0a1b2c3d4e5f/tests/page.html, 2024-05-31", "page"),
        ("WooCommerce 9.3.3, run", "run"),
        ("Caddy 2.6.2, run", "run"),
        ("Contact Form 7 5.9, source", "source"),
        ("https://github.com/owner/na.me/blob/0a1b2c3d4e5f/inc/class-front.php", "source"),
        ('public source code: src="//cdn.example.com/v1.js"', "code"),
    ],
)
def test_a_text_in_one_of_the_forms_states_a_kind_of_proof(seen: str, proof: str) -> None:
    assert msgspec.convert({"seen": seen}, Sample).seen == seen
    assert proof_of(seen) == proof


@pytest.mark.parametrize(
    "seen",
    [
        "",
        "seen somewhere",
        "https://www.example.org/",
        "https://www.example.org/, May 2024",
        "https://localhost/, 2024",
        "WooCommerce, run",
        "WooCommerce 9.3.3",
        "https://github.com/owner/name",
        "https://example.org/owner/name/blob/main/a.php",
        "public source code: ",
        "WooCommerce 9.3.3, run\n",
    ],
)
def test_another_text_does_not_load(seen: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seen": seen}, Sample)
    with pytest.raises(ValueError, match="does not say where"):
        proof_of(seen)


def test_a_text_is_short() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seen": "public source code: ".ljust(MAX_LENGTH + 1, "x")}, Sample)
