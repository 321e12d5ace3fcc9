"""Evidence: what was seen, and where, for every verdict."""

from typing import Annotated

import msgspec


class Evidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One observation that a verdict rests on. All strings are bounded and come from the site."""

    what: Annotated[str, msgspec.Meta(description="what this shows, a signal's or field's name")]
    where: Annotated[
        str,
        msgspec.Meta(
            description="where it was seen, such as `header link`, `<meta name=generator>`, `style.css`"
        ),
    ]
    value: Annotated[str, msgspec.Meta(description="the text that was seen, cut at 300 characters")]
