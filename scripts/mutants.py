"""Mutation testing: does a test guard every number, comparison and table? ``scripts/mutants`` calls it.

Each mutant is tested by the tests of its room and by the saved sites. Results are kept in ``.cache/mutants``
for as long as the source is the same, and those of survivors for as long as the tests are the same too.
"""

import argparse
import hashlib
import json
import multiprocessing
import random
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.mutant_tests import ROOT, SOURCE, TESTS, load, room_of, run, tests_of
from scripts.mutations import Mutant, mutants_of, sample

LEAST = 90
"""Percent of the mutants that the tests shall kill."""

RESULTS = ROOT / ".cache" / "mutants" / "results.jsonl"
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one mutant; ``by`` is the test that failed."""

    key: str
    outcome: str
    by: str
    before: str
    after: str
    source: str
    tests: str

    @property
    def is_killed(self) -> bool:
        """Whether a test failed, or the change made the tests run without end."""
        return self.outcome != "passed"


def main(arguments: Sequence[str]) -> int:
    """Test the mutants that are asked for and print the result; 1 when too few were killed."""
    options = _options(arguments)
    if options.fresh:
        RESULTS.unlink(missing_ok=True)
    made = [mutant for path in _paths(options.modules) for mutant in mutants_of(path)]
    chosen = made if options.sample is None else sample(made, options.sample, options.seed)
    state = _digest(SOURCE), _digest(TESTS)
    known = _known(*state)
    waiting = [mutant for mutant in chosen if _key(mutant) not in known]
    print(f"{len(made)} mutants, {len(chosen)} chosen, {len(waiting)} to test", flush=True)
    _test(waiting, state, options.jobs, options.minutes)
    return _report(chosen, _known(*state), whole=not options.modules and options.sample is None)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutants")
    parser.add_argument("modules", nargs="*", help="rooms or modules of detect, or of the package")
    parser.add_argument("--sample", type=int, help="test this many, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="another seed chooses another sample")
    parser.add_argument("--minutes", type=float, default=600, help="begin no test after this time")
    parser.add_argument("--jobs", type=int, default=2, help="tests at a time")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args(arguments)


def _paths(names: Sequence[str]) -> list[Path]:
    """The modules that ``names`` mean, in detect before the rest of the package."""
    found: list[Path] = []
    for name in names or ["."]:
        stem = name.removesuffix(".py")
        places = (SOURCE / "detect" / stem, SOURCE / stem)
        folder = next((place for place in places if place.is_dir()), None)
        file = next((path for place in places if (path := place.with_suffix(".py")).is_file()), None)
        if folder is None and file is None:
            sys.exit(f"no module or room: {name}")
        found += sorted(folder.rglob("*.py")) if folder else [file] if file else []
    return list(dict.fromkeys(found))


def _test(waiting: Sequence[Mutant], state: tuple[str, str], jobs: int, minutes: float) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no process is left behind
    seconds = _baselines(waiting)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * minutes
    fork = multiprocessing.get_context("fork")
    shuffled = random.Random(0).sample(waiting, len(waiting))  # noqa: S311 - what is left out is no room
    workers = [
        fork.Process(target=_work, args=(shuffled[number::jobs], seconds, state, until), daemon=True)
        for number in range(jobs)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _baselines(waiting: Iterable[Mutant]) -> dict[Path, int]:
    """How many seconds of CPU the tests of each room may take: several times what they take unchanged."""
    seconds: dict[Path, int] = {}
    below = any(room_of(mutant.path).parts[:1] != ("detect",) for mutant in waiting)
    for mutant in waiting:
        if (room := room_of(mutant.path)) not in seconds:
            unchanged = run(tests_of(mutant.path), 600)
            if unchanged.outcome != "passed":
                sys.exit(f"the tests of {room} fail without any change: {unchanged.by}")
            seconds[room] = 10 + 5 * int(unchanged.seconds)
            load([name for name in unchanged.modules if not (below and name.startswith("siteloupe."))])
    return seconds


def _work(mutants: Sequence[Mutant], seconds: dict[Path, int], state: tuple[str, str], until: float) -> None:
    for mutant in mutants:
        if time.monotonic() > until:
            return
        code = mutant.code()
        tested = run(tests_of(mutant.path), seconds[room_of(mutant.path)], (mutant.path, code))
        if tested.outcome == "undecided":
            continue
        before, after = mutant.change(code)
        record = (_key(mutant), tested.outcome, tested.by, before, after, *state)
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")


def _known(source: str, tests: str) -> dict[str, Result]:
    """The results that still hold."""
    known: dict[str, Result] = {}
    for line in RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else ():
        result = Result(*json.loads(line))
        if result.source == source and (result.is_killed or result.tests == tests):
            known[result.key] = result
    return known


def _report(chosen: Sequence[Mutant], known: dict[str, Result], *, whole: bool) -> int:
    """Print killed and total by room, and every survivor."""
    listed, met = _equivalent(), set[int]()
    tested, killed, equivalent = Counter[str](), Counter[str](), Counter[str]()
    for mutant in chosen:
        if (result := known.get(_key(mutant))) is None:
            continue
        room, module = str(room_of(mutant.path)), str(mutant.path.relative_to(SOURCE))
        tested[room] += 1
        reasons = {number for number, entry in enumerate(listed) if _names(entry, mutant, result)}
        met |= reasons
        if result.is_killed:
            killed[room] += 1
            if any("after" in listed[number] for number in reasons):
                print(f"{module}:{mutant.line} is listed as equivalent, but killed by {result.by}")
        elif reasons:
            equivalent[room] += 1
        else:
            print(f"{module}:{mutant.line} {mutant.operator}\n  - {result.before}\n  + {result.after}")
    for number in sorted({*range(len(listed))} - met) if whole else ():
        print(f"listed as equivalent, but no such change: {listed[number]}")
    stopped = sum(known[key].outcome == "stopped" for mutant in chosen if (key := _key(mutant)) in known)
    print(f"\nof those killed, {stopped} ran out of time or memory")
    return _totals(tested, killed, equivalent)


def _equivalent() -> list[dict[str, str]]:
    """The entries of the list of equivalent mutants."""
    entries: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text("utf-8"))["equivalent"]
    if any(not entry.get("reason") for entry in entries):
        sys.exit("an equivalent mutant is listed without a reason")
    return entries


def _names(entry: dict[str, str], mutant: Mutant, result: Result) -> bool:
    """Whether ``entry`` names this mutant: by its lines, or by the constant and the kind of change."""
    if SOURCE / "detect" / entry["module"] != mutant.path and SOURCE / entry["module"] != mutant.path:
        return False
    if "constant" in entry:
        return entry["operator"] == mutant.operator and entry["constant"] == mutant.constant()
    return (entry["before"], entry["after"]) == (result.before, result.after)


def _totals(tested: Counter[str], killed: Counter[str], equivalent: Counter[str]) -> int:
    print(f"{'room':24}{'tested':>8}{'killed':>8}{'equivalent':>12}{'survived':>10}{'killed %':>10}")
    for room in [*sorted(tested), "all"]:
        counts = [
            sum(each.values()) if room == "all" else each[room] for each in (tested, killed, equivalent)
        ]
        total, dead, same = counts
        share = 100 * dead / (total - same) if total > same else 100.0
        print(f"{room:24}{total:8}{dead:8}{same:12}{total - dead - same:10}{share:10.1f}")
    return int(share < LEAST)


def _key(mutant: Mutant) -> str:
    return f"{mutant.path.relative_to(SOURCE)}:{mutant.operator}:{mutant.occurrence}"


def _digest(folder: Path) -> str:
    """A short name for the contents of ``folder``."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
