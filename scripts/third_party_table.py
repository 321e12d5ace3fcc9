"""Writes the table of third parties: who owns a host, and what it is for.

    .venv/bin/python scripts/third_party_table.py ENTITIES

ENTITIES is ``dist/entities-nostats.json`` of https://www.npmjs.com/package/third-party-web (MIT).
"""

import json
import sys
from pathlib import Path

TABLE = Path(__file__).parent.parent / "src/siteloupe/data/third_parties.tsv"


def main(entities: Path) -> None:
    """Write one row a domain, the shortest of those that one entry covers."""
    owners: dict[str, tuple[str, str]] = {}
    for each in json.loads(entities.read_text("utf-8")):
        category = each.get("category") or "other"
        for domain in each["domains"]:
            owners.setdefault(domain.removeprefix("*.").lower(), (" ".join(each["name"].split()), category))
    kept = {
        domain: owner
        for domain, owner in owners.items()
        if not any(owners.get(parent) == owner for parent in parents(domain))
    }
    lines = [f"{domain}\t{name}\t{category}" for domain, (name, category) in sorted(kept.items())]
    TABLE.write_text("\n".join(["domain\towner\tcategory", *lines]) + "\n", "utf-8")
    print(f"{TABLE.name}: {len(lines)} rows")


def parents(domain: str) -> list[str]:
    """Return the domains above ``domain``."""
    labels = domain.split(".")
    return [".".join(labels[start:]) for start in range(1, len(labels) - 1)]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
