"""Colours that a site has because something it uses ships them, not because somebody chose them."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from siteloupe.data import rows

_SOCIAL = re.compile(
    r"facebook|twitter|linkedin|pinterest|youtube|whatsapp|instagram|reddit|tiktok|telegram|tumblr|vimeo|snapchat"
    r"|share|social|fa-|icon-",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"error|success|warning|danger|invalid|required|notice|alert|validat|onsale|sale\b|rating|stars?\b|instock|outofstock",
    re.IGNORECASE,
)
_PRESET = re.compile(r"\.has-[-\w]+-(?:color|background-color|border-color|gradient-background)(?![-\w])")


class Default(NamedTuple):
    """Who ships a colour: ``origin`` is core, framework-default, builder-default or social-brand."""

    origin: str
    owner: str


@cache
def color_defaults() -> Mapping[str, Default]:
    """The colours that come with things, by hex."""
    return {row["hex"]: Default(row["origin"], row["owner"]) for row in rows("color_defaults.tsv")}


@cache
def core_presets() -> Mapping[str, str]:
    """The slugs of WordPress's own colour presets, and their hex."""
    core = ((key, value) for key, value in color_defaults().items() if value.origin == "core")
    return {value.owner.rpartition(" ")[2]: key for key, value in core}


@lru_cache(maxsize=8192)
def is_status(selector: str) -> bool:
    """Whether a rule is for errors, sales and the like, whose colours say nothing about the site."""
    return _STATUS.search(selector) is not None


@lru_cache(maxsize=8192)
def is_social(selector: str) -> bool:
    """Whether a rule is for the buttons and icons of networks."""
    return _SOCIAL.search(selector) is not None


@lru_cache(maxsize=8192)
def is_preset_class(selector: str) -> bool:
    """Whether a rule is one of those that WordPress prints for each colour preset, used or not."""
    return _PRESET.search(selector) is not None
