"""A MariaDB for the tests alone: its own folder, its own socket, no network, nothing kept."""

import os
import shutil
from pathlib import Path
from typing import Self

from tests.servers.program import Program


class MariaDB:
    """A running server on the Unix socket ``socket``; anyone who can open it may do anything.

    Raises FileNotFoundError when MariaDB is not installed, RuntimeError when it does not start.
    """

    def __init__(self, folder: Path, databases: tuple[str, ...]) -> None:
        program = shutil.which("mariadbd", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            raise FileNotFoundError("MariaDB's server (mariadbd) is not installed.")
        self.socket = folder / "socket"
        first = folder / "first.sql"
        first.write_text("".join(f"CREATE DATABASE {name} CHARACTER SET utf8mb4;\n" for name in databases))
        (folder / "data").mkdir()
        # Without grant tables no system database has to be made; Aria alone starts in a tenth of a second.
        self._server = Program(
            [
                program,
                "--no-defaults",
                *(["--user=root"] if os.geteuid() == 0 else []),
                f"--datadir={folder / 'data'}",
                f"--socket={self.socket}",
                f"--pid-file={folder / 'pid'}",
                f"--init-file={first}",
                "--skip-networking",
                "--skip-grant-tables",
                "--skip-innodb",
                "--default-storage-engine=Aria",
                "--skip-log-bin",
            ],
            ready="ready for connections",
        )

    def stop(self) -> None:
        self._server.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
