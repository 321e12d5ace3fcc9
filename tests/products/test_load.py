"""Only the tables of entries are read. Entries are read by several threads at once: the first analyses of a process do so."""

import subprocess
import sys

import msgspec
import pytest

from siteloupe.products import Product
from siteloupe.products.load import entries_of

FIRST_READS = """
import sys, threading
import msgspec
from siteloupe.products.load import entries_of

sys.setswitchinterval(1e-6)
start = threading.Barrier(3)

def kind(number):
    inner = msgspec.defstruct(f"Inner{number}", [("name", str), ("marks", list[str], msgspec.field(default_factory=list))])
    return msgspec.defstruct(f"Row{number}", [("name", str), ("any", list[inner], msgspec.field(default_factory=list))])

kinds = [kind(number) for number in range(200)]

def read():
    for each in kinds:
        start.wait()
        (row,) = entries_of('[[product]]\\nname = "a"\\nany = [{ name = "b", marks = ["c"] }]', each)
        assert row.any[0].marks == ["c"]

threads = [threading.Thread(target=read) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("all read")
"""


def test_a_schema_that_is_new_to_several_threads_is_read_by_each_of_them():
    done = subprocess.run([sys.executable, "-c", FIRST_READS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "all read\n"), done.stderr


@pytest.mark.parametrize("text", ["[[row]]\nname = 'a'", "version = 1\n[[product]]\nname = 'a'", ""])
def test_a_file_of_something_else_than_entries_fails(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        entries_of(text, Product)
