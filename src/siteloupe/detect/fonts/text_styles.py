"""What headings, running text, small print and buttons are set in: family, size, weight and line height.

Computed as a browser does, by cascade and inheritance, for the first elements of each kind.
Sources: https://drafts.csswg.org/css-fonts-4/ and https://html.spec.whatwg.org/multipage/rendering.html
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import islice
from typing import NamedTuple

from siteloupe.css.calc import parse_quantity
from siteloupe.css.font import FontShorthand, parse_families, parse_shorthand, parse_weight
from siteloupe.css.length import font_size_in_pixels, length_in_pixels
from siteloupe.css.values import split_commas
from siteloupe.detect.fonts.families import FamilyRecords
from siteloupe.detect.fonts.primary import family_key, without_icons
from siteloupe.detect.fonts.used import PageText, Stack, clean_families
from siteloupe.detect.styles.cascade import MAX_SELECTORS, DeclaredValue, Styling, cascaded_values
from siteloupe.document import Tree
from siteloupe.rendered import RenderedText
from siteloupe.reports.fonts import TextKind, TextStyle

SIZE_PROPERTIES = frozenset({"font", "font-size"})
WEIGHT_PROPERTIES = frozenset({"font", "font-weight"})
LINE_PROPERTIES = frozenset({"font", "line-height"})

MAX_ELEMENTS = 3
"""How many elements of a kind are computed; most pages set all of a kind alike."""

MAX_CANDIDATES = 40
"""How many elements are looked at for such ones."""

HEADINGS: tuple[TextKind, ...] = ("h1", "h2", "h3", "h4", "h5", "h6")
_KINDS: tuple[TextKind, ...] = (*HEADINGS, "body", "small", "button")
_BUTTONS = "button, [role=button], input[type=submit], .btn, .button, .wp-element-button, .elementor-button"
_INHERITS = frozenset({"inherit", "unset", "revert", "revert-layer"})

_DEFAULT_SIZES = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h4": 1.0, "h5": 0.83, "h6": 0.67, "small": 1 / 1.2}
_BOLD = frozenset({*HEADINGS, "b", "strong", "th"})
_CONTROLS = frozenset({"button", "input", "select", "textarea"})
_CONTROL_SIZE = 40 / 3


class _Text(NamedTuple):
    """Computed values: the size in pixels, and the line height as a ratio or in pixels; None is normal."""

    px: float = 16.0
    weight: int = 400
    ratio: float | None = None
    line_px: float | None = None

    @property
    def line_height(self) -> float | None:
        """The line height as a ratio to the size."""
        ratio = self.line_px / self.px if self.line_px is not None and self.px else self.ratio
        return None if ratio is None else round(ratio, 2)


def text_styles(
    page: PageText, declared: Iterable[DeclaredValue], families: FamilyRecords
) -> list[TextStyle]:
    """Return what each kind of text on the page is set in; nothing when there was too much CSS to say.

    ``declared`` is in cascade order.
    """
    found = dict(_elements(page))
    wanted = sorted({each for elements in found.values() for each in _with_ancestors(page.tree, elements)})
    styling = page.styling.among(wanted)
    computed = _computed_texts(styling, wanted, declared) if wanted else {}
    if styling.is_cut:
        return []
    styles = []
    for kind in _KINDS:
        if elements := found.get(kind):
            sets = Counter(_style(page, each, computed[each], families) for each in elements)
            styles.append(_report(kind, sets.most_common(1)[0][0]))
    return styles


class _Style(NamedTuple):
    family: str | None
    px: float
    weight: int
    line_height: float | None


def _style(page: PageText, element: int, text: _Text, families: FamilyRecords) -> _Style:
    setting = page.settings[element]
    stack = None if setting is None or setting == "own" else setting.stack
    return _Style(_family(stack, families), round(text.px, 2), text.weight, text.line_height)


def _family(stack: Stack | None, families: FamilyRecords) -> str | None:
    key = family_key(without_icons(stack, families), families) if stack else None
    return None if key is None else families[key].name


def _report(kind: TextKind, style: _Style) -> TextStyle:
    family, px, weight, line_height = style
    return TextStyle(kind=kind, family=family, px=px, weight=weight, line_height=line_height)


def _elements(page: PageText) -> Iterator[tuple[TextKind, list[int]]]:
    """Yield the first visible elements with text of each kind."""
    tree, hidden, letters = page.tree, page.hidden, page.tree.texts_within
    by_tag: dict[str, list[int]] = {}
    for element, tag in enumerate(tree.tags):
        if (tag in _DEFAULT_SIZES) and not hidden[element]:
            by_tag.setdefault(tag, []).append(element)
    for kind in HEADINGS:
        yield kind, _first_with_text(tree, letters, by_tag.get(kind, ()))
    small = by_tag.get("small", [])[:MAX_CANDIDATES]
    alone = (each for each in small if not _is_within(tree, each, HEADINGS))
    yield "small", _first_with_text(tree, letters, alone)
    buttons = [each for each in tree.select(_BUTTONS)[:MAX_CANDIDATES] if not hidden[each]]
    yield "button", _first_with_text(tree, letters, buttons)
    longest = nlargest(MAX_CANDIDATES, range(len(tree)), key=tree.text.__getitem__)
    others = _CONTROLS | _DEFAULT_SIZES.keys()
    running = (
        each
        for each in longest
        if tree.text[each]
        and not hidden[each]
        and page.settings[each] != "own"
        and not _is_within(tree, each, others)
    )
    yield "body", [*islice(running, MAX_ELEMENTS)]


def _first_with_text(tree: Tree, letters: Sequence[int], elements: Iterable[int]) -> list[int]:
    """Return the first of ``elements`` with text inside; the value of a field is some, too."""
    candidates = islice(elements, MAX_CANDIDATES)
    found = (each for each in candidates if letters[each] or tree.tags[each] == "input")
    return [*islice(found, MAX_ELEMENTS)]


def _is_within(tree: Tree, element: int, tags: Collection[str]) -> bool:
    """Whether an element or one around it has one of ``tags``."""
    return any(tree.tags[each] in tags for each in _with_ancestors(tree, [element]))


def _with_ancestors(tree: Tree, elements: Iterable[int]) -> Iterator[int]:
    for element in elements:
        while element >= 0:
            yield element
            element = tree.parents[element]  # noqa: PLW2901 - the way up


def _computed_texts(
    styling: Styling, elements: Sequence[int], declared: Iterable[DeclaredValue]
) -> Mapping[int, _Text]:
    """Return the computed values of ``elements``, which have all their ancestors among them."""
    rows = list(_rows_for(styling, declared))
    shorthands: dict[str, FontShorthand | None] = {}

    def part_of(name: str) -> Callable[[DeclaredValue], str | None]:
        def read(each: DeclaredValue) -> str | None:
            value = each.value.strip().lower()
            if each.declaration.property != "font" or value in _INHERITS:
                return value
            if value not in shorthands:
                shorthands[value] = parse_shorthand(value)
            shorthand = shorthands[value]
            return None if shorthand is None else str(getattr(shorthand, name))

        return read

    sizes, weights, lines = (
        cascaded_values(
            styling,
            properties,
            (each for each in rows if each.declaration.property in properties),
            part_of(name),
        )
        for properties, name in (
            (SIZE_PROPERTIES, "size"),
            (WEIGHT_PROPERTIES, "weight"),
            (LINE_PROPERTIES, "line_height"),
        )
    )
    computed: dict[int, _Text] = {}
    for element in elements:
        above = computed.get(styling.tree.parents[element], _Text())
        tag = styling.tree.tags[element]
        size, weight, line = (
            found[element].value if element in found else None for found in (sizes, weights, lines)
        )
        px = _size(size, tag, above.px)
        ratio, line_px = _line_height(line, tag, above, px)
        computed[element] = _Text(px, _weight(weight, tag, above.weight), ratio, line_px)
    return computed


def _rows_for(styling: Styling, declared: Iterable[DeclaredValue]) -> Iterator[DeclaredValue]:
    """Yield the declarations of rules that select something: few of a sheet's, so the rest is fast."""
    known: dict[str, bool] = {}
    for each in declared:
        selectors = each.context.selector
        if selectors not in known:
            known[selectors] = any(map(styling.selects, split_commas(selectors)[:MAX_SELECTORS]))
        if known[selectors]:
            yield each


