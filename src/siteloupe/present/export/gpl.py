"""Colors as a palette of GIMP, which Inkscape, Krita and others read too.

Source: https://developer.gimp.org/core/standards/gpl/
"""

from siteloupe.present.export.design_tokens import DesignTokens


def write(tokens: DesignTokens) -> str:
    """A ``.gpl`` file with one color a line. It has no alpha: a color's name says how opaque it is."""
    lines = ["GIMP Palette", f"Name: {tokens.title}", "Columns: 5", "#"]
    for token in (*tokens.colors, *tokens.dark):
        red, green, blue = token.rgb
        lines.append(f"{red:3} {green:3} {blue:3}\t{token.title}")
    return "\n".join([*lines, ""])
