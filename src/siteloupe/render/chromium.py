"""Chromium as a command: where it is, its flags, and the network namespace that it is started in.

The flags are a wall of their own. With a proxy that refuses, also for loopback, and no name that resolves,
nothing that the browser does by itself arrives anywhere: WebSockets, preconnects, calls home. WebRTC needs
two more flags, because it dials without the proxy over UDP.
Sources: https://peter.sh/experiments/chromium-command-line-switches/ and
https://github.com/GoogleChrome/chrome-launcher/blob/main/docs/chrome-flags-for-tools.md
"""

import asyncio
import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

_WALL = (
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
)

_FEATURES = (
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "DirectSockets",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "OptimizationHints",
    "Prerender2",
    "Translate",
    "WebBluetooth",
    "WebTransport",
    "WebUSB",
)
"""What the browser shall not do: most of it calls home, or finds devices."""

_QUIET = (
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-service-autorun",
    f"--disable-features={','.join(_FEATURES)}",
)

_SMALL = (
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--disable-3d-apis",
    "--disable-dev-shm-usage",
    "--disable-notifications",
    "--block-new-web-contents",
    "--mute-audio",
    "--use-mock-keychain",
    "--password-store=basic",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--blink-settings=imagesEnabled=false",
    "--site-per-process",
)

_ISOLATED = ("--user", "--map-current-user", "--net", "--")


def find_chromium(named: str | None) -> str | None:
    """Return the path of the browser: the one that is ``named``, else the first on the PATH; None without."""
    for name in (named,) if named else NAMES:
        if path := shutil.which(name):
            return path
    return None


def flags(profile: Path, proxy: str, *, sandbox: bool) -> list[str]:
    """Return all flags of a browser with its data in the folder ``profile``; ``proxy`` refuses everything."""
    own = [
        "--headless=new",
        "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
        f"--proxy-server={proxy}",
    ]
    return [*own, *_WALL, *_QUIET, *_SMALL, *([] if sandbox else ["--no-sandbox"]), "about:blank"]


async def isolation() -> list[str]:
    """Return the command before the browser's that gives it a network of its own, without any interface.

    Empty where the system has no such namespaces, or does not allow them. What fails is tried once.
    """
    return list(await _find_isolation())


async def _find_isolation() -> tuple[str, ...]:
    if (unshare := shutil.which("unshare")) is None:
        return ()
    if unshare not in _probed:
        probe = await asyncio.create_subprocess_exec(
            unshare,
            *_ISOLATED,
            "true",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        _probed[unshare] = await probe.wait() == 0
    return (unshare, *_ISOLATED) if _probed[unshare] else ()


_probed: dict[str, bool] = {}


def environment() -> dict[str, str]:
    """Return the variables that the browser needs; it gets no credential, proxy or bus of the service."""
    kept = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "LD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ}
