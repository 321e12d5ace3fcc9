"""Tokens as CSS custom properties.

Sources: https://drafts.csswg.org/css-variables/ and https://drafts.csswg.org/mediaqueries-5/#prefers-color-scheme
"""

from collections.abc import Iterable, Iterator

from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.font_tokens import NOT_LOADED


def write(tokens: DesignTokens) -> str:
    """Custom properties on ``:root``: ``--color-primary`` and so on; the dark scheme in its media query."""
    return stylesheet(tokens, ":root")


def stylesheet(tokens: DesignTokens, opening: str) -> str:
    """The properties in a block that ``opening`` opens, below the title as a comment."""
    lines = [f"/* {tokens.title} */", f"{opening} {{", *_indent_lines(_declarations(tokens)), "}"]
    light = {token.name for token in tokens.colors}
    if darker := [token for token in tokens.dark if token.name in light]:
        block = _indent_lines([":root {", *_indent_lines(map(_color, darker)), "}"])
        lines += ["", "@media (prefers-color-scheme: dark) {", *block, "}"]
    return "\n".join([*lines, ""])


def _declarations(tokens: DesignTokens) -> Iterator[str]:
    light = {token.name for token in tokens.colors}
    yield from map(_color, tokens.colors)
    yield from (_color(token) for token in tokens.dark if token.name not in light)
    for stack in tokens.stacks:
        yield f"--font-{stack.name}: {stack.css};{'' if stack.is_loaded else f' /* {NOT_LOADED} */'}"
    yield from (f"--text-{size.name}: {size.css};" for size in tokens.sizes)
    scales = {"spacing": tokens.spacing, "radius": tokens.radii, "breakpoint": tokens.breakpoints}
    for scale, values in scales.items():
        yield from (f"--{scale}-{each.name}: {each.css};" for each in values)
    yield from (f"--shadow-{each.name}: {each.css};" for each in tokens.shadows)


def _color(token: ColorToken) -> str:
    return f"--color-{token.name}: {token.css}; /* {token.title} */"


def _indent_lines(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]
