"""Every row of every signature file is its own test: its samples match it, and nothing else."""

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.signatures import ChallengeRow, Matcher, Observed, ProviderRow, Row, Sample, load, observe

FILES: dict[str, type[Row]] = {
    "challenges.toml": ChallengeRow,
    "hosting.toml": ProviderRow,
    "cdn.toml": ProviderRow,
    "caches.toml": ProviderRow,
    "servers.toml": ProviderRow,
}

ROWS = [(load(file, kind=kind), row) for file, kind in FILES.items() for row in load(file, kind=kind).rows]


def label(value: object) -> str:
    return f"{value.type}-{value.name}" if isinstance(value, Row) else ""


def observed_in(sample: Sample) -> Observed:
    cookies = [("Set-Cookie", f"{name}=1; Path=/") for name in sample.cookies]
    exchange = Exchange(
        requested=sample.url,
        url=sample.url,
        status=sample.status,
        headers=Headers([*sample.headers.items(), *cookies]),
        body=sample.body.encode(),
    )
    return observe(exchange)


@pytest.mark.parametrize(("matcher", "row"), ROWS, ids=label)
def test_every_sample_matches_its_own_row_and_no_other(matcher: Matcher[Row], row: Row) -> None:
    for sample in row.samples:
        assert [found.row for found in matcher.matches(observed_in(sample))] == [row], sample


@pytest.mark.parametrize(("matcher", "row"), ROWS, ids=label)
def test_every_condition_is_shown_by_a_sample(matcher: Matcher[Row], row: Row) -> None:
    for condition in row.any:
        alone = Matcher([Row(**_fields(row), any=(condition,), all=row.all)])
        assert any(alone.matches(observed_in(sample)) for sample in row.samples), condition


def _fields(row: Row) -> dict[str, object]:
    return {"name": row.name, "type": row.type, "source": row.source, "samples": row.samples}


@pytest.mark.parametrize("file", FILES)
def test_rows_of_one_maker_and_type_are_written_once(file: str) -> None:
    rows = load(file, kind=FILES[file]).rows
    seen = [(row.name, row.type, row.all, row.any) for row in rows]
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize(("matcher", "row"), ROWS, ids=label)
def test_words_are_written_as_they_are_compared(matcher: Matcher[Row], row: Row) -> None:
    for condition in (*row.all, *row.any, *row.none):
        word = condition.equals or condition.starts_with or condition.contains or ""
        assert word == word.lower()
