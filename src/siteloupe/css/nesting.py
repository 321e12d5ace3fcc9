"""Nested selectors, joined with those around them.

Source: https://drafts.csswg.org/css-nesting/#nest-selector
"""

import re

from siteloupe.css.grammar import ESCAPE, STRING
from siteloupe.css.values import split_commas

MAX_SELECTOR = 4096
"""Characters of a joined selector; what would grow longer stays as written, its ``&`` unresolved."""

_AMPERSAND = re.compile(rf"({STRING}|{ESCAPE})|&", re.ASCII)


def joined(parent: str, selector: str) -> str:
    """``selector`` as it would be written at top level, when it stands in a rule for ``parent``.

    A parent that is a list becomes ``:is(…)``. Each selector of a list is joined by itself.
    """
    selectors = split_commas(selector)
    size = len(selector) + (len(parent) + 5) * (selector.count("&") + len(selectors))
    if size > MAX_SELECTOR:
        return selector
    around = f":is({parent})" if len(split_commas(parent)) > 1 else parent
    return ", ".join(_joined(around, one) for one in selectors)


def _joined(parent: str, selector: str) -> str:
    if "&" not in selector:
        return f"{parent} {selector}"
    return _AMPERSAND.sub(lambda match: match[1] or parent, selector)
