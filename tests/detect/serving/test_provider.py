"""The providers of a site: separate layers, and the most specific host."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.serving.provider import FILES, SPECIFICITY, providers
from siteloupe.products import ServingProduct, load


def providers_of(*lines: tuple[str, str], status: int = 200):
    url = "https://example.org/"
    return providers(Exchange(url, url, status, Headers(lines), b"<p>Hello"))


def names(found):
    return (found.hosting and found.hosting.name, found.cdn and found.cdn.name)


@pytest.mark.parametrize(
    ("lines", "hosting", "cdn"),
    [
        ([], None, None),
        ([("Server", "nginx")], None, None),
        (
            [("X-Powered-By", "WP Engine"), ("Server", "cloudflare"), ("CF-RAY", "1-FRA")],
            "WP Engine",
            "Cloudflare",
        ),
        ([("X-Kinsta-Cache", "HIT"), ("Server", "cloudflare")], "Kinsta", "Cloudflare"),
        (
            [("X-Pantheon-Styx-Hostname", "a"), ("X-Served-By", "cache-fra-1-FRA"), ("Via", "1.1 varnish")],
            "Pantheon",
            "Fastly",
        ),
        ([("Server", "cloudflare"), ("X-CDN", "Imperva")], None, "Imperva"),
        ([("X-Render-Origin-Server", "Render"), ("Server", "cloudflare")], "Render", "Cloudflare"),
        (
            [("Server", "AmazonS3"), ("Via", "1.1 a.cloudfront.net (CloudFront)")],
            "Amazon S3",
            "Amazon CloudFront",
        ),
        ([("Via", "1.1 proxy (squid/4.10)"), ("X-Cache", "HIT from proxy")], None, None),
        ([("Via", "1.1 varnish"), ("X-Varnish", "1 2")], None, None),
        ([("Via", "1.1 vegur")], "Heroku", None),
        ([("Set-Cookie", "ARRAffinity=1; Path=/")], "Azure App Service", None),
        ([("X-Powered-By", "PleskLin"), ("Platform", "hostinger")], "Hostinger", None),
        ([("Server", "Pagely-ARES/1.2"), ("X-Gateway-Cache-Key", "1|2")], "Pagely", None),
        ([("X-Served-By", "web-1")], None, None),
    ],
)
def test_host_and_cdn_are_separate(lines, hosting, cdn):
    assert names(providers_of(*lines)) == (hosting, cdn)


def test_github_pages_behind_fastly_is_not_siteground():
    found = providers_of(
        ("Server", "GitHub.com"),
        ("X-GitHub-Request-Id", "E330:6E4D"),
        ("X-Proxy-Cache", "MISS"),
        ("Via", "1.1 varnish"),
        ("X-Served-By", "cache-hkg17921-HKG"),
    )
    assert names(found) == ("GitHub Pages", "Fastly")
    assert "SiteGround" not in {layer.name for layer in found.layers}


@pytest.mark.parametrize(
    ("value", "hosting"),
    [
        ("shared.bluehost.com", "Bluehost"),
        (base64.b64encode(b"shared.bluehost.com").decode(), "Bluehost"),
        ("6b7412fb82ca5edfd0917e3957f05d89", "SiteGround"),
        ("WordPress.com", "WordPress.com"),
        ("Pressable", "Pressable"),
        (base64.b64encode(b"\x00\xff\xfe").decode(), None),
        ("=", None),
        ("ä" * 300, None),
    ],
)
def test_a_host_header_may_be_in_base64(value, hosting):
    assert names(providers_of(("Host-Header", value)))[0] == hosting


def test_via_is_the_headers_name_in_lower_case():
    found = providers_of(("X-Kinsta-Cache", "HIT"), ("CF-Ray", "1-FRA"))
    assert found.hosting is not None
    assert found.cdn is not None
    assert (found.hosting.via, found.cdn.via) == ("x-kinsta-cache", "cf-ray")
    cookie = providers_of(("Set-Cookie", "AWSALB=secret"))
    assert cookie.hosting is not None
    assert (cookie.hosting.via, cookie.layers[0].value) == ("set-cookie", "awsalb")


def test_layers_contain_every_match():
    found = providers_of(
        ("X-Powered-By", "PleskLin"),
        ("Platform", "hostinger"),
        ("Server", "LiteSpeed"),
        ("X-LiteSpeed-Cache", "hit"),
    )
    assert [(layer.kind, layer.name) for layer in found.layers] == [
        ("hosting", "Hostinger"),
        ("hosting", "Plesk"),
        ("cache", "LiteSpeed Cache"),
        ("server", "LiteSpeed"),
    ]


@pytest.mark.parametrize("status", [403, 429, 503])
def test_a_refused_page_has_its_providers(status):
    assert names(providers_of(("Server", "cloudflare"), ("X-Kinsta-Cache", "BYPASS"), status=status)) == (
        "Kinsta",
        "Cloudflare",
    )


def test_headers_of_all_hosts_together_are_analyzed():
    lines = [
        line
        for file in FILES.values()
        for product in load(file, kind=ServingProduct).products
        for sample in product.samples
        for line in sample.headers.items()
    ]
    found = providers_of(*lines)
    assert found.hosting is not None
    assert found.cdn is not None
    assert found.hosting.type == "managed-wordpress"


def test_every_type_of_host_has_its_place():
    assert {product.category for product in load("hosting.toml", kind=ServingProduct).products} <= set(
        SPECIFICITY
    )


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=60)), max_size=20))
def test_no_header_breaks_the_analysis(lines):
    providers_of(*lines)


@pytest.mark.parametrize("name", ["server", "via", "host-header", "set-cookie"])
def test_values_are_cut(name):
    for layer in providers_of((name, "cloudflare vegur" + "x" * 60_000)).layers:
        assert len(layer.value) <= 300
