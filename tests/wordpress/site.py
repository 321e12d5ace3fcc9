"""A real WordPress, from the distribution's package, on loopback."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from tests.servers.mariadb import MariaDB
from tests.servers.program import Program

PACKAGED = Path("/usr/share/wordpress")
PHP = Path(__file__).with_name("php")

INSTALL = """
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('A blog', 'editor', 'editor@blog.test', true, '', 'password');
$GLOBALS['wp_rewrite']->set_permalink_structure($given['permalinks']);
flush_rewrite_rules(false);
return get_bloginfo('version');
"""
THEMES = "return array_map(fn ($theme) => $theme->get('Version'), wp_get_themes());"
ACTIVATE = "switch_theme($given['theme']); return get_stylesheet();"
ADD_POST = """
$post = ['post_title' => 'A post', 'post_content' => $given['html'], 'post_status' => 'publish'];
return get_permalink(wp_insert_post($post));
"""
ACTIVATE_PLUGIN = """
wp_cache_delete('plugins', 'plugins');
$files = array_keys(get_plugins("/$given[slug]"));
$result = activate_plugin("$given[slug]/$files[0]");
return is_wp_error($result) ? $result->get_error_message() : null;
"""
OPTION = "return update_option($given['name'], $given['value']);"
PERMALINKS = """
$GLOBALS['wp_rewrite']->set_permalink_structure($given['structure']);
flush_rewrite_rules(false);
"""
RESET = """
update_option('active_plugins', []);
switch_theme($given['theme']);
$GLOBALS['wp_rewrite']->set_permalink_structure($given['permalinks']);
flush_rewrite_rules(false);
"""

PLAIN = ""
PRETTY = "/%year%/%postname%/"


@dataclass(frozen=True)
class Layout:
    """Where a WordPress keeps its parts, as paths on its host; the default is what most sites have."""

    host: str = "blog.test"
    home: str = ""
    core: str = ""
    content: str = "/wp-content"


CLASSIC = Layout()
SUBFOLDER = Layout("shop.test", home="/blog", core="/blog", content="/blog/wp-content")
BEDROCK = Layout("bedrock.test", core="/wp", content="/app")
"""WordPress in a folder of its own and the content beside it, as https://roots.io/bedrock/ lays it out."""


