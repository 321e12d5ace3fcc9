"""A folder that a test can fill: a small file system of its own, or a limit on the size of files.

Mounting takes the rights of root, and not every container gives them. The limit needs none, but it holds for each
file of one program, and not for all files together.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class SmallFolder:
    """``limited`` begins the command of each program that is to meet the limit."""

    path: Path
    is_mounted: bool
    limited: tuple[str, ...] = ()

    def fill(self) -> None:
        """Take every block that is left."""
        if not self.is_mounted:
            return
        with (self.path / "filler").open("wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 512):
                    pass
            except OSError:
                return


@contextmanager
def small_folder(path: Path, size: int) -> Iterator[SmallFolder]:
    """A folder at ``path`` with room for ``size`` bytes, or else for files of at most that size."""
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "siteloupe-tests", str(path)]
    if os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            yield SmallFolder(path, is_mounted=True)
        finally:
            subprocess.run(["umount", "-l", str(path)], check=True)
        return
    yield SmallFolder(path, is_mounted=False, limited=limited(f"-f {size // 512}"))


def limited(option: str) -> tuple[str, ...]:
    """What begins a command that runs under the limit of ``ulimit``'s ``option``."""
    return ("sh", "-c", f'ulimit {option} && exec "$@"', "sh")
