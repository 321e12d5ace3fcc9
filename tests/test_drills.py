"""What runs out costs metrics or a slow answer, never the service."""

import asyncio
import errno
import json
import os
import socket
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

import pytest

from siteloupe.analyses import CHECK_CMS
from siteloupe.counting import FOLDER, SIZES, folder_for, reserve
from siteloupe.live_service import open_service
from siteloupe.settings import Settings
from tests.net.conftest import OPEN
from tests.servers.nameserver import nameserver
from tests.servers.program import Program
from tests.servers.raw import PUBLIC, answer, raw_server, site
from tests.servers.sites import Page, Sites
from tests.servers.small_folder import limited, small_folder
from tests.test_serving import GRANIAN, free_port, get, wait_until_served

HOME = Page("<!doctype html><title>Home</title><p>Hello.")
ROOM = 4 * sum(SIZES.values())
"""For two workers, their successors, and nothing more than that."""


@pytest.fixture(scope="module")
def sites():
    with Sites({"http://home.example/": HOME}) as sites:
        yield sites


def service(port, sites, begin=(), **settings):
    environment = {
        **os.environ,
        "SITELOUPE_PORT": str(port),
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": "off",
        "SITELOUPE_RATE_LIMITS": "off",
        **settings,
    }
    return Program(
        [*begin, *GRANIAN], ready="siteloupe listens on", environment=environment, seconds=60, patience=40
    )


def ask_much(port):
    """Many requests at once of each kind; their statuses."""
    paths = [
        "/check-cms?url=http://home.example/",
        "/metrics",
        "/nowhere",
        "/check-cms?url=10.0.0.1",
        "/",
    ] * 8
    with ThreadPoolExecutor(8) as threads:
        return {status for status, _, _ in threads.map(lambda path: get(port, path), paths)}


def workers_that_ended(program):
    return [line for line in program.lines if "nexpected exit" in line or "respawn" in line.lower()]


@pytest.mark.parametrize("room", [ROOM, 4096], ids=["until it is filled", "from the start"])
def test_a_metrics_folder_without_room_costs_metrics_and_no_worker(sites, tmp_path, room):
    port = free_port()
    with small_folder(tmp_path / "metrics", room) as folder:
        if room < ROOM:
            folder.fill()
        settings = {FOLDER: str(folder.path), "SITELOUPE_WORKERS": "2"}
        with service(port, sites, folder.limited, **settings) as program:
            wait_until_served(port)
            folder.fill()
            assert ask_much(port) == {200, 400, 404}
            assert b"siteloupe_requests_total" in get(port, "/metrics")[2]
            assert not workers_that_ended(program)
            alone = [line for line in program.lines if "metrics-not-shared" in line]
            assert len(alone) == (2 if room < ROOM else 0)


def test_a_removed_metrics_folder_leaves_each_worker_its_own_metrics(sites, tmp_path):
    port, folder = free_port(), tmp_path / "metrics"
    folder.mkdir()
    with service(port, sites, **{FOLDER: str(folder), "SITELOUPE_WORKERS": "2"}):
        wait_until_served(port)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        assert b"siteloupe_requests_total" in get(port, "/metrics")[2]
        assert get(port, "/healthz")[0] == 200


def test_reserved_files_have_all_their_blocks_and_are_gone_where_there_is_no_room(tmp_path, monkeypatch):
    assert reserve(tmp_path, 7)
    for kind, size in SIZES.items():
        about = (tmp_path / f"{kind}_7.db").stat()
        assert (about.st_size, about.st_blocks * 512 >= size) == (size, True)

    def refuse(_descriptor, _start, size):
        if size == SIZES["gauge_livesum"]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", refuse)
    assert not reserve(tmp_path, 8)
    assert not list(tmp_path.glob("*_8.db"))


def test_without_a_temporary_folder_the_workers_start_all_the_same(monkeypatch, capsys):
    def refuse(**_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    with folder_for(2):
        assert FOLDER not in os.environ
    assert "its own metrics only: No space left" in capsys.readouterr().err


def test_without_a_descriptor_left_callers_wait_and_are_answered_when_there_is_one(sites):
    port = free_port()
    with service(port, sites, limited("-n 64")) as program:
        wait_until_served(port)
        with ExitStack() as stack:
            for _ in range(80):  # callers who connect, and ask nothing
                idle = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                idle.settimeout(60)
        assert get(port, "/check-cms?url=http://home.example/", timeout=60)[0] == 200
        assert get(port, "/healthz")[0] == 200
        assert not workers_that_ended(program)


async def test_without_a_thread_left_names_are_looked_up_and_sites_analyzed(monkeypatch):
    """Look-ups need none, and judging takes processes that are there already."""

    def names(name, kind):
        return [f"{name} A {PUBLIC}"] if kind == "A" else []

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    async with (
        nameserver(names) as server,
        raw_server(site({"/": answer(b"<p>Hello.", "Content-Type: text/html")})) as web,
    ):
        settings = replace(
            Settings(wporg_api=None),
            allow_networks=(OPEN,),
            nameserver=server.setting,
            allow_ports=frozenset({web.port}),
        )
        async with open_service(settings) as running:
            await running.answer(CHECK_CMS, f"http://first.example:{web.port}/")
            monkeypatch.setattr(threading.Thread, "start", refuse)
            answers = await asyncio.gather(
                *(
                    running.answer(CHECK_CMS, f"http://site{number}.example:{web.port}/")
                    for number in range(5)
                )
            )
            monkeypatch.undo()
    assert not any(json.loads(each.body)["blocked"] for each in answers)
