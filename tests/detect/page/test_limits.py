"""How much of a page is read, and which of its elements load something: each limit on both sides."""

import base64
import zlib

import pytest

from tests.pages import site


def paths(head="", body="", **given):
    return [asset.path for asset in site(head, body, **given).assets]


def own(head="", body="", **given):
    """The paths of the files that the site vouches for."""
    return [asset.path for asset in site(head, body, **given).assets if asset.is_own]


# ------------------------------------------------------------ files


@pytest.mark.parametrize(
    ("rel", "kind"),
    [
        ("stylesheet", "style"),
        ("preload as=style", "style"),
        ("preload as=script", "script"),
        ("preload as=image", "image"),
        ("preload as=font", "other"),
        ("prefetch", "other"),
        ("modulepreload", "other"),
        ("icon", "image"),
        ("apple-touch-icon", "image"),
        ("mask-icon", "image"),
        ("manifest", "image"),
        ("wlwmanifest", "other"),
        ("edituri", "other"),
        ("alternate", None),
        ("canonical", None),
        ("preconnect", None),
    ],
)
def test_what_a_link_loads(rel, kind):
    assert [asset.kind for asset in site(f"<link rel={rel} href=/a>").assets] == ([kind] if kind else [])


@pytest.mark.parametrize(("number", "read"), [(19_999, 19_999), (20_001, 20_000)])
def test_twenty_thousand_files_are_read(number, read):
    assert len(site(body="<script src=/a.js></script>" * number).assets) == read


@pytest.mark.parametrize("name", ["canonical", "https://api.w.org/", "pingback", "edituri"])
def test_a_link_names_another_host_of_the_site(name):
    named = f"<link rel='{name}' href=https://original.net/x>"
    code = "<script src=https://original.net/a.js></script><img src=https://original.net/a.png>"
    assert [path for path in own(named + code) if path.startswith("/a")] == ["/a.js"]
    assert "/a.js" not in own(f"<link rel=alternate href=https://original.net/x>{code}")
    assert "/b.js" not in own(f"{named}<script src=https://elsewhere.net/b.js></script>")


def mirrored(number, host="static.copies.net", kind="script"):
    names = ["themes/t/a.js", *(f"plugins/p/{each}.js" for each in range(number - 1))]
    return "".join(f"<script src=https://{host}/wp-content/{name}></script>" for name in names)


@pytest.mark.parametrize(("number", "relation"), [(2, "third-party"), (3, "mirror"), (4, "mirror")])
def test_three_files_with_those_of_a_theme_make_a_mirror(number, relation):
    assert {asset.relation for asset in site(mirrored(number)).assets} == {relation}
    assert {asset.relation for asset in site(mirrored(number).replace("themes", "x")).assets} == {
        "third-party"
    }
    assert {asset.relation for asset in site(mirrored(2) * 2).assets} == {"third-party"}


def test_a_pull_zone_with_the_sites_files_is_the_sites():
    assert {asset.relation for asset in site(mirrored(3, "acme.b-cdn.net")).assets} == {"sibling"}
    image = "<img src=https://acme.b-cdn.net/wp-content/themes/t/a.png>"
    found = site(mirrored(3, "acme.b-cdn.net"), image).assets
    assert {asset.kind: asset.relation for asset in found} == {"script": "sibling", "image": "sibling"}
    assert "/wp-content/themes/t/a.png" not in own(mirrored(3, "acme.b-cdn.net"), image)


@pytest.mark.parametrize(
    ("path", "copied"),
    [
        ("/example.org/a.js", "/a.js"),
        ("/x/example.org/a.js", "/a.js"),
        ("/www.example.org/a.js", "/a.js"),
        ("/x/www.example.org/b/example.org/a.js", "/b/example.org/a.js"),
        ("/x/example.org/b/www.example.org/a.js", "/b/www.example.org/a.js"),
        ("/x/anexample.org/a.js", None),
        ("/x/a.js", None),
    ],
)
def test_a_copy_of_an_optimizer_names_the_host_in_its_path(path, copied):
    for url in ("https://example.org/", "https://www.example.org/"):
        assert own(f"<script src=https://copies.net{path}></script>", url=url) == ([copied] if copied else [])


@pytest.mark.parametrize(
    ("address", "host", "path"),
    [
        ("i0.wp.com/example.org/a.png", "example.org", "/a.png"),
        ("i3.wp.com/www.Example.org/a.png", "www.Example.org", "/a.png"),
        ("i0.wp.com/elsewhere.net/a.png", "elsewhere.net", "/a.png"),
        ("ix.wp.com/elsewhere.net/a.png", "ix.wp.com", "/elsewhere.net/a.png"),
        ("s0.wp.com/elsewhere.net/a.png", "s0.wp.com", "/elsewhere.net/a.png"),
        ("i0.wq.com/elsewhere.net/a.png", "i0.wq.com", "/elsewhere.net/a.png"),
    ],
)
def test_the_image_proxy_of_wordpress_com_names_the_host_in_its_path(address, host, path):
    (asset,) = site(body=f"<img src=https://{address}>").assets
    assert (asset.host, asset.path) == (host, path)
    assert asset.is_own is ("xample.org" in host)


