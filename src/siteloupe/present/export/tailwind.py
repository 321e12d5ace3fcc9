"""Tokens as a theme of Tailwind CSS 4.

Source: https://tailwindcss.com/docs/theme
"""

from siteloupe.present.export.css_properties import stylesheet
from siteloupe.present.export.design_tokens import DesignTokens


def write(tokens: DesignTokens) -> str:
    """A ``@theme`` block, from which Tailwind makes classes such as ``bg-primary`` and ``font-body``.

    The dark scheme sets the same variables anew, so these classes follow it.
    """
    return stylesheet(tokens, "@theme")
