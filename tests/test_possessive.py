"""Possessive repetitions of groups: matched as they should be on every Python."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.possessive import FIRST_RIGHT, replace_possessive_groups

SOURCE = Path(__file__).parents[1] / "src"
SYSTEM = Path("/usr/bin/python3")

PATTERNS = [
    (r"8(?:e\d+)?+", "8em", "8"),
    (r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/", "/* a */ b */", "/* a */"),
    (r"(?:a++b)++", "aabaab", "aabaab"),
    (r"x(?:a+b|c)*+", "xaabcaa", "xaabc"),
    (r"(a)(?:-(b+))?+", "a-", "a"),
    (r"(?:(?:a+b)*+c)?+a", "aba", "a"),
    (r"a*+b", "aab", "aab"),
    (r"(?=(?:a+b)?+a)aa", "aac", "aa"),
]


def replaced(pattern):
    """The pattern as it is compiled where possessive groups are matched wrongly."""
    parsed = import_module("re._parser").parse(pattern)
    replace_possessive_groups(parsed)
    return import_module("re._compiler").compile(parsed)


@pytest.mark.parametrize(("pattern", "text", "matched"), PATTERNS)
def test_a_pattern_matches_the_same_with_and_without_possessive_groups(pattern, text, matched):
    assert re.match(pattern, text)[0] == matched
    assert replaced(pattern).match(text)[0] == matched


@pytest.mark.parametrize("pattern", [pattern for pattern, _, _ in PATTERNS])
@given(text=st.text("abcem8x*/ ", max_size=20))
def test_no_text_is_matched_otherwise(pattern, text):
    found = [(match.span(), match.groups()) for match in re.finditer(pattern, text)]
    assert [(match.span(), match.groups()) for match in replaced(pattern).finditer(text)] == found


def _version(python):
    shown = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", shown)))


CHECK = """
import sys
sys.path.insert(0, {source!r})
import re
import siteloupe
print([re.match(pattern, text)[0] for pattern, text, _ in {patterns!r}])
"""


def test_the_python_of_the_system_matches_them_too():
    """That of Debian 12 is 3.11.2, which does not do so by itself."""
    python = str(SYSTEM) if SYSTEM.exists() and _version(SYSTEM) >= (3, 11) else sys.executable
    code = CHECK.format(source=str(SOURCE), patterns=PATTERNS)
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == f"{[matched for _, _, matched in PATTERNS]}\n"
    assert FIRST_RIGHT == (3, 11, 5)
