"""A spinner, for people only."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from siteloupe.reports.inert import inert


@contextmanager
def waiting(sentence: str) -> Iterator[None]:
    """Show ``sentence`` on standard error until the block ends, when a person watches both ends."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    with Console(stderr=True).status(Text(inert(sentence, 70))):
        yield
