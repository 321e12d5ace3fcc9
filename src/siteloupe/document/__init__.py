"""HTML bytes → Page: the only place that knows the HTML parser."""

from siteloupe.document.loads import Loads, loads_of
from siteloupe.document.page import Image, Link, Meta, Page, Script, Style
from siteloupe.document.read import page_of, read
from siteloupe.document.references import absolute
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
    "absolute",
    "loads_of",
    "page_of",
    "read",
    "static_content_of",
    "tree_of",
]
