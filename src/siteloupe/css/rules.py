"""What a stylesheet holds, as the analyses see it: declarations in their contexts, faces, imports.

What there are tens of thousands of is a Struct although it never crosses the wire: made at a fifth of a
frozen dataclass's price, and nothing that the garbage collector has to walk.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct


class AtRule(Struct, frozen=True, gc=False):
    """An at-rule around others: ``name`` in lower case without ``@``, ``prelude`` as written."""

    name: str
    prelude: str

    def __str__(self) -> str:
        return f"@{self.name} {self.prelude}".rstrip()


BlockKind = Literal["sheet", "group", "style", "keyframes", "keyframe", "font-face", "property", "skipped"]
"""What a block is, and so what may stand in it."""


class Context(Struct, frozen=True, gc=False):
    """Where declarations stand. Equal places are equal, so it may be a key.

    ``conditions`` are the at-rules around, the outermost first. ``selector`` is as written, without comments,
    nested selectors joined with their parents'; empty for a style attribute; the keyframe (``from``, ``50%``)
    in ``@keyframes``. ``kind`` is style or keyframe wherever declarations are handed out.
    """

    conditions: tuple[AtRule, ...]
    selector: str
    kind: BlockKind = "style"

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


class DeclarationBlock(Struct, frozen=True, eq=False, gc=False):
    """Declarations that stand together; ``custom`` is false where none of them can be a custom property.

    Equal text makes the same object, equal to no other, so that what is found out about it may be kept by it.
    """

    declarations: tuple[Declaration, ...]
    custom: bool


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
    conditions: tuple[AtRule, ...] = ()


@dataclass(frozen=True, slots=True)
class RegisteredProperty:
    """An ``@property``: the custom property's name, and its descriptors such as ``initial-value``."""

    name: str
    descriptors: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Stylesheet:
    """Everything read from one sheet, in the order of the text.

    The declarations in ``bodies[i]`` stand in ``contexts[i]``: a style rule or a keyframe. A rule with others
    nested in it comes in several pieces. No piece is empty, and what no browser would apply, because the rule
    is broken or unknown, is left out. ``apart`` are the blocks of ``@font-face`` and the like. ``cut`` says
    that the sheet had more in it than is read.
    """

    contexts: Sequence[Context]
    bodies: Sequence[DeclarationBlock]
    apart: Sequence[tuple[Context, DeclarationBlock]]
    imports: tuple[Import, ...]
    cut: bool

    def blocks(self) -> Iterator[tuple[Context, DeclarationBlock]]:
        """Every piece of a rule with its context, in order; equal bodies are one object."""
        return zip(self.contexts, self.bodies, strict=True)

    def rules(self) -> Iterator[tuple[Context, tuple[Declaration, ...]]]:
        """The same, as declarations."""
        for context, body in self.blocks():
            yield context, body.declarations

    def custom_properties(self) -> Iterator[tuple[Context, Sequence[Declaration]]]:
        """The custom properties of style rules alone, which most rules have none of, in order.

        Those of equal bodies are one object.
        """
        known: dict[DeclarationBlock, list[Declaration]] = {}
        for context, body in zip(self.contexts, self.bodies, strict=True):
            if not body.custom:
                continue
            if (custom := known.get(body)) is None:
                custom = known[body] = [one for one in body.declarations if one.property[:2] == "--"]
            if custom and context.kind == "style":
                yield context, custom

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
        apart = sum([len(body.declarations) for _, body in self.apart])
        return apart + sum([len(body.declarations) for body in self.bodies])

    def _apart(self, kind: BlockKind) -> Iterator[tuple[Context, Mapping[str, str]]]:
        for context, body in self.apart:
            if context.kind == kind:
                yield context, {one.property: one.value for one in body.declarations}
