"""Names that WordPress itself gives: files with its version, ids of its block styles, groups of themes."""

import functools
from typing import Literal

from siteloupe.data import rows


@functools.cache
def core_marks(kind: Literal["version-file", "block-style", "theme-group"]) -> tuple[str, ...]:
    """The marks of one kind, in the order of ``core_marks.tsv``.

    A ``version-file`` is a part of the path of a file that carries WordPress's version, where others carry a
    library's or a hash; a ``block-style`` is the id of a style that the block editor prints; a
    ``theme-group`` is a folder of themes on WordPress.com and VIP: the slug follows it, or shared code.
    """
    return tuple(row["mark"] for row in rows("core_marks.tsv") if row["kind"] == kind)
