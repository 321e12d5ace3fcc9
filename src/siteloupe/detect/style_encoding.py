"""The text of a stylesheet's first bytes, whatever their encoding."""

import codecs
import re

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_DECLARED = re.compile(rb'@charset "([0-9A-Za-z_:-]{1,40}+)";')

_CODECS = frozenset(
    [
        *(f"windows-{page}" for page in (874, *range(1250, 1259))),
        *(f"iso-8859-{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)),
        *("koi8-r", "koi8-u", "shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5"),
    ]
)
"""The labels of the Encoding Standard that Python knows by the same name. Others are windows-1252: a label
comes from the site, and some codecs of Python take quadratic time.

Source: https://encoding.spec.whatwg.org/#names-and-labels
"""


def decode(body: bytes, charset: str | None = None) -> str:
    """``body`` as text: by its byte order mark, as UTF-8 where it is that, as declared, else windows-1252.

    UTF-8 comes before the declaration, against CSS Syntax section 3.2, because servers declare a character
    set for files they have not looked into, and bytes that are UTF-8 by chance are next to unheard of. A
    character cut in two at the end is left out. Never raises.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(codec, "replace")
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(body)
    except UnicodeDecodeError:
        return body.decode(_declared(body, charset), "replace")


def _declared(body: bytes, charset: str | None) -> str:
    if not charset and (rule := _DECLARED.match(body)):
        charset = rule[1].decode("ascii")
    label = (charset or "").strip().lower()
    return label if label in _CODECS else "windows-1252"
