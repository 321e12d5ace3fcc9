"""What a process is set to, seen in a process of its own."""

import platform
import subprocess
import sys

import pytest

from siteloupe.process import THRESHOLDS

FAULTS = """
import resource
from siteloupe.process import SEPARATE, keep_freed_memory

def page(size):
    return b"<" * size

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        page(SEPARATE // 2)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

{setting}
page(SEPARATE // 2)
print(faults())
"""


def faults(setting: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", FAULTS.format(setting=setting)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the setting is glibc's")
def test_memory_that_was_freed_is_used_again_without_asking_the_system():
    given_back = faults("import ctypes; ctypes.CDLL(None).mallopt(-3, 128 * 1024)")
    kept = faults("keep_freed_memory()")

    assert kept * 10 < given_back


COLLECTOR = """
import gc
from siteloupe.process import collect_less

collect_less()
print(gc.get_freeze_count() > 1000, gc.get_threshold(), gc.isenabled())
"""


def test_the_collector_leaves_alone_what_is_there_and_runs_less_often():
    done = subprocess.run([sys.executable, "-c", COLLECTOR], capture_output=True, text=True, check=True)
    assert done.stdout.split(maxsplit=1) == ["True", f"{THRESHOLDS} True\n"]
