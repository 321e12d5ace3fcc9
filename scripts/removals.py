"""Takes away each input of every saved visit below a folder, one after the other; no claim may grow by it.

The folder is any with visits as ``siteloupe capture`` saves them, at any depth; else it is tests/sites.
Prints the claims that grew and the number of removals, and ends with 1 when a claim grew.
"""

import sys
from pathlib import Path

from siteloupe.errors import BadCapture, SiteloupeError
from tests.fuzz.visits import SITES, saved_folders, saved_visit
from tests.removals.removals import faults_of


def main(folder: Path) -> int:
    """Try every removal; the number of those by which a claim grew."""
    tried = failed = visits = unread = 0
    for saved in saved_folders(folder):
        try:
            found = list(faults_of(saved_visit(saved)))
        except (BadCapture, SiteloupeError) as error:
            print(f"{saved.name}: {error}")
            unread += 1
            continue
        visits += bool(found)
        tried += len(found)
        for name, grown in found:
            failed += bool(grown)
            for claim in grown:
                print(f"{saved.name} without {name}: {claim}")
    print(
        f"{tried} removals from {visits} visits, {failed} made a claim grow; {unread} visits were unreadable"
    )
    return failed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else SITES) > 0)
