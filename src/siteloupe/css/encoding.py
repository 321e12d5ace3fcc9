"""Which encoding a stylesheet is in, and its text.

The order is that of the standard: a byte-order mark, the charset of the response, ``@charset``, the encoding
of what links to it, UTF-8. Source: https://drafts.csswg.org/css-syntax/#input-byte-stream

Labels and decoders are those of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels):
webencodings knows all its labels; turbohtml decodes every encoding byte by byte as the standard says, where
Python's codecs of the same names differ in thousands of characters.
"""

import re

import webencodings

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_CHARSET = re.compile(rb'@charset "([^"\x80-\xff]{0,1000})";')
_MAX_LABEL = 40
"""Characters of a label that are looked at; the longest of the standard has 19."""


def decode(body: bytes, charset: str | None = None, environment: str | None = None) -> str:
    """``body`` as text; ``charset`` is what the response names, ``environment`` the linking page's encoding.

    Labels that the Encoding Standard does not know are ignored: a site never chooses one of Python's own
    codecs, some of which take quadratic time. Bytes that do not fit become U+FFFD; a byte-order mark is not
    in the text.
    """
    # Registers the decoders of the Encoding Standard as "whatwg-<name>". Imported here, so that commands that
    # read no sheet (--help, completion) do not wait for it.
    import turbohtml.detect  # noqa: F401, PLC0415

    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(f"whatwg-{name}", "replace")
    name = _name(charset) or _declared_name(body) or _name(environment) or "utf-8"
    return body.decode(f"whatwg-{name}", "replace")


def charset_of(content_type: str | None) -> str | None:
    """The charset parameter of a Content-Type header, or None.

    Source: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
    """
    for parameter in (content_type or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"') or None
    return None


def _declared_name(body: bytes) -> str | None:
    """The encoding that ``@charset`` names; it counts only at the very start, in exactly this spelling.

    A sheet that names UTF-16 in ASCII is not in UTF-16: the standard reads it as UTF-8.
    """
    if (match := _CHARSET.match(body)) is None:
        return None
    name = _name(match[1].decode("ascii"))
    return "utf-8" if name in {"utf-16be", "utf-16le"} else name


def _name(label: str | None) -> str | None:
    """The name of the encoding that a label of the standard stands for, or None."""
    if label is None or len(label) > _MAX_LABEL:
        return None
    encoding = webencodings.lookup(label)
    return encoding.name if encoding else None
