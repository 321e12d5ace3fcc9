"""Tries mutated visits until it is interrupted: each has to give valid reports, as tests/fuzz/valid.py says.

SITELOUPE_FUZZ_SECONDS: how long. SITELOUPE_FUZZ_SEEDS: a folder of saved visits to start from, besides those
of tests/sites. Where atheris can be imported, it decides what to try, and looks for ways through the code
that were not taken before; elsewhere Hypothesis decides. ``uv pip install atheris`` installs it: it has files
for Linux only, so it is not one of the locked dependencies. Ends with 1 when something failed.
"""

import math
import os
import random
import sys
import time
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path

try:
    import atheris
except ImportError:
    atheris = None

with atheris.instrument_imports(include=["siteloupe"]) if atheris else nullcontext():
    from siteloupe.net.recording import Recording
    from tests.fuzz.findings import ROOT, Findings, check_visit
    from tests.fuzz.valid import SETTINGS
    from tests.fuzz.visits import SITES, saved_folders, saved_visit

FOLDER = ROOT / ".cache" / "fuzz"
LENGTHS = (1500, 4000)
"""Bytes that decide on one visit."""

ROUND = 500
"""Visits that Hypothesis tries before it begins anew."""

FIRST = 100
"""Visits that atheris begins with."""


class TooSlow(AssertionError):
    """All analyses of a visit took longer than the service gives a single one."""


def check_in_time(typed: str, wire: Recording) -> None:
    """Run every analysis of the visit. Raises TooSlow, and what an analysis or a check raises."""
    began = time.process_time()
    check_visit(typed, wire)
    if (seconds := time.process_time() - began) > SETTINGS.judging_seconds:
        raise TooSlow(f"{seconds:.0f} seconds")


def with_hypothesis(findings: Findings, until: float) -> None:
    """Try visits; one that fails is made as small as it can be before it is saved."""
    from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: PLC0415
    from hypothesis import strategies as st  # noqa: PLC0415

    def try_in_time(data: bytes) -> None:
        if time.monotonic() < until:
            findings.try_one(data)

    while time.monotonic() < until:
        run = given(st.binary(min_size=LENGTHS[0], max_size=LENGTHS[1]))(try_in_time)
        phases = (Phase.generate, Phase.shrink)
        run = settings(
            max_examples=ROUND,
            deadline=None,
            database=None,
            phases=phases,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )(seed(random.getrandbits(64))(run))
        with suppress(Exception):  # which Findings knows
            run()
        save(findings)


def with_atheris(findings: Findings, until: float) -> None:
    """Try visits, and keep in the folder ``corpus`` what took new ways; this ends the process."""

    def try_in_time(data: bytes) -> None:
        try:
            findings.try_one(data)
        except Exception:  # noqa: BLE001 - which is what is looked for
            save(findings)
        except KeyboardInterrupt:
            end(findings)
        if time.monotonic() >= until:
            end(findings)

    corpus = FOLDER / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number in range(FIRST):
        (corpus / f"first-{number}").write_bytes(random.Random(number).randbytes(LENGTHS[0]))  # noqa: S311
    options = [f"-max_len={LENGTHS[1]}", "-len_control=0", "-handle_int=0", f"-artifact_prefix={FOLDER}/"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], try_in_time)
    atheris.Fuzz()


def save(findings: Findings) -> None:
    """Save what failed since the last time, and say where."""
    for line in findings.save():
        print(line, flush=True)


def end(findings: Findings) -> None:
    """Say how it went, and end at once: atheris would take the end of Python for a failure."""
    print(f"{findings.tried:,} visits tried, {len(findings.saved)} kinds of failure", flush=True)
    os._exit(1 if findings.saved else 0)


def main() -> None:
    """Run until the time is over or somebody interrupts."""
    until = time.monotonic() + float(os.environ.get("SITELOUPE_FUZZ_SECONDS") or math.inf)
    more = os.environ.get("SITELOUPE_FUZZ_SEEDS")
    folders = [*saved_folders(SITES), *(saved_folders(Path(more)) if more else ())]
    findings = Findings(FOLDER, [partial(saved_visit, each) for each in folders], check_in_time)
    engine = with_atheris if atheris else with_hypothesis
    print(f"{engine.__name__.replace('_', ' ')}, {len(folders)} saved visits; Ctrl-C ends it", flush=True)
    try:
        engine(findings, until)
    except KeyboardInterrupt:
        save(findings)
    end(findings)


if __name__ == "__main__":
    main()
