"""The encoding of a stylesheet, and its decoded text.

The standard's order is: a byte-order mark, the charset of the response, ``@charset``, the encoding of the
linking document, UTF-8. Source: https://drafts.csswg.org/css-syntax/#input-byte-stream

Labels and decoders are those of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels):
webencodings knows all its labels; turbohtml decodes every encoding exactly as the standard says. Python's
codecs with the same names differ in thousands of characters.
"""

import re

import webencodings

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_CHARSET = re.compile(rb'@charset "([^"\x80-\xff]{0,1000})";')
_MAX_LABEL = 40
"""The longest label, in characters; the longest of the standard has 19."""


def decode(body: bytes, charset: str | None = None, environment: str | None = None) -> str:
    """Decode ``body``. ``charset`` is the response's, ``environment`` the linking page's encoding.

    Labels that the Encoding Standard does not know are ignored: a site cannot choose one of Python's own
    codecs, some of which take quadratic time. Invalid bytes become U+FFFD; a byte-order mark is removed.
    """
    # This registers the decoders of the Encoding Standard as "whatwg-<name>". The import is here so that
    # commands that read no sheet (--help, completion) do not wait for it.
    import turbohtml.detect  # noqa: F401, PLC0415

    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(f"whatwg-{name}", "replace")
    name = _encoding_name(charset) or _at_charset_name(body) or _encoding_name(environment) or "utf-8"
    return body.decode(f"whatwg-{name}", "replace")


def charset_of(content_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type header, or None.

    Source: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
    """
    for parameter in (content_type or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"') or None
    return None


def _at_charset_name(body: bytes) -> str | None:
    """Return the encoding of ``@charset``, which is valid only at the very start, in exactly this spelling.

    A sheet that names UTF-16 in ASCII is not in UTF-16: the standard decodes it as UTF-8.
    """
    if (match := _CHARSET.match(body)) is None:
        return None
    name = _encoding_name(match[1].decode("ascii"))
    return "utf-8" if name in {"utf-16be", "utf-16le"} else name


def _encoding_name(label: str | None) -> str | None:
    """Return the name of the encoding with this label, or None."""
    if label is None or len(label) > _MAX_LABEL or not label.isascii():
        return None
    encoding = webencodings.lookup(label)
    return encoding.name if encoding else None
