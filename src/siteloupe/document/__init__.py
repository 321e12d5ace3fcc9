"""HTML bytes → Page: the only place that knows the HTML parser."""

from siteloupe.document.page import Image, Link, Meta, Page, Script, Style
from siteloupe.document.read import page_of, read
from siteloupe.document.references import join

__all__ = ["Image", "Link", "Meta", "Page", "Script", "Style", "join", "page_of", "read"]
