"""How long each hostile site of the tests takes, alone, under the default settings; the slowest first.

Aims: no site takes longer than the total time of one analysis, 25 s, and no page or stylesheet longer than 10 s.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.servers.hostile import HTML, SITES, serve_hostile_sites
from tests.servers.siteloupe import Siteloupe


async def times() -> list[tuple[float, int, str, str]]:
    """Seconds, status, site and analysis of every question."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        async with serve_hostile_sites(Path(folder), {"ordinary": HTML}) as connect_to:
            with Siteloupe(SITELOUPE_CONNECT_TO=connect_to) as siteloupe:
                for name, site in SITES.items():
                    for analysis in site.analyses:
                        url = f"{site.scheme}://{name}.test/"
                        began = time.perf_counter()
                        answered = await asyncio.to_thread(siteloupe.analyze, analysis, url)
                        rows.append((time.perf_counter() - began, answered.status, name, analysis))
    return sorted(rows, reverse=True)


def main() -> None:
    """Measure and print."""
    for seconds, status, name, analysis in asyncio.run(times()):
        print(f"{seconds:7.2f} s  {status}  {name}, {analysis}")


if __name__ == "__main__":
    main()
