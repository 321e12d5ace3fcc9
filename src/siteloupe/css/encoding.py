"""Which encoding a stylesheet is in, and its text.

The order is that of the standard: a byte-order mark, the charset of the response, ``@charset``, the encoding
of what links to it, UTF-8. Source: https://drafts.csswg.org/css-syntax/#input-byte-stream
"""

import codecs
import re

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_CHARSET = re.compile(rb'@charset "([^"\x80-\xff]{0,1000})";')
_MAX_LABEL = 40
"""Longer than every label of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels)."""


def decoded(body: bytes, charset: str | None = None, environment: str | None = None) -> str:
    """``body`` as text; ``charset`` is what the response names, ``environment`` the linking page's encoding.

    Labels that the Encoding Standard does not know are passed over: never does a site choose one of Python's
    own codecs, some of which are quadratic. Bytes that do not fit become U+FFFD; a byte-order mark is not in
    the text.
    """
    # Registers the decoders of the Encoding Standard as "whatwg-<label>". Imported here, so that what reads
    # no sheet (--help, completion) need not wait for it.
    import turbohtml.detect  # noqa: F401, PLC0415

    for mark, label in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(f"whatwg-{label}", "replace")
    return body.decode(_codec(charset) or _declared(body) or _codec(environment) or "whatwg-utf-8", "replace")


def charset_of(content_type: str | None) -> str | None:
    """The charset parameter of a Content-Type header, or None.

    Source: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
    """
    for parameter in (content_type or "").split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"') or None
    return None


def _declared(body: bytes) -> str | None:
    """The codec of ``@charset``, which stands at the very start, in exactly this spelling, or does not count.

    A sheet that says so in ASCII is not in UTF-16, whatever it claims: the standard reads that as UTF-8.
    """
    if (match := _CHARSET.match(body)) is None:
        return None
    label = match[1].decode("ascii").strip().lower()
    return "whatwg-utf-8" if label.startswith("utf-16") else _codec(label)


def _codec(label: str | None) -> str | None:
    """The decoder's name for a label of the Encoding Standard, or None."""
    label = (label or "").strip("\t\n\f\r ").lower()
    if not label or len(label) > _MAX_LABEL or not label.isascii():
        return None
    try:
        return codecs.lookup(f"whatwg-{label}").name
    except (LookupError, ValueError):
        return None
