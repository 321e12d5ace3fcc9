"""The declarations of a sheet by tinycss2, an independent parser, to compare with ours."""

from collections.abc import Iterator

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, ParseError, QualifiedRule

GROUPS = {"media", "supports", "layer", "container", "scope", "starting-style"}
KEYFRAMES = {"keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes"}

Found = tuple[str, str, bool]


def declarations(text: str) -> list[Found]:
    """Return name, normalized value and importance of every declaration in style rules and keyframes."""
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return [found for rule in rules for found in _rule(rule, nested=False, styled=False)]


def serialize(value: str | list[Node]) -> str:
    """Normalize a value: without comments, with one space for white space between tokens."""
    nodes = tinycss2.parse_component_value_list(value) if isinstance(value, str) else value
    return " ".join("".join(_tokens(nodes)).split())


def _tokens(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if node.type in {"comment", "whitespace"}:
            yield " "
        else:
            text = node.serialize()
            yield (
                serialize_block(node)
                if node.type in {"function", "() block", "[] block", "{} block"}
                else text
            )


def serialize_block(node: Node) -> str:
    opening, closing = {"function": (f"{getattr(node, 'name', '')}(", ")")}.get(
        node.type, (node.type[0], node.type[1])
    )
    inside = node.arguments if node.type == "function" else node.content
    return opening + "".join(_tokens(inside)) + closing


def _rule(rule: Node, *, nested: bool, styled: bool) -> Iterator[Found]:
    if isinstance(rule, QualifiedRule):
        nothing = all(node.type in {"whitespace", "comment"} for node in rule.prelude)
        if not nothing and (nested or not any(_is_stray(node) for node in rule.prelude)):
            yield from _block(rule.content, styled=True)
    elif isinstance(rule, AtRule) and rule.content is not None:
        if rule.lower_at_keyword in GROUPS:
            yield from _block(rule.content, styled=styled)
        elif rule.lower_at_keyword in KEYFRAMES and not styled:
            yield from _block(rule.content, styled=False)


def _is_stray(node: Node) -> bool:
    return (node.type == "error" and node.kind == "}") or (node.type == "literal" and node.value == ";")


def _block(content: list[Node], *, styled: bool) -> Iterator[Found]:
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if isinstance(node, Declaration):
            if styled:
                name = node.name if node.name.startswith("--") else node.lower_name
                yield name, serialize(node.value), node.important
        elif not isinstance(node, ParseError):
            yield from _rule(node, nested=True, styled=styled)
