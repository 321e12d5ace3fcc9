"""Markdown → HTML, for the sources of our own pages."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

TryIt = Callable[[str], Markup]
"""The form of an endpoint, by the analysis's name."""


@dataclass(frozen=True, slots=True)
class Document:
    """The parts of a page: its heading, the sentence below it, and the rest as HTML.

    ``headings`` are the anchors and texts of the second level.
    """

    title: str
    lede: str
    body: Markup
    headings: tuple[tuple[str, str], ...]


def document(text: str, try_it: TryIt) -> Document:
    """Parse a page's Markdown, which begins with its title and one paragraph."""
    heading, lede, rest = text.split("\n\n", 2)
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", _fence(try_it))
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    tokens = parser.parse(rest)
    headings = tuple(_add_anchors(tokens))
    body = Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - our own words, html off
    return Document(heading.removeprefix("# ").strip(), lede.strip(), body, headings)


def _add_anchors(tokens: list[Token]) -> list[tuple[str, str]]:
    """Add an anchor to every heading; return those of the second level."""
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            anchor = anchor_of(inline.content)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.append((anchor, inline.content.replace("`", "")))
    return found


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as in other Markdown programs."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def _fence(try_it: TryIt) -> Callable[..., str]:
    """Draw code; below an endpoint's example (marked ``http`` with an analysis), add its form."""

    def fence(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
        token = tokens[index]
        language, _separator, name = token.info.strip().partition(" ")
        code = Markup('<pre tabindex="0"><code data-language="{}">{}</code></pre>').format(
            language, token.content
        )
        return str(code + try_it(name)) if language == "http" and name else str(code)

    return fence


def _table_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """Tables scroll on narrow screens, also by keyboard, which needs a name: the heading above."""
    ends = (at for at in range(index, 0, -1) if tokens[at].type == "heading_close")
    label = next((tokens[at - 1].content for at in ends), "Table").replace("`", "")
    return str(Markup('<div class="scroll" role="region" tabindex="0" aria-label="{}"><table>').format(label))


def _table_close(*_: Any) -> str:
    return "</table></div>"
