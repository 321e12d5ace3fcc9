"""The socket at which the service takes requests."""

import socket

import pytest

from siteloupe.errors import BadSetting
from siteloupe.listening import listen


def connected(host, port):
    with socket.create_connection((host, port), timeout=5) as connection:
        return connection.getpeername()[:2]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_it_listens_at_an_address_or_a_name(host):
    with listen(host, 0) as listener:
        port = listener.getsockname()[1]
        assert connected(host, port)[1] == port


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 on this machine")
def test_every_address_of_both_families_is_two_colons():
    with listen("::", 0) as listener:
        port = listener.getsockname()[1]
        assert connected("127.0.0.1", port) == ("127.0.0.1", port)
        assert connected("::1", port) == ("::1", port)


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.1", "Cannot assign requested address"),
        ("not a name", "Name or service not known"),
        ("127.0.0.1", "Address already in use"),
    ],
)
def test_why_it_cannot_listen_is_a_sentence(host, why):
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting) as refused:
            listen(host, port)
    assert str(refused.value) == f"Cannot listen on port {port} of {host}: {why}."
