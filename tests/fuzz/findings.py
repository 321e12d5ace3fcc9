"""What fuzzing finds: each kind of failure once, saved as a visit that ``siteloupe replay`` judges again."""

import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from siteloupe.net import folder
from siteloupe.net.recording import Recording
from siteloupe.net.replay import Replay, SavedHop
from tests.fuzz.mutate import Seeds, visit_of
from tests.fuzz.valid import AT, check
from tests.fuzz.visits import Answers

ROOT = Path(__file__).parent.parent.parent
OWN = (str(ROOT / "src"), str(ROOT / "tests"))
DRAWN_ONE_IN = 8


class Findings:
    """Tries visits, and keeps in ``folder`` those that failed."""

    def __init__(
        self, folder: Path, seeds: Seeds, run: Callable[[str, Recording], None] | None = None
    ) -> None:
        self.tried = 0
        self.saved: dict[str, Path] = {}
        self._folder = folder
        self._seeds = seeds
        self._run = run or check_visit
        self._failed: dict[str, tuple[str, Mapping[str, SavedHop], Exception]] = {}

    def try_one(self, data: bytes) -> None:
        """Try the visit that ``data`` decides on. Raises what went wrong, unless that is saved already."""
        visit = visit_of(data, self._seeds)
        wire = Recording(Replay(Answers(visit.hops)))
        self.tried += 1
        try:
            self._run(visit.typed, wire)
        except Exception as error:
            if (name := name_of(error)) not in self.saved:
                self._failed[name] = visit.typed, wire.hops, error
                raise

    def save(self) -> list[str]:
        """Save, of each kind of failure since the last time, the visit that was tried last; a line for each."""
        lines = []
        for name, (typed, hops, error) in self._failed.items():
            self.saved[name] = self._folder / name
            folder.save(self.saved[name], hops, typed, AT)
            trace = "".join(traceback.format_exception(error))
            (self.saved[name] / "error.txt").write_text(trace, "utf-8", "replace")
            lines.append(f"{self.saved[name]}: {str(error)[:200]!r}")
        self._failed.clear()
        return lines


def check_visit(typed: str, wire: Recording) -> None:
    """Run every analysis of the visit. Raises what an analysis or a check of its report raises."""
    check(typed, wire, drawn_one_in=DRAWN_ONE_IN)


def name_of(error: Exception) -> str:
    """A name for failures of this kind: what was raised, and the last line of ours on the way there."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(OWN)]
    place = f"-{Path(frames[-1].filename).stem}-{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
