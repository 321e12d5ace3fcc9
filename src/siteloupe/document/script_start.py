"""When a script or frame starts that a browser does not start by itself: later, or only after consent.

Optimizers and compilers give scripts a type that no browser runs, and start them for every visitor. Consent
banners do the same, and keep addresses in attributes of their own, until a visitor agrees. The known types
and attributes are rows of ``data/script_starts.tsv``.
"""

import functools
from collections.abc import Mapping

from siteloupe.data import rows

_JAVASCRIPT = frozenset({"javascript", "ecmascript", "x-javascript", "x-ecmascript", "jscript", "livescript"})


def is_javascript(kind: str) -> bool:
    """Whether a browser runs a script of this type: a JavaScript type in lower case, ``module``, or none.

    Source: https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
    """
    if kind in {"", "module"}:
        return True
    return kind.partition("/")[2] in _JAVASCRIPT and kind not in _marks("type", "consent")


def starts_later(kind: str) -> bool:
    """Whether another script starts a script of this type for every visitor."""
    return kind in _marks("type", "later")


def waits_for_consent(kind: str) -> bool:
    """Whether a script of this type is started only when a visitor agrees."""
    return kind in _marks("type", "consent")


def later_source(values: Mapping[str, str]) -> str:
    """The address that a script moves to ``src`` later, from the attributes ``values``; empty without one.

    It is in an attribute of a consent banner, or in one such as ``data-src`` or ``data-rocket-src``.
    """
    if source := consent_source(values):
        return source
    names = (name for name in values if name.startswith("data-") and name.endswith("src"))
    return next((values[name] for name in names), "")


def consent_source(values: Mapping[str, str]) -> str:
    """The address that a consent banner moves to ``src`` when a visitor agrees; empty without one."""
    return next((values[name] for name in _marks("attribute", "consent") if values.get(name)), "")


@functools.cache
def _marks(kind: str, effect: str) -> Mapping[str, None]:
    """The marks of one kind and effect, in the order of the list."""
    found = rows("script_starts.tsv")
    return {row["mark"]: None for row in found if (row["kind"], row["effect"]) == (kind, effect)}
