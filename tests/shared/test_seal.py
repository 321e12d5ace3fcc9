"""What comes back from the store is what was put there, or nothing."""

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.shared.seal import digest, seal, unseal


@given(st.text(), st.binary())
def test_a_sealed_body_comes_back_whole(key, body):
    assert unseal(key, seal(key, body)) == body


@given(st.binary())
def test_what_was_not_sealed_is_nothing(value):
    assert unseal("check-cms https://example.com/", value) is None


@given(st.binary(min_size=1), st.data())
def test_a_cut_or_changed_value_is_nothing(body, data):
    value = seal("key", body)
    assert unseal("key", value[:-1]) is None
    place = data.draw(st.integers(0, len(value) - 1))
    changed = bytes([*value[:place], value[place] ^ 1, *value[place + 1 :]])
    assert unseal("key", changed) is None


def test_a_report_under_another_key_is_nothing():
    assert unseal("check-cms https://b.example/", seal("check-cms https://a.example/", b"{}")) is None


def test_a_name_is_short_whatever_the_url():
    assert len(digest("https://example.com/" + "a" * 2000)) == 32
