"""Forks of WordPress: other software that calls itself compatible with a version of WordPress.

A fork's generator names both, ``WordPress 6.2.9 (compatible; ClassicPress 2.7.0)``. Only the second is what
runs. Source: https://github.com/ClassicPress/ClassicPress/blob/develop/src/wp-includes/general-template.php
"""

import re
from collections.abc import Iterator

from siteloupe.document import Page
from siteloupe.reports.check_cms import Fork
from siteloupe.reports.evidence import Evidence

_COMPATIBLE = re.compile(
    r"WordPress\s++(\d[\w.-]{0,39}+),?\s*+\(compatible;\s*+([A-Za-z][\w-]{0,39}+)\s*+(?:v?+(\d[\w.+-]{0,39}+))?+",
    re.IGNORECASE,
)
_OWN_NAME = re.compile(r"(ClassicPress)\s*+(?:v?+(\d[\w.+-]{0,39}+))?+", re.IGNORECASE)
_NAMES = {"classicpress": "ClassicPress"}


def fork_of(page: Page) -> Fork | None:
    """The fork of WordPress that the generator of ``page`` names; None for WordPress itself."""
    return next(_forks(page), None)


def _forks(page: Page) -> Iterator[Fork]:
    for content in page.generators():
        evidence = [Evidence(what="fork", where="<meta name=generator>", value=content[:300])]
        if match := _COMPATIBLE.match(content):
            compatible, name, version = match.groups()
        elif match := _OWN_NAME.match(content):
            compatible, (name, version) = None, match.groups()
        else:
            continue
        yield Fork(
            name=_NAMES.get(name.lower(), name),
            version=version,
            compatible_with=compatible,
            evidence=evidence,
        )
