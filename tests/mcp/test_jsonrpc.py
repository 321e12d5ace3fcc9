"""JSON-RPC: any bytes are answered or refused, and what is answered is JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.mcp import jsonrpc
from siteloupe.mcp.jsonrpc import MAX_DEPTH, Code, Invalid, RpcError, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
IDS = st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=256)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_an_error(body):
    assert outcome(body) in {None, Code.PARSE, Code.INVALID_REQUEST}


def outcome(body):
    try:
        parse(body)
    except RpcError as error:
        return error.code
    return None


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "jsonrpc": st.just("2.0") | VALUES,
            "id": VALUES,
            "method": VALUES,
            "params": VALUES,
            "result": VALUES,
        },
    )
)
def test_any_object_is_a_message_or_is_told_what_is_wrong(content):
    message = parse(json.dumps(content).encode())
    if isinstance(message, Invalid):
        answer = json.loads(jsonrpc.error(message.id, message.error))
        assert answer["error"]["code"] == Code.INVALID_REQUEST
        assert answer["id"] is None or answer["id"] == content["id"]


@given(IDS)
def test_an_id_comes_back_as_it_was(id):  # noqa: A002
    body = json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}).encode()
    answer = json.loads(jsonrpc.result(parse(body).id, {}))
    assert answer["id"] == id
    assert type(answer["id"]) is type(id)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_body_may_be_so_deep_and_no_deeper(opening):
    closing = "]" if opening == "[" else "}"

    def nested(levels):
        inner = opening * levels + "1" + closing * levels
        return f'{{"jsonrpc":"2.0","id":1,"method":"ping","params":{inner}}}'.encode()

    assert parse(nested(MAX_DEPTH - 1)).method == "ping"
    for levels in (MAX_DEPTH, 5_000):
        with pytest.raises(RpcError, match="nested deeper"):
            parse(nested(levels))


def test_brackets_within_strings_are_no_depth():
    text = "[{" * 1000 + '\\"' + "[{" * 1000
    assert (
        parse(
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": text}}).encode()
        ).method
        == "ping"
    )
