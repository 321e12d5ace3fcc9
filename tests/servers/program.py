"""A server program of the system, started for the tests and gone with them."""

import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Self

LAST_LINES = 100


class Program:
    """A running program, known to be ready by a line that it prints.

    ``seconds`` is how long it may take to be ready, ``patience`` how long to end when asked. Raises
    RuntimeError with what it printed last, when it ends before it is ready or takes too long.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        ready: str,
        environment: Mapping[str, str] | None = None,
        seconds: float = 30,
        patience: float = 15,
    ) -> None:
        self._patience = patience
        self.lines: deque[str] = deque(maxlen=LAST_LINES)
        self.ready_line = ""
        self._ready = threading.Event()
        self._process = subprocess.Popen(
            [*_tied_to_us(), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout, ready), daemon=True)
        self._reader.start()
        if not self._ready.wait(seconds) or not self.ready_line:
            self.stop()
            raise RuntimeError(f"{command[0]} did not start:\n" + "\n".join(self.lines))

    def _read(self, output: IO[str], ready: str) -> None:
        # Reads to the end, or the program would stand still once the pipe is full.
        for line in output:
            self.lines.append(line.rstrip())
            if not self.ready_line and ready in line:
                self.ready_line = line
                self._ready.set()
        self._ready.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait(self) -> int:
        """Its exit status, once it has ended by itself."""
        status = self._process.wait(timeout=self._patience)
        self._reader.join()
        self._process.stdout.close()
        return status

    def stop(self) -> int:
        """Ask it to end, make it end if it does not, and return its exit status."""
        self._process.terminate()
        try:
            status = self._process.wait(timeout=self._patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._reader.join(10)  # the pipe stays open while any process of it lives
        if self._reader.is_alive():
            raise RuntimeError("a process of the program outlives it")
        self._process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _tied_to_us() -> list[str]:
    """The kernel ends the program even when the tests are killed and can end nothing themselves."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM"] if setpriv else []
