"""One URL that stands for many files: the lists that concatenating servers and plugins make.

Forms read here:
``/_static/??/a.css,/b.css?m=123j`` and ``/wp-admin/load-styles.php`` style lists of nginx-http-concat
(https://github.com/Automattic/nginx-http-concat), the same list packed as ``-`` and base64 of a zlib
stream, and ``?f=a.css,b.css`` of Minify (https://github.com/mrclay/minify).
"""

import base64
import binascii
import zlib
from urllib.parse import parse_qs, unquote

MAX_PARTS = 200
MAX_UNPACKED = 65_536


def parts(path: str, query: str) -> tuple[str, ...]:
    """The paths that a URL's query lists, each starting with a slash; empty when it lists none."""
    if query.startswith("?"):
        listed = _unpacked(query[1:]) if query.startswith("?-") else query[1:]
        return _paths(listed.partition("?")[0])
    if "f=" in query and ("," in query or ".css" in query or ".js" in query):
        fields = parse_qs(query, max_num_fields=20)
        prefix = "/" + fields["b"][0].strip("/") if "b" in fields else ""
        return tuple(prefix + part for part in _paths(fields.get("f", [""])[0]))
    if ".css," in path or ".js," in path:
        return _paths(path)
    return ()


def _paths(listed: str) -> tuple[str, ...]:
    names = unquote(listed).split(",")[:MAX_PARTS]
    return tuple("/" + name.strip().lstrip("/") for name in names if "." in name)


def _unpacked(packed: str) -> str:
    """The list in ``-eJ…``: base64 of zlib, padding optional, parameters after ``&`` or ``?`` ignored."""
    text = unquote(packed[1:]).partition("&")[0].partition("?")[0].replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(raw, MAX_UNPACKED).decode("utf-8", "replace")
    except (binascii.Error, ValueError, zlib.error):
        return ""
