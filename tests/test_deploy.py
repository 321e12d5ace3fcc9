"""The files to deploy with: well-formed, hardened, and in step with the settings and the address table."""

import configparser
import ipaddress
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from siteloupe.data import rows
from siteloupe.settings import Settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
VARIABLES = {row.variable for row in Settings().describe()}


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.render"])
def test_the_dockerfiles_pass_hadolint(name) -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    checked = subprocess.run([hadolint, DEPLOY / name], capture_output=True, text=True, check=False)
    assert (checked.stdout, checked.returncode) == ("", 0)


def test_images_are_named_by_tag_and_digest() -> None:
    """A tag can be moved to other bytes; a digest says which bytes, and the tag says to people what they are."""
    files = [DEPLOY / name for name in ("Dockerfile", "Dockerfile.render", "compose.yaml")]
    line = re.compile(r"^(?:FROM|    image:) (?!siteloupe)(\S+)", re.MULTILINE)
    images = {image for path in files for image in line.findall(path.read_text())}
    assert {re.sub(r"@sha256:[0-9a-f]{64}$", "", image) for image in images} == {
        "ghcr.io/astral-sh/uv:0.9.30",
        "python:3.13-slim-trixie",
        "caddy:2.10-alpine",
        "valkey/valkey:9-alpine",
    }
    assert len(images) == 4
    assert all("@sha256:" in image for image in images)


def test_the_image_runs_as_nobody_and_says_whether_it_is_well() -> None:
    final = (DEPLOY / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", final, re.MULTILINE)
    assert "HEALTHCHECK" in final
    assert "RUN" not in final


def test_the_image_with_a_browser_differs_by_the_browser_alone() -> None:
    plain = set((DEPLOY / "Dockerfile").read_text().splitlines())
    added = [line for line in (DEPLOY / "Dockerfile.render").read_text().splitlines() if line not in plain]
    instructions = {line.split()[0] for line in added if not line.startswith(("#", " "))}
    assert instructions == {"RUN", "ENV"}
    assert any("chromium" in line for line in added)


def test_the_profile_for_chromium_allows_namespaces_and_refuses_mounts() -> None:
    profile = json.loads((DEPLOY / "seccomp-chromium.json").read_text())
    [refused] = profile["syscalls"]
    assert refused["action"] == "SCMP_ACT_ERRNO"
    assert {"mount", "ptrace", "bpf", "kexec_load", "init_module"} <= set(refused["names"])
    assert not {"clone", "unshare", "chroot"} & set(refused["names"])


@pytest.mark.parametrize(
    "name", ["Dockerfile", "Dockerfile.render", "compose.yaml", "siteloupe.service", "../docs/deploy.md"]
)
def test_every_setting_that_is_named_exists(name) -> None:
    assert set(re.findall(r"SITELOUPE_[A-Z_]+", (DEPLOY / name).read_text())) <= VARIABLES


def test_every_service_is_confined() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in services["siteloupe"]
    assert services["store"]["networks"] == ["store"]  # it asks for no password
    assert "--protected-mode no" in " ".join(services["store"]["command"])


def test_the_proxy_keeps_metrics_and_says_itself_what_is_believed_of_it() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert "respond /metrics 404" in text
    for header in ("X-Request-ID {http.request.uuid}", "-Traceparent", "-Tracestate"):
        assert f"header_up {header}\n" in text


def test_only_the_proxys_network_is_believed() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    trusted = compose["services"]["siteloupe"]["environment"]["SITELOUPE_TRUSTED_PROXIES"]
    assert trusted == compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    members = {name for name, service in compose["services"].items() if "front" in service["networks"]}
    assert members == {"siteloupe", "proxy"}
    fixed = {compose["services"][name]["networks"]["front"]["ipv4_address"] for name in members}
    assert len(fixed) == len(members)  # else the first to start gets the address of the other
    assert {ipaddress.ip_address(each) in ipaddress.ip_network(trusted) for each in fixed} == {True}


def test_the_second_wall_stands_wherever_the_first_does() -> None:
    text = (DEPLOY / "egress.nft").read_text()
    refused = [ipaddress.ip_network(found) for found in re.findall(r"^\t\t\t(\S+),$", text, re.MULTILINE)]
    public = ipaddress.ip_network("2000::/3")
    assert f"ip6 daddr != {public}" in text
    for row in rows("address_ranges.tsv"):
        network = ipaddress.ip_network(row["network"])
        same = [each for each in refused if each.version == network.version]
        outside = network.version == 6 and not network.overlaps(public)
        assert outside or any(network.subnet_of(each) for each in same), network


def test_the_second_wall_opens_the_ports_of_the_first() -> None:
    ports = re.search(r"tcp dport \{ ([\d, ]+) \} accept", (DEPLOY / "egress.nft").read_text())[1]
    assert {int(port) for port in ports.split(",")} == Settings().allow_ports


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, delimiters=("=",), interpolation=None)
    parser.optionxform = str
    parser.read(DEPLOY / "siteloupe.service")
    return parser


def test_the_unit_gives_the_service_nothing_it_does_not_need() -> None:
    service = unit()["Service"]
    assert service["User"] == "siteloupe"
    assert service["CapabilityBoundingSet"] == ""
    for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "RestrictNamespaces", "ProtectHome"):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_knows_every_directive_of_the_unit(tmp_path) -> None:
    text = (DEPLOY / "siteloupe.service").read_text()
    copy = tmp_path / "siteloupe.service"
    copy.write_text(text.replace("/opt/siteloupe/bin/siteloupe", sys.executable))
    command = ["systemd-analyze", "verify", "--recursive-errors=no", copy]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.stderr, checked.returncode) == ("", 0)
