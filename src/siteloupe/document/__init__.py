"""HTML bytes → Page: the only place that knows the HTML parser."""

from siteloupe.document.element_limit import limit_elements, too_many_from
from siteloupe.document.loads import Loads, loads_of
from siteloupe.document.page import Image, Link, Meta, Page, Script, Style
from siteloupe.document.parse import page_of, parse_page
from siteloupe.document.references import absolute_url
from siteloupe.document.static_content import StaticContent, StaticElement, static_content_of
from siteloupe.document.tree import Tree, tree_of

__all__ = [
    "Image",
    "Link",
    "Loads",
    "Meta",
    "Page",
    "Script",
    "StaticContent",
    "StaticElement",
    "Style",
    "Tree",
    "absolute_url",
    "limit_elements",
    "loads_of",
    "page_of",
    "parse_page",
    "static_content_of",
    "too_many_from",
    "tree_of",
]