class WordPress:
    """One WordPress, installed in ``folder`` and served by PHP's own server until it is stopped.

    ``version`` and ``themes`` (slug → version) are what WordPress itself says. Raises FileNotFoundError
    when PHP or WordPress is not installed.
    """

    def __init__(self, database: MariaDB, name: str, folder: Path, layout: Layout = CLASSIC) -> None:
        if (php := shutil.which("php")) is None:
            raise FileNotFoundError("PHP (php-cli) is not installed.")
        if not (PACKAGED / "wp-load.php").is_file():
            raise FileNotFoundError(f"WordPress is not installed in {PACKAGED}.")
        self.layout = layout
        self.host = layout.host
        self.url = f"http://{layout.host}{layout.home}/"
        self.document_root = folder
        self.content = Path(f"{folder}{layout.content}")
        self._php = [php, "-d", "opcache.enable_cli=1", "-d", "opcache.revalidate_freq=0"]
        self._environment = self._wordpress_environment(database, name, folder)
        _lay_out(_unpacked(folder.parent), folder, layout, self.content)
        self.version: str = self.run(INSTALL, installing=True, permalinks=PRETTY)
        self.themes: dict[str, str] = self.run(THEMES)
        self._first_theme = max(self.themes)
        self._server = Program(
            [*self._php, "-S", "127.0.0.1:0", "-t", str(folder), str(PHP / "router.php")],
            ready="started",
            environment=self._environment,
        )
        self.port = int(re.search(r":(\d+)\) started", self._server.ready_line)[1])

    def _wordpress_environment(self, database: MariaDB, name: str, folder: Path) -> dict[str, str]:
        origin = f"http://{self.layout.host}"
        return {
            "PATH": os.environ["PATH"],
            "WORDPRESS_SOCKET": str(database.socket),
            "WORDPRESS_DATABASE": name,
            "WORDPRESS_HOME": origin + self.layout.home,
            "WORDPRESS_CORE": f"{folder}{self.layout.core}",
            "WORDPRESS_CORE_URL": origin + self.layout.core,
            "WORDPRESS_CONTENT": str(self.content),
            "WORDPRESS_CONTENT_URL": origin + self.layout.content,
        }

    @property
    def connect_to(self) -> str:
        """What leads siteloupe here, for SITELOUPE_CONNECT_TO."""
        return f"{self.host}:80:127.0.0.1:{self.port}"

    def run(self, code: str, **given: Any) -> Any:
        """Run PHP inside this WordPress with ``$given``; what it returns, as JSON has it."""
        command = [*self._php, str(PHP / "run.php"), json.dumps(given)]
        done = subprocess.run(
            command,
            input=code,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        try:
            return json.loads(done.stdout)
        except ValueError:
            raise RuntimeError(f"WordPress failed:\n{done.stdout}\n{done.stderr}") from None

    def get(self, path: str) -> tuple[Message, str]:
        """The headers and text of a page, as WordPress sends them; a full URL of the site will do too."""
        path = path.removeprefix(f"http://{self.host}")
        address = f"http://127.0.0.1:{self.port}{path}"
        with urlopen(Request(address, headers={"Host": self.host}), timeout=30) as answer:
            return answer.headers, answer.read().decode()

    def activate(self, theme: str) -> None:
        if (active := self.run(ACTIVATE, theme=theme)) != theme:
            raise RuntimeError(f"WordPress activated {active}, not {theme}")

    def create_child_theme(self, parent: str, *, version: str = "0.9.2") -> str:
        """The slug of a new theme that says only that it is a child of ``parent``."""
        slug = f"{parent}-child"
        folder = self.content / "themes" / slug
        folder.mkdir()
        header = f"Theme Name: Child of {parent}\nTemplate: {parent}\nVersion: {version}\nAuthor: The tests"
        (folder / "style.css").write_text(f"/*\n{header}\n*/\nbody {{ color: #123456 }}\n")
        shutil.copy(PHP / "child-functions.php", folder / "functions.php")
        return slug

    def add_post(self, html: str) -> str:
        """Publish a post; its URL."""
        return self.run(ADD_POST, html=html)

    def install_plugin(self, folder: Path) -> None:
        """Copy a plugin's folder in, unless the package brings it, and activate it."""
        if not (installed := self.content / "plugins" / folder.name).exists():
            shutil.copytree(folder, installed)
        if message := self.run(ACTIVATE_PLUGIN, slug=folder.name):
            raise RuntimeError(message)

    def option(self, name: str, value: Any) -> None:
        self.run(OPTION, name=name, value=value)

    def permalinks(self, structure: str) -> None:
        self.run(PERMALINKS, structure=structure)

    def must_use(self, name: str, code: str) -> None:
        """Add PHP that runs with every request, as a host does for all its customers."""
        folder = self.content / "mu-plugins"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.php").write_text(f"<?php {code}")

    def reset(self) -> None:
        """As it was when it was new, but for posts and other options."""
        shutil.rmtree(self.content / "mu-plugins", ignore_errors=True)
        self.run(RESET, theme=self._first_theme, permalinks=PRETTY)
        for child in (self.content / "themes").glob("*-child"):
            shutil.rmtree(child)
        for plugin in (self.content / "plugins").iterdir():
            if plugin.is_dir() and not (PACKAGED / "wp-content/plugins" / plugin.name).exists():
                shutil.rmtree(plugin)

    def stop(self) -> None:
        self._server.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _unpacked(folder: Path) -> Path:
    """The package's core, copied into ``folder`` once: its own links lead out of it, and PHP follows them."""
    if not (core := folder / "core").exists():
        aside = shutil.ignore_patterns("wp-content", "wp-config.php", ".htaccess")
        shutil.copytree(PACKAGED, core, ignore=aside)
    return core


def _lay_out(unpacked: Path, folder: Path, layout: Layout, content: Path) -> None:
    """Put the packaged WordPress where the layout wants its parts; nobody writes to its core."""
    core = Path(f"{folder}{layout.core}")
    shutil.copytree(unpacked, core, copy_function=os.link)
    shutil.copytree(PACKAGED / "wp-content", content)
    shutil.copy(PHP / "wp-config.php", core)
    if layout.core != layout.home:
        header = f"__DIR__ . '{layout.core}/wp-blog-header.php'"
        entrance = f"<?php define('WP_USE_THEMES', true); require {header};"
        Path(f"{folder}{layout.home}/index.php").write_text(entrance)