def _size(value: str | None, tag: str, above: float) -> float:
    if value is None:
        return _CONTROL_SIZE if tag in _CONTROLS else above * _DEFAULT_SIZES.get(tag, 1.0)
    if value in _INHERITS:
        return above
    quantity = parse_quantity(value)
    if quantity is not None and quantity.unit in {"em", "%"}:
        return above * quantity.value / (100 if quantity.unit == "%" else 1)
    if value in {"smaller", "larger"}:
        return above * 1.2 if value == "larger" else above / 1.2
    if value == "initial":
        return 16.0
    px = length_in_pixels(value) if "(" in value else None  # clamp() as in this window, not its upper bound
    px = font_size_in_pixels(value) if px is None else px
    return _size(None, tag, above) if px is None else px


def _weight(value: str | None, tag: str, above: int) -> int:
    if value is None:
        return 700 if tag in _BOLD else 400 if tag in _CONTROLS else above
    if value == "bolder":
        return 400 if above < 350 else 700 if above < 550 else 900
    if value == "lighter":
        return 100 if above < 550 else 400 if above < 750 else 700
    if value in _INHERITS:
        return above
    weight = 400 if value == "initial" else parse_weight(value)
    return _weight(None, tag, above) if weight is None else weight


def _line_height(value: str | None, tag: str, above: _Text, px: float) -> tuple[float | None, float | None]:
    """Return a line height as a ratio or in pixels; neither for ``normal``."""
    if value is None and tag in _CONTROLS:
        return None, None
    if value is None or value in _INHERITS:
        return above.ratio, above.line_px
    quantity = parse_quantity(value)
    if quantity is not None and quantity.unit in {"", "em", "%"}:
        ratio = quantity.value / (100 if quantity.unit == "%" else 1)
        return (ratio, None) if quantity.unit == "" else (None, ratio * px)
    return None, length_in_pixels(value)


def rendered_text_styles(
    texts: Iterable[RenderedText], fallbacks: Mapping[str, str], families: FamilyRecords
) -> list[TextStyle]:
    """Return the same of a page as a browser shows it, without line heights and small print."""
    found: dict[TextKind, Counter[_Style]] = {}
    for each in texts:
        kind: TextKind = HEADINGS[each.heading - 1] if 1 <= each.heading <= 6 else "body"
        if each.kind == "button":
            kind = "button"
        stack = tuple(dict.fromkeys(clean_families(parse_families(each.font) or (), fallbacks)))
        weight = parse_weight(each.weight) or 400
        style = _Style(_family(stack, families), round(each.size, 2), weight, None)
        found.setdefault(kind, Counter())[style] += each.characters
    return [_report(kind, found[kind].most_common(1)[0][0]) for kind in _KINDS if kind in found]
