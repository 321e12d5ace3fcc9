"""Colors that a site has because something it uses ships them, not because somebody chose them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from siteloupe.css.text_cache import text_cache
from siteloupe.data import rows

# For selectors in lower case, and every alternative begins as it is written: each takes a tenth of the time.
_SOCIAL = re.compile(
    r"facebook|twitter|linkedin|pinterest|youtube|whatsapp|instagram|reddit|tiktok|telegram|tumblr|vimeo|snapchat"
    r"|share|social|fa-|icon-"
)
_STATUS = re.compile(
    r"error|success|warning|danger|invalid|required|notice|alert|validat|onsale|sale\b|rating|stars?\b|instock|outofstock"
)
_WIDGET = re.compile(
    r"cookie|consent|gdpr|cmplz|\.cky-|#cky-|-cky-|\.cc-(?:window|btn|banner)|#cc-(?:window|btn|banner)|\.cn-button"
    r"|#cn-button|borlabs|onetrust|iubenda|joinchat|chaty|qlwapp|livechat|chat-widget|tawk|tidio|intercom"
)
_PRESET = re.compile(r"\.has-[-\w]+-(?:color|background-color|border-color|gradient-background)(?![-\w])")


Purpose = Literal["", "preset", "status", "social", "widget"]


class Default(NamedTuple):
    """Who ships a color: ``origin`` is core, framework-default, builder-default or social-brand."""

    origin: str
    owner: str


@cache
def color_defaults() -> Mapping[str, Default]:
    """The colors that come with things, by hex."""
    return {row["hex"]: Default(row["origin"], row["owner"]) for row in rows("color_defaults.tsv")}


@cache
def core_presets() -> Mapping[str, str]:
    """The slugs of WordPress's own color presets, and their hex."""
    core = ((key, value) for key, value in color_defaults().items() if value.origin == "core")
    return {value.owner.rpartition(" ")[2]: key for key, value in core}


@text_cache(16384)
def purpose_of(selector: str) -> Purpose:
    """What a rule is for, where its colors then say little about the site; empty for an ordinary one.

    ``preset``: one of those that WordPress prints for each color preset, used or not. ``status``: errors,
    sales and the like. ``social``: buttons and icons of networks. ``widget``: consent banners and chats,
    which come in their vendor's colors.
    """
    if ".has-" in selector and _PRESET.search(selector):
        return "preset"
    selector = selector.lower()
    if _WIDGET.search(selector):
        return "widget"
    if _STATUS.search(selector):
        return "status"
    return "social" if _SOCIAL.search(selector) else ""
