"""Our own Markdown → HTML: a page's source, from which its twin is sent as it is."""

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
"""The form that asks an endpoint, by the analysis's name."""


@dataclass(frozen=True, slots=True)
class Document:
    """A page taken apart: its heading, the sentence below it, and the rest as HTML.

    ``headings`` are the anchors and texts of the second level.
    """

    title: str
    lede: str
    body: Markup
    headings: tuple[tuple[str, str], ...]


def document(text: str, try_it: TryIt) -> Document:
    """Read a page's Markdown, which begins with its title and one paragraph."""
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
    """Give every heading its anchor; those of the second level."""
    found = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            anchor = anchor_of(inline.content)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.append((anchor, inline.content.replace("`", "")))
    return found


def anchor_of(heading: str) -> str:
    """A heading as the anchor that other Markdown readers give it too."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def _fence(try_it: TryIt) -> Callable[..., str]:
    """Code; below an endpoint's example, what ``http`` and an analysis's name mark, the form to ask it."""

    def fence(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
        token = tokens[index]
        language, _separator, name = token.info.strip().partition(" ")
        code = Markup('<pre tabindex="0"><code data-language="{}">{}</code></pre>').format(
            language, token.content
        )
        return str(code + try_it(name)) if language == "http" and name else str(code)

    return fence


def _table_open(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """Tables scroll on a narrow screen, by keyboard too, which needs a name: that of the heading above."""
    ends = (at for at in range(index, 0, -1) if tokens[at].type == "heading_close")
    label = next((tokens[at - 1].content for at in ends), "Table").replace("`", "")
    return str(Markup('<div class="scroll" role="region" tabindex="0" aria-label="{}"><table>').format(label))


def _table_close(*_: Any) -> str:
    return "</table></div>"
