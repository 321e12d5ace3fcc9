"""Untrusted short texts, made safe: one plain line, a web address, a name."""

import html
import re

import ada_url

MAX_TEXT = 300
MAX_READ = 2000

_TAG = re.compile(r"<[A-Za-z/!][^<>]*+>")
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]++")


def plain_text(text: str, most: int = MAX_TEXT) -> str:
    """Return the visible text: without tags and control characters, entities resolved, spaces collapsed.

    Keeps at most ``most`` characters of the first 2,000. It removes tags before it resolves entities, so
    escaped markup stays text: never put the result into HTML without escaping it.
    """
    without_tags = _TAG.sub("", text.strip()[:MAX_READ])
    return " ".join(_INVISIBLE.sub(" ", html.unescape(without_tags)).split())[:most].rstrip()


MAX_ADDRESS = 2000

_NAME = re.compile(r"[^\s/?#:@.]++(?:\.[^\s/?#:@.]++)++(?:[/?#]\S*+)?+")
_AS_WRITTEN = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]++")


def web_address(text: str) -> str | None:
    """Return ``text`` as an absolute http(s) URL; None for other text and above 2,000 characters.

    An address stays as written when all its characters are those of a URI; otherwise it is normalized.
    Without a scheme, ``//host/path`` gets https and ``host.tld/path`` gets http, as in WordPress.
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


def title_case(slug: str) -> str:
    """``my-shop_child`` → ``My Shop Child``; capitals stay, WordPress's initials become capitals."""
    words = _SEPARATORS.split(slug)
    titles = (word.upper() if word in _INITIALS else word[:1].upper() + word[1:] for word in words if word)
    return " ".join(titles) or slug
