"""Tests a changed module in a process of its own, forked from one that has loaded the libraries.

Starting pytest takes about two seconds and the tests of a room often less than one: hence the fork. The
changed source is compiled in memory, so a run that is stopped leaves no file changed.
"""

import contextlib
import gc
import importlib
import json
import os
import resource
import select
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any, Literal

import _hypothesis_pytestplugin
import anyio.pytest_plugin
import hypothesis
import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "siteloupe"
TESTS = ROOT / "tests"

MAX_MEMORY = 4 << 30
"""Bytes of address space for one run."""

WAIT = 900.0
"""Seconds after which a run is given up that neither ends nor uses its CPU time: the machine may be busy."""

BELOW = frozenset(
    {"address", "capture", "css", "data", "document", "errors", "fetching", "ledger", "listening", "log"}
    | {"opentype", "process", "products", "reports", "settings", "target"}
)
"""Packages that know nothing of ``detect``."""

PLUGINS = (anyio.pytest_plugin, _hypothesis_pytestplugin)
"""What the tests need of pytest's plugins; finding all that are installed takes half a second."""

Outcome = Literal["passed", "failed", "stopped", "undecided"]


@dataclass(frozen=True, slots=True)
class Run:
    """How the tests ended. ``by`` is the first test that failed.

    ``stopped`` are those that took too much CPU time or memory, ``undecided`` those that only took long.
    """

    outcome: Outcome
    by: str = ""
    seconds: float = 0.0
    modules: tuple[str, ...] = ()


def tests_of(path: Path) -> list[str]:
    """The tests that judge the module at ``path``: its own, the saved sites, then the rest of its room."""
    room = TESTS / room_of(path)
    own = room / f"test_{path.stem}.py"
    rest = [file for file in sorted(room.rglob("test_*.py")) if file != own]
    files = [own, TESTS / "test_sites.py", *rest]
    return [str(file.relative_to(ROOT)) for file in files if file.exists()]


def room_of(path: Path) -> Path:
    """The folder of a module, counted from the package: ``detect/theme``."""
    return path.resolve().parent.relative_to(SOURCE)


def run(tests: Sequence[str], seconds: int, change: tuple[Path, str] | None = None) -> Run:
    """Run ``tests`` until the first fails, with at most ``seconds`` of CPU time.

    ``change`` is the module that reads otherwise, and how. Raises ImportError when it is loaded already.
    """
    changed = _Changed(*change) if change else None
    if changed is not None and changed.name in sys.modules:
        raise ImportError(f"{changed.name} is loaded already")
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _in_child(tests, seconds, changed, writer)
    os.close(writer)
    try:
        return _awaited(reader)
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def load(modules: Sequence[str]) -> None:
    """Import the ``modules`` that a run needed, and read the book of facts if it is among them."""
    warnings.simplefilter("ignore")  # the runs have their own rules
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    for name in (name for name in modules if name.startswith("siteloupe.products.")):
        for each in vars(sys.modules[name]).values():
            if hasattr(each, "cache_info"):
                with contextlib.suppress(TypeError):  # of those that take something to look up
                    each()
    gc.collect()
    gc.freeze()


def _awaited(reader: int) -> Run:
    """What the run tells, or how it ended without a word."""
    told = b""
    while not told.endswith(b"\n"):
        ready, _, _ = select.select([reader], [], [], WAIT)
        if not ready:
            return Run("undecided", by=f"no end after {WAIT} s")
        if not (piece := os.read(reader, 65536)):
            return Run("stopped", by="time or memory")
        told += piece
    outcome, by, seconds, modules = json.loads(told)
    return Run(outcome, by, seconds, tuple(modules))


def _in_child(tests: Sequence[str], seconds: int, changed: "_Changed | None", writer: int) -> None:
    try:
        os.setpgid(0, 0)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        if changed is not None:
            sys.meta_path.insert(0, changed)
        watch = _Watch()
        options = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider")
        status = pytest.main([*options, *tests], [watch, *PLUGINS])
        used = resource.getrusage(resource.RUSAGE_SELF)
        outcome = "passed" if status == pytest.ExitCode.OK else "failed"
        told = [outcome, watch.by or str(status), used.ru_utime + used.ru_stime, sorted(_may_be_shared())]
        os.write(writer, json.dumps(told).encode() + b"\n")
    except BaseException as error:  # noqa: BLE001 - a changed module may raise anything
        os.write(writer, json.dumps(["stopped", repr(error), 0.0, []]).encode() + b"\n")
    finally:
        os._exit(0)


class _Watch:
    """A plugin that sees which test fails, and has hypothesis try the same examples each time."""

    by = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        hypothesis.settings.register_profile(
            "mutants",
            max_examples=100,
            deadline=None,
            derandomize=True,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.by:
            self.by = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.by:
            self.by = f"loading {report.nodeid}"


class _Changed(MetaPathFinder):
    """Finds one module, and has it read otherwise."""

    def __init__(self, path: Path, code: str) -> None:
        self._path = path
        self._code = code
        parts = path.resolve().relative_to(SOURCE.parent).with_suffix("").parts
        self.name = ".".join(part for part in parts if part != "__init__")

    def find_spec(self, name: str, _path: Any, _target: Any = None) -> ModuleSpec | None:
        """The spec of the changed module, None for any other."""
        if name != self.name:
            return None
        return spec_from_file_location(name, self._path, loader=_Loader(name, str(self._path), self._code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: str) -> None:
        super().__init__(name, path)
        self._source = code

    def get_code(self, _name: str) -> CodeType:
        """Compiled from memory, and not kept."""
        return compile(self._source, self.path, "exec", dont_inherit=True)


def _may_be_shared() -> Iterator[str]:
    """Names of loaded modules that no mutant of ``detect`` changes."""
    for name, module in list(sys.modules.items()):
        origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
        first, _, rest = name.partition(".")
        if first == "siteloupe":
            if rest.partition(".")[0] in BELOW:
                yield name
        elif first not in {"__main__", "scripts", "conftest"} and not origin.startswith(str(TESTS)):
            yield name