def test_hosts_are_read_in_any_form():
    found = site(
        "<script src=https://[2606:4700::1]:8443/a.js?x=1#y></script><script src=//CDN.Example.net/b.js></script>"
    )
    assert [(asset.host, asset.path, asset.query) for asset in found.assets] == [
        ("2606:4700::1", "/a.js", "x=1"),
        ("cdn.example.net", "/b.js", ""),
    ]


# ------------------------------------------------------------ lists of files


def listed(query):
    return [path for path in paths(f'<script src="/_static/{query}"></script>') if path != "/_static/"]


@pytest.mark.parametrize(("number", "read"), [(199, 199), (200, 200), (201, 200)])
def test_two_hundred_files_of_a_list_are_read(number, read):
    assert len(listed("??" + ",".join(f"/{each}.js" for each in range(number)))) == read


def test_a_packed_list_is_unpacked_up_to_64_kilobytes():
    def packed(text):
        return "??-" + base64.b64encode(zlib.compress(text.encode())).decode()

    blank = " " * (65_536 - len("/a.js,/b.js"))
    assert listed(packed(f"/a.js,{blank}/b.js")) == ["/a.js", "/b.js"]
    assert listed(packed(f"/a.js,{blank}    /b.js")) == ["/a.js"]
    assert listed(packed("/a.js").replace("+", "-").replace("/", "_")) == ["/a.js"]
    assert listed("??-nonsense") == []


@pytest.mark.parametrize(
    ("address", "files"),
    [
        ("/min/?f=a.css,b.css", ["/min/", "/a.css", "/b.css"]),
        ("/min/?f=a.css", ["/min/", "/a.css"]),
        ("/min/?f=a.js", ["/min/", "/a.js"]),
        ("/min/?b=x/y&f=a.js,b.js", ["/min/", "/x/y/a.js", "/x/y/b.js"]),
        ("/min/?f=a", ["/min/"]),
        ("/min/?g=a.css,b.css", ["/min/"]),
        ("/a.css,/b.css", ["/a.css,/b.css", "/a.css", "/b.css"]),
        ("/a.js,b.js", ["/a.js,b.js", "/a.js", "/b.js"]),
        ("/a,b", ["/a,b"]),
        ("/x/?ver=6.4,1", ["/x/"]),
    ],
)
def test_forms_of_lists(address, files):
    assert paths(f'<script src="{address}"></script>') == files


@pytest.mark.parametrize(("fields", "read"), [(18, ["/a.js"]), (19, ["/a.js"])])
def test_twenty_fields_of_a_query_are_read(fields, read):
    query = "&".join(f"x{each}=1" for each in range(fields))
    assert paths(f'<script src="/min/?{query}&f=a.js"></script>')[1:] == read


# ------------------------------------------------------------ what is read of the page


@pytest.mark.parametrize(("before", "is_read"), [(131_072 - 8, True), (131_072 - 7, False)])
def test_so_much_of_inline_scripts_is_read(before, is_read):
    script = f"<script>{';' * before}lastname</script>"
    assert ("lastname" in site(script).facts.named["global"]) is is_read


def test_inline_scripts_share_what_is_read():
    full = f"<script>{';' * 131_072}</script>"
    assert "first" in site(f"<script>first</script>{full}").facts.named["global"]
    assert "second" not in site(f"{full}<script>second</script>").facts.named["global"]
    half = f"<script>{';' * 131_065}</script>"
    assert "another" in site(f"{half}<script>another</script>").facts.named["global"]
    assert "another" not in site(f"{half}<script>;another</script>").facts.named["global"]


@pytest.mark.parametrize(("number", "read"), [(1999, 1999), (2001, 2000)])
def test_two_thousand_addresses_in_scripts_are_read(number, read):
    script = "".join(f"'//a{each}.net/';" for each in range(number))
    assert len(site(f"<script>{script}</script>").facts.placed["script"]) == read


@pytest.mark.parametrize(("number", "read"), [(1999, 1999), (2001, 2000)])
def test_two_thousand_paths_in_the_content_directory_are_read(number, read):
    body = "".join(f"<img src=/wp-content/uploads/{each}.png>" for each in range(number))
    assert len(site(body=body).facts.lines["content-path"]) == read


@pytest.mark.parametrize(("number", "read"), [(209, 209), (210, 210), (212, 210)])
def test_the_first_and_the_last_105_comments_are_read(number, read):
    body = "".join(f"<!-- number {each} -->" for each in range(number))
    found = site(body=body).facts.lines["comment"]
    assert len(found) == read
    assert found[:105] == tuple(f"number {each}" for each in range(105))
    assert found[-105:] == tuple(f"number {each}" for each in range(number - 105, number))


