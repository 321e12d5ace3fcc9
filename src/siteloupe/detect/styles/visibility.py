"""Which elements of a page are not shown: by the cascade of ``display`` and ``visibility``, and by HTML.

Sources: https://drafts.csswg.org/css-display-4/#the-display-properties and
https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements
"""

from collections.abc import Iterable, Mapping, Sequence

from siteloupe.detect.styles.cascade import DeclaredValue, Styling, cascaded_values
from siteloupe.document import Tree

VISIBILITY_PROPERTIES = frozenset({"display", "visibility"})

_HIDING = frozenset({"none", "hidden", "collapse"})
_CLOSED = "[hidden], dialog:not([open]), details:not([open]) > :not(summary)"
_ROOTS = frozenset({"html", "body"})


def hidden_elements(styling: Styling, declared: Iterable[DeclaredValue]) -> Sequence[bool]:
    """Say for each element whether its text is hidden, before any script and user action.

    ``declared`` are the declarations of VISIBILITY_PROPERTIES, in cascade order. The root elements count as
    shown: many pages hide them until a script has run.
    """
    tree = styling.tree
    rows, within = [*declared], texts_within(tree)
    display, visibility = (_keywords(styling, name, rows, within) for name in ("display", "visibility"))
    closed = set(tree.select(_CLOSED))
    gone: list[bool] = []  # with everything inside, whatever that says
    hidden: list[bool] = []
    for element, parent in enumerate(tree.parents):
        around_gone, around_hidden = (gone[parent], hidden[parent]) if parent >= 0 else (False, False)
        is_root = tree.tags[element] in _ROOTS
        own = display.get(element, "none" if element in closed else "")
        gone.append(around_gone or (own == "none" and not is_root))
        seen = visibility.get(element, "inherit")
        inherits = seen in {"inherit", "unset"} or is_root
        hidden.append(around_hidden if inherits else seen in _HIDING)
    return [each or other for each, other in zip(gone, hidden, strict=True)]


def _keywords(
    styling: Styling, name: str, declared: Iterable[DeclaredValue], within: Sequence[int]
) -> Mapping[int, str]:
    """Return the values of a property where something hides text by it; empty where nothing does.

    Few rules hide, and many show: the latter count only for elements that one of the former hides. ``within``
    are the characters in each element.
    """
    rows = [each for each in declared if each.declaration.property == name]
    hiding = [each for each in rows if _keyword(each) in _HIDING]
    hidden = cascaded_values(styling, {name}, hiding, _keyword)
    candidates = [each for each, value in hidden.items() if value.value in _HIDING and within[each]]
    if not candidates:
        return {}
    cascaded = cascaded_values(styling.among(candidates), {name}, rows, _keyword)
    return {element: value.value for element, value in cascaded.items()}


def texts_within(tree: Tree) -> Sequence[int]:
    """Return the number of characters in each element, with those in the elements inside."""
    within = [*tree.text]
    for element in range(len(within) - 1, 0, -1):
        within[max(0, tree.parents[element])] += within[element]
    return within


def _keyword(each: DeclaredValue) -> str:
    return each.value.strip().lower()
