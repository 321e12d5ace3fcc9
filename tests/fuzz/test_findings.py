"""What fails is saved once for each kind, as a visit that can be judged again."""

import pytest

from siteloupe.net.folder import load
from tests.fuzz import findings
from tests.fuzz.findings import Findings


@pytest.fixture
def broken(monkeypatch, tmp_path):
    """Findings of a project in which every check fails, after the page was fetched."""
    check = findings.check

    def fails(typed, wire, **how):
        check(typed, wire, **how)
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(findings, "check", fails)
    return Findings(tmp_path, [])


def test_a_failure_is_saved_as_a_visit_with_its_traceback(broken):
    with pytest.raises(ZeroDivisionError):
        broken.try_one(b"")
    (line,) = broken.save()
    (folder,) = broken.saved.values()
    assert line == f"{folder}: 'division by zero'"
    assert folder.name.startswith("ZeroDivisionError-test_findings-")
    assert "ZeroDivisionError" in (folder / "error.txt").read_text()
    saved = load(folder)
    assert saved.typed == "example.org"
    assert "https://example.org/" in saved.wire.hops


def test_a_kind_of_failure_is_saved_once(broken):
    for data in (b"", b"\x01"):
        with pytest.raises(ZeroDivisionError):
            broken.try_one(data)
    assert len(broken.save()) == 1
    broken.try_one(b"\x02")
    assert broken.save() == []
    assert broken.tried == 3
