"""The two grammars in which Google Fonts is asked for families.

Sources: https://developers.google.com/fonts/docs/getting_started (the first API),
https://developers.google.com/fonts/docs/css2 (the second)
"""

import re

from siteloupe.detect.font_variants import (
    MAX_FAMILIES,
    MAX_VARIANTS,
    RequestedFamily,
    Style,
    family_name,
    ordered_styles,
    ordered_weights,
    variant,
)

_NUMBER = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?\Z")


def google_families(specification: str) -> tuple[RequestedFamily, ...]:
    """Families in the grammar of Google's first API: ``Open Sans:400,700i|Lato:latin``."""
    parts = specification.split("|")[:MAX_FAMILIES]
    return tuple(found for part in parts if (found := _version_1(part)) is not None)


def google_family(specification: str) -> RequestedFamily | None:
    """A family in the grammar of the second API: ``Inter:ital,opsz,wght@0,14..32,400;1,14..32,100..900``."""
    name, _, rest = specification.partition(":")
    if (plain := family_name(name)) is None:
        return None
    axes_text, _, tuples_text = rest.partition("@")
    axes = [axis.strip() for axis in axes_text.split(",")]
    weights: list[int | str] = []
    styles: list[Style] = []
    variable = False
    for values in (part.split(",") for part in tuples_text.split(";")[:MAX_VARIANTS] if part):
        place = dict(zip(axes, values, strict=False))
        variable = variable or any(".." in value for value in values)
        if weight := _axis_weight(place.get("wght", "400")):
            weights.append(weight)
        styles += _axis_styles(place.get("ital", "0"), place.get("slnt", "0"))
    return RequestedFamily(
        plain, ordered_weights(weights or [400]), ordered_styles(styles or ["normal"]), variable
    )


def _axis_styles(italic: str, slant: str) -> list[Style]:
    """The styles at a place on the axes ``ital`` (0 or 1) and ``slnt`` (degrees); a range has upright too."""
    styles: list[Style] = []
    if "0" in italic.split("..") and "0" in slant.split(".."):
        styles.append("normal")
    if "1" in italic.split(".."):
        styles.append("italic")
    elif any(end not in {"0", ""} for end in slant.split("..")):
        styles.append("oblique")
    return styles


def _axis_weight(value: str) -> int | str | None:
    low, _, high = value.strip().partition("..")
    if not _NUMBER.match(low) or (high and not _NUMBER.match(high)):
        return None
    return f"{round(float(low))}..{round(float(high))}" if high else round(float(low))


def _version_1(part: str) -> RequestedFamily | None:
    written, _, rest = part.partition(":")
    if (name := family_name(written)) is None:
        return None
    variants = rest.partition(":")[0]
    read = [variant(text) for text in variants.lower().split(",")[:MAX_VARIANTS]] if variants else []
    known = [pair for pair in read if pair is not None] or [(400, "normal")]
    return RequestedFamily(name, ordered_weights(w for w, _ in known), ordered_styles(s for _, s in known))
