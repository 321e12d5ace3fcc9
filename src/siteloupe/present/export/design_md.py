"""Tokens as DESIGN.md, which coding agents read: values in YAML, then what they are for in Markdown.

Source: https://github.com/google-labs-code/design.md/blob/main/docs/spec.md
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|!&]")


def write(tokens: DesignTokens) -> str:
    """The values as front matter, and a section for each kind that the page has, in the format's order."""
    sections = [
        ("Overview", [_escape(tokens.title) + ".", "", _OVERVIEW]),
        ("Colors", list(_colors(tokens))),
        ("Typography", list(_typography(tokens))),
        ("Layout", list(_layout(tokens))),
        ("Elevation & Depth", [f"- **shadow-{each.name}**: `{each.css}`" for each in tokens.shadows]),
        ("Shapes", [f"- **radius-{each.name}**: {each.css}" for each in tokens.radii]),
    ]
    body = "\n".join(line for name, lines in sections if lines for line in (f"## {name}", "", *lines, ""))
    return f"---\n{_yaml(_front_matter(tokens))}---\n\n{body}"


_OVERVIEW = "These values were read from the site's pages and style sheets. They say what is used, not why."


def _front_matter(tokens: DesignTokens) -> Mapping[str, Any]:
    light = {token.name for token in tokens.colors}
    dark = {f"dark-{each.name}" if each.name in light else each.name: each.css for each in tokens.dark}
    parts: dict[str, Mapping[str, Any]] = {
        "colors": {token.name: token.css for token in tokens.colors} | dark,
        "typography": {stack.name: {"fontFamily": stack.css} for stack in tokens.stacks}
        | {f"size-{size.name}": {"fontSize": f"{size.px:g}px"} for size in tokens.sizes},
    }
    parts["spacing"] = {f"space-{each.name}": each.css for each in tokens.spacing}
    parts["rounded"] = {f"radius-{each.name}": each.css for each in tokens.radii}
    missing = [
        name for name in ("colors", "typography", "spacing", "rounded", "components") if not parts.get(name)
    ]
    front: dict[str, Any] = {"version": "alpha", "name": tokens.title}
    front |= {name: part for name, part in parts.items() if part}
    return front | ({"omitted": missing} if missing else {})


def _colors(tokens: DesignTokens) -> Iterator[str]:
    yield from map(_color, tokens.colors)
    if tokens.dark:
        yield ""
        yield "In the dark scheme:"
        yield ""
        yield from map(_color, tokens.dark)


def _color(token: ColorToken) -> str:
    return f"- **{token.name}** ({token.css}): {_escape(token.title)}"


def _typography(tokens: DesignTokens) -> Iterator[str]:
    for stack in tokens.stacks:
        yield f"- **{stack.name}**: {_escape(stack.description)}"
    if tokens.sizes:
        yield f"- **sizes**: {', '.join(f'{size.px:g} px' for size in tokens.sizes)}"


def _layout(tokens: DesignTokens) -> Iterator[str]:
    if tokens.spacing:
        yield f"- **spacing**: {', '.join(each.css for each in tokens.spacing)}"
    if tokens.breakpoints:
        yield f"- **breakpoints**: {', '.join(each.css for each in tokens.breakpoints)}"


def _yaml(tree: Mapping[str, Any], indent: str = "") -> str:
    """Return a tree as YAML. Strings are JSON's, which YAML reads as they are; names are plain or quoted.

    Source: https://yaml.org/spec/1.2.2/#12-overview
    """
    lines: list[str] = []
    for name, value in tree.items():
        key = name if name.replace("-", "").isalpha() else json.dumps(name)
        if isinstance(value, Mapping):
            lines.append(f"{indent}{key}:\n{_yaml(value, f'{indent}  ')}")
        elif isinstance(value, Sequence) and not isinstance(value, str):
            lines.append(f"{indent}{key}:\n" + "".join(f"{indent}  - {json.dumps(each)}\n" for each in value))
        else:
            lines.append(f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(lines)


def _escape(text: str) -> str:
    """Return a text, which may be the site's, without meaning in Markdown."""
    return _MARKUP.sub(r"\\\g<0>", text)
