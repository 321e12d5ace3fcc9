"""HTML bytes → Page: the only place that knows the HTML parser."""

from siteloupe.document.elements import Element, Elements, elements_of
from siteloupe.document.page import Image, Link, Meta, Page, Script, Style
from siteloupe.document.read import page_of, read
from siteloupe.document.references import join

__all__ = [
    "Element",
    "Elements",
    "Image",
    "Link",
    "Meta",
    "Page",
    "Script",
    "Style",
    "elements_of",
    "join",
    "page_of",
    "read",
]
