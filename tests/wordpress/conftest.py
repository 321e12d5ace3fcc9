"""One MariaDB and one WordPress a layout for the whole run; each test finds the WordPress as new."""

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.servers.mariadb import MariaDB
from tests.servers.siteloupe import Siteloupe
from tests.servers.sites import Sites
from tests.wordpress.site import BEDROCK, CLASSIC, SUBFOLDER, WordPress

LAYOUTS = {"classic": CLASSIC, "subfolder": SUBFOLDER, "bedrock": BEDROCK}


@pytest.fixture(scope="session")
def wordpress_folder():
    # Not pytest's: the path of a Unix socket has to be short.
    folder = Path(tempfile.mkdtemp(prefix="siteloupe-wordpress-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def database(wordpress_folder):
    (folder := wordpress_folder / "mariadb").mkdir()
    try:
        server = MariaDB(folder, databases=tuple(LAYOUTS))
    except FileNotFoundError as missing:
        pytest.fail(_how_to_have(missing))
    with server:
        yield server


def _installed(database: MariaDB, folder: Path, layout: str):
    try:
        site = WordPress(database, layout, folder / layout, LAYOUTS[layout])
    except FileNotFoundError as missing:
        pytest.fail(_how_to_have(missing))
    with site:
        yield site


def _how_to_have(missing: FileNotFoundError) -> str:
    return f"{missing} Install it with scripts/system, or leave these tests out with: -m 'not wordpress'"


@pytest.fixture(scope="session")
def classic(database, wordpress_folder):
    yield from _installed(database, wordpress_folder, "classic")


@pytest.fixture
def wordpress(classic):
    yield classic
    classic.reset()


@pytest.fixture(scope="session")
def subfolder(database, wordpress_folder):
    yield from _installed(database, wordpress_folder, "subfolder")


@pytest.fixture(scope="session")
def bedrock(database, wordpress_folder):
    yield from _installed(database, wordpress_folder, "bedrock")


@pytest.fixture(scope="session")
def directory():
    """A double of wordpress.org's theme directory; what a test does not set answers 404."""
    with Sites() as sites:
        yield sites


@pytest.fixture(scope="session")
def siteloupe(classic, subfolder, bedrock, directory):
    """The service, led to every WordPress of the tests and to the directory's double."""
    ours = [site.connect_to for site in (classic, subfolder, bedrock)]
    settings = {
        "SITELOUPE_CONNECT_TO": ",".join([*ours, directory.connect_to]),
        "SITELOUPE_WPORG_API": "http://directory.test",
    }
    with Siteloupe(**settings) as service:
        yield service
