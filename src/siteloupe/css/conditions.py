"""Whether the conditions of a rule hold: media queries, ``@supports`` and ``@starting-style``.

Media queries are evaluated for a desktop screen of 1440 × 900, light or dark. ``@supports`` is evaluated as
current browsers do it, as Chromium where they differ: sheets test only features that some browser has, so
every feature that is not on the list of missing ones is supported.

Sources: https://drafts.csswg.org/mediaqueries-4/ and
https://drafts.csswg.org/css-conditional-4/#at-supports-ext
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from siteloupe.css.length import HEIGHT, WIDTH, length_in_pixels
from siteloupe.css.rules import AtRule
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import split_commas, split_words

_MAX_CONDITION = 2000
_MAX_NESTING = 8
_SIZES = {"width": WIDTH, "height": HEIGHT, "device-width": WIDTH, "device-height": HEIGHT}
_KEYWORDS = {
    "orientation": "landscape",
    "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "prefers-reduced-data": "no-preference",
    "forced-colors": "none",
    "inverted-colors": "none",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "update": "fast",
    "scripting": "enabled",
    "display-mode": "browser",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
}
_ABSENT = frozenset({"none", "no-preference"})
_RANGE = re.compile(r"(?:([^<>=]++)(<=?|>=?|=))?\s*+([-a-z]++)\s*+(?:(<=?|>=?|=)([^<>=]++))?+\Z")
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_MISSING = re.compile(
    r"-(?:ms|moz|o|khtml|apple)-"
    r"|-webkit-(?:hyphens|overflow-scrolling|text-size-adjust|touch-callout)\b"
    r"|\b(?:hanging-punctuation|margin-trim|masonry)\b"
)
"""Features that Chromium does not have; sheets test them to detect Safari, Firefox or Internet Explorer."""

Feature = Callable[[str], bool | None]
"""Whether the text of one innermost condition holds; None when that is unknown."""


def conditions_hold(conditions: tuple[AtRule, ...], *, dark: bool = False) -> bool:
    """Whether rules inside ``conditions`` apply on a desktop screen, in a light or a dark scheme.

    Rules in ``@starting-style`` do not: they apply only at the start of a transition.
    """
    return not conditions or all(_condition_holds(condition, dark=dark) for condition in conditions)


def may_hold(conditions: tuple[AtRule, ...]) -> bool:
    """Whether rules inside ``conditions`` apply on some screen: their ``@supports`` hold."""
    return not conditions or all(
        condition.name != "supports" or supports(condition.prelude) for condition in conditions
    )


@text_cache(4096)
def media_matches(media: str, *, dark: bool = False) -> bool:
    """Whether ``media``, a list of queries, matches; an empty list does, unknown features do not."""
    if len(media) > _MAX_CONDITION:
        return False
    queries = split_commas(media.lower())
    return not queries or any(_query_matches(query, dark=dark) for query in queries)


@text_cache(4096)
def supports(text: str) -> bool:
    """Whether the condition ``text`` of an ``@supports`` holds; a malformed condition does not."""
    words = split_words(text.lower()) if len(text) <= _MAX_CONDITION else []
    return bool(words) and _evaluate(words, _is_supported) is True


def _condition_holds(condition: AtRule, *, dark: bool) -> bool:
    match condition.name:
        case "media":
            return media_matches(condition.prelude, dark=dark)
        case "supports":
            return supports(condition.prelude)
        case _:
            return condition.name != "starting-style"


def _evaluate(words: Sequence[str], feature: Feature, depth: int = 0) -> bool | None:
    """Whether ``(a) and (b)``, ``(a) or (b)`` or ``not (a)`` holds; None for anything else or unknown.

    An unknown feature is neither true nor false, and a condition that depends on it is unknown too.
    Source: https://drafts.csswg.org/mediaqueries-4/#evaluating
    """
    if words[:1] == ["not"]:
        holds = _evaluate_one(words[1], feature, depth) if len(words) == 2 else None
        return None if holds is None else not holds
    if len(words) % 2 == 0 or len(operators := set(words[1::2])) > 1 or not operators <= {"and", "or"}:
        return None
    results = [_evaluate_one(word, feature, depth) for word in words[::2]]
    if operators == {"or"}:
        return True if True in results else (None if None in results else False)
    return False if False in results else (None if None in results else True)


def _evaluate_one(word: str, feature: Feature, depth: int) -> bool | None:
    if not word.endswith(")") or depth > _MAX_NESTING:
        return None
    if not word.startswith("("):
        return feature(word)
    inside = word[1:-1].strip()
    if inside.startswith(("(", "not ", "not(")):
        return _evaluate(split_words(inside), feature, depth + 1)
    return feature(inside)


def _query_matches(query: str, *, dark: bool) -> bool:
    words = split_words(query)
    expected = words[0] != "not" or words[1:2] == [] or words[1].startswith("(")
    if words[0] in {"only", "not"} and len(words) > 1 and not words[1].startswith("("):
        words = words[1:]
    if words and not words[0].startswith(("(", "not")):
        if words[0] not in {"all", "screen"}:
            return not expected
        if len(words) == 1:
            return expected
        if words[1] != "and":
            return False
        words = words[2:]
    return _evaluate(words, _DARK_FEATURE if dark else _LIGHT_FEATURE) is expected


def _media_feature_holds(text: str, *, dark: bool) -> bool | None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        return _range_holds(text) if any(mark in text for mark in "<>=") else _feature_is_present(name)
    if name == "prefers-color-scheme":
        return value == ("dark" if dark else "light")
    bound, _, size = name.partition("-")
    if bound in {"min", "max"} and size in _SIZES:
        length = length_in_pixels(value)
        return (
            None if length is None else (_SIZES[size] >= length if bound == "min" else _SIZES[size] <= length)
        )
    if name in _SIZES:
        return length_in_pixels(value) == _SIZES[name]
    expected = _KEYWORDS.get(name)
    return None if expected is None else value == expected


_LIGHT_FEATURE = partial(_media_feature_holds, dark=False)
_DARK_FEATURE = partial(_media_feature_holds, dark=True)


def _feature_is_present(name: str) -> bool | None:
    """Evaluate a feature without a value, which tests only that the feature exists."""
    if name in _SIZES or name in {"color", "prefers-color-scheme", "grid"}:
        return name != "grid"
    expected = _KEYWORDS.get(name)
    return None if expected is None else expected not in _ABSENT


def _range_holds(text: str) -> bool | None:
    """Evaluate a range such as ``width >= 600px`` or ``400px < width <= 700px``."""
    if (match := _RANGE.match(text)) is None or match[3] not in _SIZES:
        return None
    size = _SIZES[match[3]]
    left, left_mark, _, right_mark, right = match.groups()
    tests = [(_FLIPPED[left_mark], left)] if left else []
    tests += [(right_mark, right)] if right else []
    results = [_compare(size, mark, length_in_pixels(bound)) for mark, bound in tests]
    return None if None in results or not results else all(results)


def _compare(size: float, mark: str, bound: float | None) -> bool | None:
    if bound is None:
        return None
    match mark:
        case "<":
            return size < bound
        case "<=":
            return size <= bound
        case ">":
            return size > bound
        case ">=":
            return size >= bound
        case _:
            return size == bound


def _is_supported(text: str) -> bool:
    """Whether ``text``, a declaration or a function such as ``selector(…)``, is supported."""
    return _MISSING.search(text) is None
