"""``python -m siteloupe``, the same as ``siteloupe``."""

from siteloupe.cli import main

if __name__ == "__main__":  # judging processes import this file by another name
    main()
