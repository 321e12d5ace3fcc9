"""The wheel: everything that the code reads is in it, and it works where the source is not."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import PAGES
from tests.servers.siteloupe import Siteloupe, free_port
from tests.servers.sites import Sites

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"


def uv(*arguments: str, **environment: str) -> None:
    # What is needed is in uv's cache since the environment of these tests was made; nothing is fetched.
    program = shutil.which("uv") or str(ROOT / ".cache/uv/bin/uv")
    command = [program, *arguments, "--offline", "--quiet"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_wheel_holds_every_file_of_the_package(tmp_path) -> None:
    uv("build", "--wheel", "--out-dir", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("siteloupe/")}
    tree = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*") if path.is_file()}
    assert packed == {path for path in tree if "__pycache__" not in path}


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """An environment as the Dockerfile makes it: from the lock, without anything for development."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    uv("sync", "--frozen", "--no-dev", "--no-editable", UV_PROJECT_ENVIRONMENT=str(folder))
    return folder


def test_what_is_installed_is_not_the_source(installed) -> None:
    (package,) = installed.glob("lib/python3*/site-packages/siteloupe")
    assert not package.is_symlink()
    assert (package / "products" / "challenges.toml").is_file()


def test_what_is_installed_looks_at_a_site(installed, tmp_path) -> None:
    with Sites(PAGES) as sites:
        looked = subprocess.run(
            [installed / "bin" / "siteloupe", "check-cms", "http://orchard.example/", "--json"],
            cwd=tmp_path,
            env={
                "PATH": "/usr/bin:/bin",
                "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
                "SITELOUPE_CONNECT_TO": sites.connect_to,
                "SITELOUPE_WPORG_API": "off",
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert (looked.stderr, looked.returncode) == ("", 0)
    assert '"isCms":true' in looked.stdout


def test_what_is_installed_serves_its_api_and_its_website(installed) -> None:
    with Sites(PAGES) as sites:
        settings = {"SITELOUPE_CONNECT_TO": sites.connect_to}
        with Siteloupe((str(installed / "bin" / "siteloupe"), "serve"), **settings) as service:
            assert service.analyze("check-cms", "http://orchard.example/").json["isCms"] is True
            assert service.get("/metrics").status == 200
            page = service.get("/").body.decode()
            files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert files
            assert {service.get(file).status for file in files} == {200}


@pytest.mark.parametrize(
    ("setting", "packages"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, "opentelemetry-sdk"),
        ({"SITELOUPE_REDIS_URL": "redis://127.0.0.1:1"}, "redis limits"),
    ],
)
def test_a_setting_without_its_extra_stops_the_start_and_names_it(
    installed, tmp_path, setting, packages
) -> None:
    started = subprocess.run(
        [installed / "bin" / "siteloupe", "serve"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "SITELOUPE_PORT": str(free_port()), **setting},
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 1
    assert f"pip install {packages}" in started.stderr


@pytest.mark.parametrize(
    ("option", "package"), [(("--engine", "ray"), "ray"), (("--out", "x.parquet"), "pyarrow")]
)
def test_a_package_that_is_missing_is_named(installed, tmp_path, option, package) -> None:
    (tmp_path / "list").write_text("http://10.0.0.1/\n")
    command = [installed / "bin" / "siteloupe", "scan", "list", *option]
    asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert asked.returncode == 2
    assert f"pip install {package}" in asked.stderr
