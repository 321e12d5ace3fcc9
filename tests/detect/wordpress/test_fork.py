"""A fork of WordPress is named by its generator, with its own version."""

import pytest

from siteloupe.detect.wordpress.fork import fork_of
from tests.pages import page


@pytest.mark.parametrize(
    ("generator", "expected"),
    [
        ("WordPress 6.2.9 (compatible; ClassicPress 2.7.0)", ("ClassicPress", "2.7.0", "6.2.9")),
        ("wordpress 4.9.15 (compatible; classicpress v1.1.2)", ("ClassicPress", "1.1.2", "4.9.15")),
        ("WordPress 6.2, (compatible; Otherpress 3.0-beta1; x)", ("Otherpress", "3.0-beta1", "6.2")),
        ("WordPress 6.2 (compatible; Otherpress)", ("Otherpress", None, "6.2")),
        ("ClassicPress 2.1.0", ("ClassicPress", "2.1.0", None)),
        ("ClassicPress", ("ClassicPress", None, None)),
        ("WordPress 6.8.1", None),
        ("WordPress 6.8 (incompatible; Otherpress 1)", None),
        ("Drupal 11 (compatible; ClassicPress 2.7.0)", None),
        ("WordPress 6.2 (compatible; " + "a" * 400, ("a" * 40, None, "6.2")),
    ],
)
def test_the_generator_names_the_fork(generator, expected):
    fork = fork_of(page(f'<meta name="generator" content="{generator}">'))
    assert (fork and (fork.name, fork.version, fork.compatible_with)) == expected
    if fork is not None:
        assert fork.evidence[0].where == "<meta name=generator>"
        assert len(fork.evidence[0].value) <= 300


def test_the_first_generator_that_names_one_counts():
    generators = ("WordPress 6.8", "WordPress 6.2.9 (compatible; ClassicPress 2.7.0)")
    found = fork_of(page("".join(f'<meta name="generator" content="{each}">' for each in generators)))
    assert found.version == "2.7.0"
