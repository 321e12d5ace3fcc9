"""The contents of a stylesheet for the analyses: declarations in their contexts, font faces, imports.

Sheets have tens of thousands of these objects, and pages have thousands of sheets: style attributes. All
are msgspec Structs, although nobody encodes them: a Struct takes a fifth of a frozen dataclass's time to
make, and the garbage collector does not visit it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

FEW = 8
"""Most pieces of rules in a sheet of which every body is looked at, such as a style attribute."""


class AtRule(Struct, frozen=True, gc=False):
    """An at-rule that contains others: ``name`` in lower case without ``@``, ``prelude`` as written."""

    name: str
    prelude: str

    def __str__(self) -> str:
        return f"@{self.name} {self.prelude}".rstrip()


BlockKind = Literal["sheet", "group", "style", "keyframes", "keyframe", "font-face", "property", "skipped"]
"""The kind of a block, which decides what it may contain."""


class Context(Struct, frozen=True, gc=False):
    """The at-rules and the selector that declarations belong to. Equal contexts are equal: usable as a key.

    ``conditions`` are the at-rules that contain the block, the outermost first. ``selector`` is as written,
    without comments, joined with its parents' when nested; it is empty for a style attribute, and the
    keyframe (``from``, ``50%``) in ``@keyframes``. ``kind`` is style or keyframe for all declarations.
    """

    conditions: tuple[AtRule, ...]
    selector: str
    kind: BlockKind = "style"

    def prelude(self, name: str) -> str:
        """Return the preludes of all conditions called ``name``, joined with " and "; empty without one."""
        return " and ".join(condition.prelude for condition in self.conditions if condition.name == name)


class Declaration(Struct, frozen=True, gc=False):
    """``property: value``; equal texts of one sheet give the same object.

    ``property`` is in lower case unless it is a custom property. ``value`` is as written, without comments
    and ``!important``.
    """

    property: str
    value: str
    important: bool


class DeclarationBlock(Struct, frozen=True, eq=False, gc=False):
    """The declarations of one block; ``custom`` is false when none of them is a custom property.

    Equal texts of one sheet give the same object, equal to no other object, so that it can be the key of
    cached results.
    """

    declarations: tuple[Declaration, ...]
    custom: bool


class Import(Struct, frozen=True, gc=False):
    """An ``@import``; ``url`` as written, not yet absolute.

    ``layer`` is None without a layer and empty for an anonymous layer. ``supports`` and ``media`` are the
    conditions as written, empty without. ``late`` is true after other rules: browsers ignore such an import.
    """

    url: str
    layer: str | None = None
    supports: str = ""
    media: str = ""
    late: bool = False


class FontFace(Struct, frozen=True, gc=False):
    """An ``@font-face``: descriptors by name in lower case; the last descriptor of each name wins."""

    descriptors: Mapping[str, str]
    conditions: tuple[AtRule, ...] = ()


class RegisteredProperty(Struct, frozen=True, gc=False):
    """An ``@property``: the custom property's name, and its descriptors such as ``initial-value``."""

    name: str
    descriptors: Mapping[str, str]


class Stylesheet(Struct, frozen=True, eq=False, gc=False):
    """The parsed contents of one sheet, in the order of the text.

    The declarations in ``bodies[i]`` belong to ``contexts[i]``: a style rule or a keyframe. A rule that
    contains nested rules comes in several pieces. No piece is empty. Rules that no browser applies, because
    they are broken or unknown, are left out. ``descriptor_blocks`` are the blocks of ``@font-face`` and
    ``@property``. ``truncated`` is true when the sheet is larger than the limits. ``work`` says how much work
    it takes to judge the sheet: see :func:`siteloupe.css.declarations.work_of`.
    """

    contexts: Sequence[Context]
    bodies: Sequence[DeclarationBlock]
    descriptor_blocks: Sequence[tuple[Context, DeclarationBlock]]
    imports: tuple[Import, ...]
    truncated: bool
    work: int
    _by_property: dict[str, list[DeclarationBlock]] = field(default_factory=dict)

    def blocks(self) -> Iterator[tuple[Context, DeclarationBlock]]:
        """Return every piece of a rule with its context, in order; equal bodies are one object."""
        return zip(self.contexts, self.bodies, strict=True)

    def rules(self) -> Iterator[tuple[Context, tuple[Declaration, ...]]]:
        """Yield every piece of a rule as its declarations, in order."""
        for context, body in self.blocks():
            yield context, body.declarations

    def bodies_with(self, properties: Collection[str]) -> set[DeclarationBlock]:
        """Return the distinct bodies that have some of ``properties``; all of a sheet with few rules."""
        if len(self.bodies) <= FEW:
            return set(self.bodies)
        if not self._by_property:
            index: defaultdict[str, list[DeclarationBlock]] = defaultdict(list)
            for body in set(self.bodies):
                for declaration in body.declarations:
                    index[declaration.property].append(body)
            self._by_property.update(index)
        by_property = self._by_property
        return {body for name in properties for body in by_property.get(name, ())}

    def blocks_with(self, properties: Collection[str]) -> Iterator[tuple[Context, list[Declaration]]]:
        """Yield every piece of a rule that has some of ``properties``, with these declarations, in order.

        The lists of equal bodies are one object.
        """
        relevant = {
            body: kept
            for body in self.bodies_with(properties)
            if (kept := [one for one in body.declarations if one.property in properties])
        }
        for context, body in self.blocks():
            if (found := relevant.get(body)) is not None:
                yield context, found

    def custom_properties(self) -> Iterator[tuple[Context, Sequence[Declaration]]]:
        """Yield the custom properties of each style rule that has some, in order.

        The lists of equal bodies are one object.
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
        """Yield every declaration with its context, in order; with keyframes, without font faces."""
        for context, declarations in self.rules():
            for declaration in declarations:
                yield context, declaration

    def font_faces(self) -> Iterator[FontFace]:
        """Yield every ``@font-face``."""
        for context, descriptors in self._descriptors_of("font-face"):
            yield FontFace(descriptors, context.conditions)

    def registered_properties(self) -> Iterator[RegisteredProperty]:
        """Yield every ``@property``."""
        for context, descriptors in self._descriptors_of("property"):
            yield RegisteredProperty(context.selector, descriptors)

    @property
    def declaration_count(self) -> int:
        """The number of declarations that browsers read, including descriptors of font faces."""
        descriptors = sum([len(body.declarations) for _, body in self.descriptor_blocks])
        return descriptors + sum([len(body.declarations) for body in self.bodies])

    def _descriptors_of(self, kind: BlockKind) -> Iterator[tuple[Context, Mapping[str, str]]]:
        for context, body in self.descriptor_blocks:
            if context.kind == kind:
                yield context, {one.property: one.value for one in body.declarations}
