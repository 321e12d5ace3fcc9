"""Whether ``@supports`` holds in a browser of today, Chromium where they differ.

Nobody asks for what no browser has ever had, so what is not known to be missing is there.
Source: https://drafts.csswg.org/css-conditional-4/#at-supports-ext
"""

import re

from siteloupe.css.boolean import condition
from siteloupe.css.remembered import remembered
from siteloupe.css.values import split_words

_MAX_CONDITION = 2000
_MISSING = re.compile(
    r"-(?:ms|moz|o|khtml|apple)-"
    r"|-webkit-(?:hyphens|overflow-scrolling|text-size-adjust|touch-callout)\b"
    r"|\b(?:hanging-punctuation|margin-trim|masonry)\b"
)
"""What other browsers alone have, by which sheets find them out: Safari, Firefox, Internet Explorer."""


@remembered(4096)
def supports(text: str) -> bool:
    """Whether the condition ``text`` of an ``@supports`` holds; one that is malformed does not."""
    words = split_words(text.lower()) if len(text) <= _MAX_CONDITION else []
    return bool(words) and condition(words, _feature) is True


def _feature(text: str) -> bool:
    """A declaration, or a function such as ``selector(…)``."""
    return _MISSING.search(text) is None