def test_texts_are_cut():
    long = "x" * 5000
    head = f"<meta name=generator content={long}><link id={long} href=/a><script id=js>{long}</script>"
    body = f"<!--{long}--><input name=A value={long}><img src=/wp-content/uploads/{long}>"
    facts = site(head, body).facts
    assert [len(value) for _, value in facts.valued["meta"]] == [1000]
    assert [(name, len(value)) for name, value in facts.valued["input"]] == [("a", 300)]
    assert [len(line) for line in facts.lines["comment"]] == [300]
    assert [len(line) for line in facts.lines["inline"]] == [300]
    assert [len(line) for line in facts.lines["content-path"]] == [300]
    assert [len(name) for name in facts.named["handle"]] == [300, 2]
    assert {len(value) for value in facts.values["comment"].values()} == {300}


def test_images_frames_and_styles_are_facts_by_what_loads_them():
    facts = site("<link rel=stylesheet href=/a.css>", "<img src=/b.png><iframe src=/c></iframe>").facts
    assert facts.placed["stylesheet"] == ("https://example.org/a.css",)
    assert facts.placed["image"] == ("https://example.org/b.png",)
    assert facts.placed["frame"] == ("https://example.org/c",)
    assert facts.placed["script"] == ()


# ------------------------------------------------------------ libraries


def library(*urls):
    found = site("".join(f'<script src="{url}"></script>' for url in urls)).facts
    return dict(found.versions)


CORE = "/wp-includes/js/{}.js?ver={}"


@pytest.mark.parametrize(("sharing", "version"), [(1, "6.1"), (2, "6.1"), (3, ""), (4, "")])
def test_a_version_on_three_files_of_core_is_wordpresss(sharing, version):
    urls = [CORE.format(f"lib{each}", "6.1") for each in range(sharing)]
    assert library(*urls)["lib0"] == version


@pytest.mark.parametrize(("length", "is_read"), [(97, True), (98, False)])
def test_the_name_of_a_file_has_a_hundred_characters_at_most(length, is_read):
    assert bool(library(f"/{'x' * length}.js")) is is_read


@pytest.mark.parametrize(("number", "is_read"), [(49, True), (50, False)])
def test_fifty_files_of_an_address_are_named(number, is_read):
    address = "https://cdn.jsdelivr.net/combine/" + "npm/a@1.0.0," * number + "npm/vue@3.4.1"
    assert ("vue" in library(address)) is is_read


@pytest.mark.parametrize(("depth", "is_read"), [(11, True), (12, False)])
def test_twelve_folders_of_an_address_are_searched_for_a_package(depth, is_read):
    assert (library(f"/{'x/' * depth}gsap@3.12.5/a.js").get("gsap") == "3.12.5") is is_read


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://cdn.jsdelivr.net/npm/alpinejs", "alpinejs"),
        ("https://unpkg.com/alpinejs", "alpinejs"),
        ("https://unpkg.com/@popperjs/core", "@popperjs/core"),
        ("https://cdn.jsdelivr.net/npm/@popperjs/core", "@popperjs/core"),
        ("https://unpkg.com/@popperjs/core@2.11.8/a.js", "@popperjs/core"),
        ("https://unpkg.com/@popperjs", ""),
    ],
)
def test_packages_of_npm(url, name):
    assert name in {*library(url), ""}


def test_the_name_of_a_package_has_a_hundred_characters_at_most():
    assert "x" * 100 in library(f"https://unpkg.com/{'x' * 120}@1.0.0/a.js")
    assert "x" * 100 in library(f"https://cdnjs.cloudflare.com/ajax/libs/{'x' * 120}/1.0.0/a.js")


@pytest.mark.parametrize(("before", "version"), [(493, "3.7.1"), (494, "3.7.1"), (500, "")])
def test_so_much_of_a_query_is_read(before, version):
    query = "x" * (before - len("&ver=3.7.1") + 6) + "&ver=3.7.1"
    assert library(f"/wp-includes/js/jquery.js?{query}")["jquery"] == version


@pytest.mark.parametrize("ending", [".js", ".mjs", ".css"])
def test_files_of_code(ending):
    tag = f'<link rel=stylesheet href="/swiper-8.4.5{ending}">'
    assert dict(site(tag).facts.versions) == {"swiper": "8.4.5"}


# ------------------------------------------------------------ hosts and texts


@pytest.mark.parametrize(
    ("name", "relation"),
    [("abcde", "mirror"), ("abcd", "third-party"), ("12345", "third-party"), ("a2345", "mirror")],
)
def test_a_name_of_five_letters_under_another_suffix_is_the_same_owners(name, relation):
    (asset,) = site(f"<script src=https://{name}.net/a.js></script>", url=f"https://{name}.com/").assets
    assert asset.relation == relation


def test_a_long_relation_is_cut_where_it_is_told():
    (asset,) = site(f"<link rel='stylesheet {'x' * 60}' href=/a.css>").assets
    assert asset.where == f"<link rel=stylesheet {'x' * 29}>"


def styled(number):
    return "<style>" + "".join(f"a{{background:url(/{each}.png)}}" for each in range(number))


@pytest.mark.parametrize(("before", "is_read"), [(499, True), (500, False)])
def test_five_hundred_references_of_a_style_are_read(before, is_read):
    last = "a{background:url(/wp-content/uploads/a.png)}</style>"
    assert (site(styled(before) + last).signals.signals.count > 0) is is_read
