"""The made-up sites behave as sites do: what the whole-service tests rely on."""

import http.client
import socket
import ssl

import pytest

from tests.servers.authority import Authority
from tests.servers.sites import Page, Sites


def port(sites, public):
    routes = [route.split(":") for route in sites.connect_to.split(",")]
    return next(int(to_port) for _, port, _, to_port in routes if port == str(public))


def ask(connection, host, path):
    connection.request("GET", path, headers={"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_each_host_has_its_own_pages():
    pages = {"http://a.test/": Page("first"), "http://b.test/": Page("second", 403)}
    with Sites(pages) as sites:
        connection = http.client.HTTPConnection("127.0.0.1", port(sites, 80), timeout=10)
        assert ask(connection, "a.test", "/") == (200, b"first")
        assert ask(connection, "b.test", "/") == (403, b"second")
        assert ask(connection, "b.test", "/nothing")[0] == 404
        connection.close()
    assert sites.asked == ["http://a.test/", "http://b.test/", "http://b.test/nothing"]


def test_a_page_may_depend_on_its_query():
    pages = {"http://a.test/": Page("any"), "http://a.test/?p=1": Page("first")}
    with Sites(pages) as sites:
        connection = http.client.HTTPConnection("127.0.0.1", port(sites, 80), timeout=10)
        assert ask(connection, "a.test", "/?p=1")[1] == b"first"
        assert ask(connection, "a.test", "/?p=2")[1] == b"any"
        connection.close()


@pytest.fixture
def secure(tmp_path):
    authority = Authority(tmp_path)
    with Sites({"https://a.test/": Page("secret")}, authority=authority) as sites:
        sites.trust = ssl.create_default_context(cafile=authority.certificate)
        yield sites


def test_a_secure_site_proves_its_name(secure):
    with secure_socket(secure, "a.test") as connection:
        assert connection.getpeercert()["subjectAltName"] == (("DNS", "a.test"),)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
        with connection.makefile("rb") as answer:
            assert answer.read().endswith(b"secret")


def secure_socket(sites, name):
    plain = socket.create_connection(("127.0.0.1", port(sites, 443)), timeout=10)
    return sites.trust.wrap_socket(plain, server_hostname=name)
