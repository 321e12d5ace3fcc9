"""What comes back from the store is what was put there with our secret, or nothing."""

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.metrics import Metrics
from siteloupe.shared.reports import digest, seal, unseal
from siteloupe.shared.secret import Secret
from siteloupe.shared.store import Store

SECRET = Secret("the secret of these tests", Store(None, 1.0, Metrics()))
KEY = "check-cms https://example.com/"


@given(st.text(), st.binary())
async def test_a_sealed_body_comes_back_whole(key, body):
    assert await unseal(SECRET, key, await seal(SECRET, key, body)) == body


@given(st.binary())
async def test_what_was_not_sealed_is_nothing(value):
    assert await unseal(SECRET, KEY, value) is None


@given(st.binary(min_size=1), st.data())
async def test_a_cut_or_changed_value_is_nothing(body, data):
    value = await seal(SECRET, "key", body)
    assert await unseal(SECRET, "key", value[:-1]) is None
    place = data.draw(st.integers(0, len(value) - 1))
    changed = bytes([*value[:place], value[place] ^ 1, *value[place + 1 :]])
    assert await unseal(SECRET, "key", changed) is None


async def test_a_report_under_another_key_is_nothing():
    assert await unseal(SECRET, KEY, await seal(SECRET, "check-cms https://a.example/", b"{}")) is None


def test_a_name_is_short_whatever_the_url():
    assert len(digest("https://example.com/" + "a" * 2000)) == 32
