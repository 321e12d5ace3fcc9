"""Custom properties, plain and for Tailwind.

Source: https://tailwindcss.com/docs/theme
"""

from collections.abc import Mapping
from typing import Any

from siteloupe.present.export.tokens import heading, tokens


def css(report: Mapping[str, Any]) -> str:
    """Custom properties on ``:root``, ``--color-primary`` and so on."""
    return _block(report, ":root")


def tailwind(report: Mapping[str, Any]) -> str:
    """A ``@theme`` block for Tailwind 4, which makes ``bg-primary`` and so on of it."""
    return _block(report, "@theme")


def _block(report: Mapping[str, Any], around: str) -> str:
    lines = [f"  --color-{token.name}: {token.hex}; /* {token.title} */" for token in tokens(report)]
    return "\n".join([f"/* {heading(report)} */", f"{around} {{", *lines, "}", ""])
