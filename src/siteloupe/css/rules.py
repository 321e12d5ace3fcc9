"""What a stylesheet holds, as the analyses see it: declarations in their contexts, faces, imports.

What there are tens of thousands of is a Struct although it never crosses the wire: made at a fifth of a
frozen dataclass's price, and nothing that the garbage collector has to walk.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct


class Condition(Struct, frozen=True, gc=False):
    """An at-rule around others: ``name`` in lower case without ``@``, ``prelude`` as written."""

    name: str
    prelude: str

    def __str__(self) -> str:
        return f"@{self.name} {self.prelude}".rstrip()


Kind = Literal["sheet", "group", "style", "keyframes", "keyframe", "font-face", "property", "skipped"]
"""What a block is, and so what may stand in it."""


class Context(Struct, frozen=True, gc=False):
    """Where declarations stand. Equal places are equal, so it may be a key.

    ``conditions`` are the at-rules around, the outermost first. ``selector`` is as written, without comments,
    nested selectors joined with their parents'; empty for a style attribute; the keyframe (``from``, ``50%``)
    in ``@keyframes``. ``kind`` is style or keyframe wherever declarations are handed out.
    """

    conditions: tuple[Condition, ...]
    selector: str
    kind: Kind = "style"

    @property
    def is_keyframe(self) -> bool:
        """True for values that are seen only while an animation runs."""
        return self.kind == "keyframe"

    def prelude(self, name: str) -> str:
        """The preludes of every condition called ``name``, joined with " and "; empty without one."""
        return " and ".join(condition.prelude for condition in self.conditions if condition.name == name)


class Declaration(Struct, frozen=True, gc=False):
    """``property: value``, the same object for equal text.

    ``property`` is in lower case unless custom, ``value`` as written without comments and ``!important``.
    """

    property: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class Import:
    """An ``@import``; ``url`` as written, not yet absolute.

    ``layer`` is None without one and empty for an anonymous layer; ``supports`` and ``media`` are the
    conditions as written, empty without. ``late``: it stands behind other rules, so browsers ignore it.
    """

    url: str
    layer: str | None = None
    supports: str = ""
    media: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class FontFace:
    """An ``@font-face``: descriptors by name in lower case, the last of each name winning."""

    descriptors: Mapping[str, str]
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class RegisteredProperty:
    """An ``@property``: the custom property's name, and its descriptors such as ``initial-value``."""

    name: str
    descriptors: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Stylesheet:
    """Everything read from one sheet, in the order of the text.

    Declarations lie in one flat sequence: those from ``starts[i]`` to ``starts[i + 1]`` stand in
    ``contexts[i]``. This makes a sheet of 60,000 declarations three lists instead of 40,000 rules; read it
    with :meth:`rules`. ``cut`` says that the sheet had more in it than is read.
    """

    flat: Sequence[Declaration]
    starts: Sequence[int]
    contexts: Sequence[Context]
    apart: Sequence[int]
    imports: tuple[Import, ...]
    cut: bool

    def rules(self) -> Iterator[tuple[Context, Sequence[Declaration]]]:
        """Declarations that stand together, with their context: style rules and keyframes, none empty.

        A rule with others nested in it comes in several pieces, in order. What no browser would apply,
        because the rule is broken or unknown, is left out.
        """
        flat, ends = self.flat, (*self.starts[1:], len(self.flat))
        for context, start, end in zip(self.contexts, self.starts, ends, strict=True):
            if start != end and context.kind in _SHOWN:
                yield context, flat[start:end]

    def custom_properties(self) -> Iterator[tuple[Context, list[Declaration]]]:
        """The custom properties of style rules alone, which most rules have none of, in order."""
        custom = [index for index, one in enumerate(self.flat) if one.property[:2] == "--"]
        found: list[Declaration] = []
        current = -1
        for index in custom:
            segment = bisect_right(self.starts, index, max(current, 0)) - 1
            if segment != current:
                if found:
                    yield self.contexts[current], found
                found, current = [], segment
            if self.contexts[segment].kind == "style":
                found.append(self.flat[index])
        if found:
            yield self.contexts[current], found

    def declarations(self) -> Iterator[tuple[Context, Declaration]]:
        """Every declaration with its context, in order; keyframes included, font faces not."""
        for context, declarations in self.rules():
            for declaration in declarations:
                yield context, declaration

    def font_faces(self) -> Iterator[FontFace]:
        """Every ``@font-face``."""
        for context, descriptors in self._apart("font-face"):
            yield FontFace(descriptors, context.conditions)

    def registered(self) -> Iterator[RegisteredProperty]:
        """Every ``@property``."""
        for context, descriptors in self._apart("property"):
            yield RegisteredProperty(context.selector, descriptors)

    @property
    def declaration_count(self) -> int:
        """How many declarations browsers would look at, those of font faces and the like included."""
        ends = (*self.starts[1:], len(self.flat))
        segments = zip(self.contexts, self.starts, ends, strict=True)
        return sum(end - start for context, start, end in segments if context.kind in _COUNTED)

    def _apart(self, kind: Kind) -> Iterator[tuple[Context, Mapping[str, str]]]:
        for index in self.apart:
            context = self.contexts[index]
            end = self.starts[index + 1] if index + 1 < len(self.starts) else len(self.flat)
            found = self.flat[self.starts[index] : end]
            if context.kind == kind and found:
                yield context, {declaration.property: declaration.value for declaration in found}


_SHOWN = frozenset({"style", "keyframe"})
_COUNTED = _SHOWN | {"font-face", "property"}
