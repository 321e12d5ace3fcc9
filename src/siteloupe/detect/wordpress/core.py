"""Names from WordPress itself: files with its version, ids of its block styles, groups of themes."""

import functools
from typing import Literal

from siteloupe.data import rows


@functools.cache
def core_marks(kind: Literal["version-file", "block-style", "theme-group"]) -> tuple[str, ...]:
    """Return the marks of one kind, in the order of ``core_marks.tsv``.

    A ``version-file`` is a part of the path of a file with WordPress's version; other files have a library's
    version or a hash. A ``block-style`` is the id of a style of the block editor. A ``theme-group`` is a
    folder of themes on WordPress.com and VIP: the slug or shared code follows it.
    """
    return tuple(row["mark"] for row in rows("core_marks.tsv") if row["kind"] == kind)
