"""Conditions put together with ``and``, ``or`` and ``not``, as media and feature queries both are.

Something unknown in them is neither true nor false, and what follows from it is not either.
Source: https://drafts.csswg.org/mediaqueries-4/#evaluating
"""

from collections.abc import Callable, Sequence

from siteloupe.css.values import split_words

_MAX_NESTING = 8

Feature = Callable[[str], bool | None]
"""Whether the text of one innermost condition holds; None when that is not known."""


def condition(words: Sequence[str], feature: Feature, depth: int = 0) -> bool | None:
    """``(a) and (b)``, ``(a) or (b)``, ``not (a)``; None when it is none of these or not known."""
    if words[:1] == ["not"]:
        found = _single(words[1], feature, depth) if len(words) == 2 else None
        return None if found is None else not found
    if len(words) % 2 == 0 or len(joints := set(words[1::2])) > 1 or not joints <= {"and", "or"}:
        return None
    found_all = [_single(word, feature, depth) for word in words[::2]]
    if joints == {"or"}:
        return True if True in found_all else (None if None in found_all else False)
    return False if False in found_all else (None if None in found_all else True)


def _single(word: str, feature: Feature, depth: int) -> bool | None:
    if not word.endswith(")") or depth > _MAX_NESTING:
        return None
    if not word.startswith("("):
        return feature(word)
    inside = word[1:-1].strip()
    if inside.startswith(("(", "not ", "not(")):
        return condition(split_words(inside), feature, depth + 1)
    return feature(inside)
