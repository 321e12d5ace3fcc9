"""A body that decodes to far more than it weighs is cut before it costs memory."""

import json
import subprocess
import sys

from tests.net.bombs import BOMBS, LIMIT


def test_bombs_in_every_encoding_are_cut_at_the_bound_within_200_megabytes():
    program = [sys.executable, "-m", "tests.net.bombs"]
    result = json.loads(subprocess.run(program, capture_output=True, check=True, text=True).stdout)
    nested = result["seen"].pop("nested")
    assert result["seen"] == {name: [LIMIT, True] for name in BOMBS if name != "nested"}
    assert nested[0] < 1 << 20  # one layer undone, the other left as it is
    assert result["growth"] < 200 << 20
