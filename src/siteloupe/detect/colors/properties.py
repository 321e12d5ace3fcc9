"""The properties whose values have colors or gradients."""

from collections.abc import Mapping

PROPERTY_WEIGHTS: Mapping[str, float] = {
    "background": 3.0,
    "background-color": 3.0,
    "background-image": 1.0,
    "color": 2.0,
    "fill": 1.0,
    "stroke": 1.0,
    "-webkit-text-fill-color": 1.0,
    "accent-color": 0.5,
    "caret-color": 0.2,
    "outline": 0.3,
    "outline-color": 0.3,
    "box-shadow": 0.2,
    "text-shadow": 0.2,
    "text-decoration": 0.3,
    "text-decoration-color": 0.3,
    "border-image": 1.0,
    "border-image-source": 1.0,
    "column-rule": 0.2,
    "column-rule-color": 0.2,
    "scrollbar-color": 0.1,
    **{
        f"border{side}{part}": 1.0
        for part in ("", "-color")
        for side in (
            *("", "-top", "-right", "-bottom", "-left"),
            *("-block", "-inline", "-block-start", "-block-end", "-inline-start", "-inline-end"),
        )
    },
}
"""The weight of a color by its property: areas have more than lines, lines more than shadows."""

IMAGE_PROPERTIES = frozenset(
    """
    background background-image border-image border-image-source list-style list-style-image content
    mask mask-image mask-border mask-border-source
    -webkit-mask -webkit-mask-image -webkit-mask-box-image -webkit-border-image
    """.split()  # noqa: SIM905
)
"""Properties whose value can be a gradient."""
