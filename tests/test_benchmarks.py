"""The benchmarks name only what there is; what they measure is for a quiet machine."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "benchmarks"


def test_every_benchmark_finds_what_it_imports():
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    assert len(names) > 10
    done = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(names)}"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_server_that_is_measured_starts_and_is_asked():
    code = (
        "import asyncio, loopback, serving\n"
        "with loopback.sites(5000) as port, serving.served(SITELOUPE_CONNECT_TO=f'::127.0.0.1:{port}') as server:\n"
        "    paths = [f'/check-cms?url=http://site-{n}.example/' for n in range(5)]\n"
        "    answers = asyncio.run(serving.asked(server.port, iter(paths), 2))\n"
        "    print(dict(answers.statuses), server.resident() > 1, server.cpu_seconds() > 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "{200: 5} True True"
