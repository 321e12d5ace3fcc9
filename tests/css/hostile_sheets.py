"""Sheets that try to make a parser slow: unclosed, nested, or almost matching a regex."""

from collections.abc import Callable


def _repeated(text: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + text * (max(1, (size - len(before) - len(after)) // len(text))) + after


def _bomb(size: int) -> str:
    """Every variable doubles the previous one: without limits, the last is larger than the memory."""
    lines = [f"--v{n}:var(--v{n - 1}) var(--v{n - 1});" for n in range(1, max(2, size // 32))]
    return ":root{--v0:#123456;" + "".join(lines) + "}a{color:var(--v40)}"


def _wide_bomb(size: int) -> str:
    uses = "var(--a)" * 1000
    return ":root{--a:" + "x" * 1000 + ";" + "".join(f"--b{n}:{uses};" for n in range(size // 8000)) + "}"


def _cycle(size: int) -> str:
    count = max(2, size // 20)
    return ":root{" + "".join(f"--c{n}:var(--c{(n + 1) % count});" for n in range(count)) + "}"


def _selector_product(size: int) -> str:
    names = ",".join(f".s{n}" for n in range(size // 12))
    return names + "{" + "".join(f"--p{n}:1;" for n in range(size // 20)) + "}"


GENERATORS: dict[str, Callable[[int], str]] = {
    "opening braces": _repeated("{"),
    "closing braces": _repeated("}"),
    "rules in rules": _repeated("a{"),
    "ampersands in rules": _repeated("& &{", before="a,b{"),
    "at-rules in at-rules": _repeated("@media x{"),
    "opening parentheses": _repeated("("),
    "parentheses in a value": _repeated("(", before="a{b:"),
    "parentheses deeper than a regex follows": _repeated("a{b:((((((((((x))))))))))}"),
    "opening brackets": _repeated("["),
    "mixed openings": _repeated("([{", before="a{b:"),
    "crossed brackets": _repeated("(]", before="a{b:"),
    "stray closings": _repeated("a{b:)]}"),
    "comments opening": _repeated("/*"),
    "comments almost closing": _repeated("/* * ", before="a{b:c}"),
    "many comments": _repeated("/**/"),
    "comments in values": _repeated("/**/x", before="a{b:"),
    "an open string": _repeated("x", before='a{b:"'),
    "strings that end at a newline": _repeated('"\n', before="a{b:"),
    "quotes": _repeated("\"'"),
    "backslashes": _repeated("\\"),
    "a backslash at the end": _repeated("x", before="a{b:c", after="\\"),
    "open urls": _repeated("url("),
    "urls in parentheses": _repeated("(url(x", before="a{b:"),
    "semicolons": _repeated(";"),
    "colons": _repeated(":"),
    "at signs": _repeated("@"),
    "hashes": _repeated("#", before="a{color:"),
    "one long name": _repeated("a"),
    "spaces": _repeated(" ", before="a", after="{b:c}"),
    "exclamation marks": _repeated("!", before="a{b:c"),
    "custom properties with open blocks": _repeated("--x:{", before="a{"),
    "html comments": _repeated("<!---->"),
    "different declarations": lambda size: "a{" + "".join(f"p{n}:{n};" for n in range(size // 13)) + "}",
    "different rules": lambda size: "".join(f".r{n}{{a:b}}" for n in range(size // 13)),
    "imports": _repeated("@import url(x);"),
    "font faces": _repeated("@font-face{font-family:x}"),
    "color functions open": _repeated("rgb(", before="a{color:"),
    "colors mixed with colors": _repeated("color-mix(in oklab,red,", before="a{color:"),
    "commas": _repeated(",", before="a{font-family:"),
    "var in var": _repeated("var(--x,", before="a{color:"),
    "var bomb": _bomb,
    "wide var bomb": _wide_bomb,
    "var cycle": _cycle,
    "selectors times properties": _selector_product,
}
"""Functions by name: each makes a sheet of about a given size in characters."""
