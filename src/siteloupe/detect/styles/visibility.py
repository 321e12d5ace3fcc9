"""Which elements of a page are not shown: by the cascade of ``display`` and ``visibility``, and by HTML.

Sources: https://drafts.csswg.org/css-display-4/#the-display-properties and
https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements
"""

from collections.abc import Iterable, Sequence

from siteloupe.detect.styles.cascade import DeclaredValue, Styling, cascaded_values

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
    rows = [*declared]
    display = _keywords(styling, "display", rows)
    visibility = _keywords(styling, "visibility", rows)
    own = dict.fromkeys(tree.select(_CLOSED), "none") | display
    if not own and not visibility:
        return [False] * len(tree)
    gone: list[bool] = []  # with everything inside, whatever that says
    hidden: list[bool] = []
    for element, parent in enumerate(tree.parents):
        is_gone, is_hidden = (gone[parent], hidden[parent]) if parent >= 0 else (False, False)
        if (element in own or element in visibility) and tree.tags[element] not in _ROOTS:
            is_gone = is_gone or own.get(element) == "none"
            if (seen := visibility.get(element, "inherit")) not in {"inherit", "unset"}:
                is_hidden = seen in _HIDING
        gone.append(is_gone)
        hidden.append(is_hidden)
    return [each or other for each, other in zip(gone, hidden, strict=True)]


def _keywords(styling: Styling, name: str, declared: Iterable[DeclaredValue]) -> dict[int, str]:
    """Return the values of a property where something hides text by it; empty where nothing does.

    Few rules hide, and many show: the latter count only for elements that one of the former hides.
    """
    rows = [each for each in declared if each.declaration.property == name]
    hiding = [each for each in rows if _keyword(each) in _HIDING]
    hidden = cascaded_values(styling, {name}, hiding, _keyword)
    within = styling.tree.texts_within if hidden else ()
    candidates = [each for each, value in hidden.items() if value.value in _HIDING and within[each]]
    if not candidates:
        return {}
    cascaded = cascaded_values(styling.among(candidates), {name}, rows, _keyword)
    return {element: value.value for element, value in cascaded.items()}


def _keyword(each: DeclaredValue) -> str:
    return each.value.strip().lower()
