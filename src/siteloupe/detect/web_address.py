"""Strangers' text that claims to be a web address."""

import re

import ada_url

MAX_ADDRESS = 2000

_NAME = re.compile(r"[^\s/?#:@.]++(?:\.[^\s/?#:@.]++)++(?:[/?#]\S*+)?+")
_AS_WRITTEN = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]++")


def web_address(text: str) -> str | None:
    """``text`` as an absolute http(s) URL, or None when it is none or longer than 2,000 characters.

    An address is kept as written where it is spelt in the characters of a URI, else normalised. Without a
    scheme, ``//host/path`` is given https and ``host.tld/path`` http, which is what WordPress takes it for.
    Source: https://developer.wordpress.org/reference/functions/esc_url/
    """
    text = text.strip()
    if len(text) > MAX_ADDRESS:
        return None
    if text.startswith("//"):
        text = "https:" + text
    elif _NAME.fullmatch(text):
        text = "http://" + text
    try:
        url = ada_url.URL(text)
    except ValueError:
        return None
    if url.protocol not in {"http:", "https:"} or not url.hostname or url.username or url.password:
        return None
    return text if _AS_WRITTEN.fullmatch(text) else str(url.href)
