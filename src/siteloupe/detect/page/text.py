"""Short texts that strangers wrote, read safely: one plain line, a web address, a name."""

import html
import re

import ada_url

MAX_TEXT = 300
MAX_READ = 2000

_TAG = re.compile(r"<[A-Za-z/!][^<>]*+>")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]++")


def plain(text: str, most: int = MAX_TEXT) -> str:
    """``text`` as a reader would see it: tags and controls dropped, entities resolved, spaces collapsed.

    Of the first 2,000 characters at most ``most`` are kept. Tags go before entities are resolved, so what
    was written as text stays text: the result is never to be put into HTML unescaped.
    """
    bounded = _TAG.sub("", text.strip()[:MAX_READ])
    return " ".join(_UNSEEN.sub(" ", html.unescape(bounded)).split())[:most].rstrip()


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


_SEPARATORS = re.compile(r"[\s._+~-]+")
_INITIALS = frozenset({"wp", "wc", "seo"})


def title_cased(slug: str) -> str:
    """``my-shop_child`` as ``My Shop Child``; capitals stay, initials of the WordPress world become such."""
    words = _SEPARATORS.split(slug)
    named = (word.upper() if word in _INITIALS else word[:1].upper() + word[1:] for word in words if word)
    return " ".join(named) or slug
