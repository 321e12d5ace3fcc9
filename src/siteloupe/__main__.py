"""``python -m siteloupe``, the same as ``siteloupe``."""

from siteloupe.cli import main

main()
