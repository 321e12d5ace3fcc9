"""Every setting, read from the environment once, each with a safe default."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from siteloupe import __version__
from siteloupe.address import Network, TargetPolicy
from siteloupe.errors import BadSetting
from siteloupe.settings import values
from siteloupe.settings.values import RenderMode, Route

__all__ = ["DescribedSetting", "RenderMode", "Route", "Settings"]


def _setting(
    variable: str,
    default: Any,
    read: Callable[[str], Any],
    meaning: str,
    write: Callable[[Any], str] | None = None,
) -> Any:
    metadata = {"variable": variable, "read": read, "meaning": meaning, "write": write or values.write}
    return field(default_factory=lambda: default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class DescribedSetting:
    """One setting in words: ``value`` and ``default`` as its variable spells them, empty for none."""

    variable: str
    value: str
    default: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one process. :meth:`from_environment` makes them once, then they are passed on."""

    host: str = _setting("SITELOUPE_HOST", "127.0.0.1", str, "address to listen on")
    port: int = _setting("SITELOUPE_PORT", 8000, values.read_port, "port to listen on")
    workers: int = _setting(
        "SITELOUPE_WORKERS",
        1,
        values.read_count,
        "serving processes; more than one needs Redis for shared limits and reports",
    )
    judges: int | None = _setting(
        "SITELOUPE_JUDGES",
        None,
        values.read_count,
        "judging processes of each serving process; empty: its share of the machine's cores, two at least",
    )
    judges_cgroup: str | None = _setting(
        "SITELOUPE_JUDGES_CGROUP",
        None,
        values.read_folder,
        "folder of a control group that judging processes enter, with limits of the operator; empty: none",
    )
    site_origin: str | None = _setting(
        "SITELOUPE_SITE_ORIGIN",
        None,
        values.read_origin,
        "the service's own public origin; empty: as requested",
    )
    allow_networks: tuple[Network, ...] = _setting(
        "SITELOUPE_ALLOW_NETWORKS",
        (),
        values.read_opened_networks,
        "CIDRs exempt from the private-address rule, for intranets and tests",
    )
    connect_to: tuple[Route, ...] = _setting(
        "SITELOUPE_CONNECT_TO",
        (),
        values.read_routes,
        "`HOST1:PORT1:HOST2:PORT2`, as curl's `--connect-to`; either of the first two may be empty",
    )
    allow_ports: frozenset[int] = _setting(
        "SITELOUPE_ALLOW_PORTS",
        frozenset({80, 443, 8080, 8443}),
        values.read_ports,
        "ports a target, its redirects and its subresources may name",
    )
    nameserver: tuple[str, int] | None = _setting(
        "SITELOUPE_NAMESERVER",
        None,
        values.read_nameserver,
        "`ADDRESS:PORT` of the DNS server to ask; empty: the system's",
        values.write_nameserver,
    )
    ca_file: str | None = _setting(
        "SITELOUPE_CA_FILE", None, str, "certificates to trust besides the system's, in PEM; checked at start"
    )
    rate_limits: Mapping[str, int] | None = _setting(
        "SITELOUPE_RATE_LIMITS",
        {},
        values.read_rate_limits,
        "`off`, or requests a minute such as `check-cms=10,mcp=30`",
        values.write_rate_limits,
    )
    redis_url: str | None = _setting(
        "SITELOUPE_REDIS_URL",
        None,
        values.read_store,
        "Redis or Valkey for shared limits and reports of several processes or machines",
        values.write_without_password,
    )
    secret: str | None = _setting(
        "SITELOUPE_SECRET",
        None,
        values.read_secret,
        "hides callers and seals reports in Redis, 16 characters or more; empty: one that Redis keeps",
        values.write_secret,
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        "SITELOUPE_TRUSTED_PROXIES", (), values.read_networks, "CIDRs whose `X-Forwarded-For` is believed"
    )
    wporg_api: str | None = _setting(
        "SITELOUPE_WPORG_API",
        "https://api.wordpress.org",
        values.read_directory,
        "the directory of themes and plugins; `off` asks nobody",
        values.write_directory,
    )
    user_agent: str | None = _setting(
        "SITELOUPE_USER_AGENT",
        None,
        str,
        "what sites see; empty: siteloupe with its version and the address of its about page",
    )
    inspect_fonts: bool = _setting(
        "SITELOUPE_INSPECT_FONTS",
        False,  # noqa: FBT003 - the default, like any other
        values.read_switch,
        "`on`: font-detector looks into a site's own font files unasked, not only where a caller says so",
        values.write_switch,
    )
    render: RenderMode = _setting(  # noqa: RUF009 - a field, like all others
        "SITELOUPE_RENDER",
        "off",
        values.read_render_mode,
        "pages as a browser shows them, with playwright and Chromium: `off`, `ask` (only where a "
        "caller says `render=1`), `auto` (also pages that scripts build)",
    )
    chromium: str | None = _setting(
        "SITELOUPE_CHROMIUM", None, str, "the browser's command; empty: the first Chromium on the PATH"
    )
    render_sandbox: bool = _setting(
        "SITELOUPE_RENDER_SANDBOX",
        True,  # noqa: FBT003
        values.read_switch,
        "`off` starts Chromium without its own sandbox, as root or where user namespaces are forbidden",
        values.write_switch,
    )

    total_seconds: float = _setting(
        "SITELOUPE_TOTAL_SECONDS", 25.0, values.read_seconds, "one analysis, whatever the site does"
    )
    resolve_seconds: float = _setting(
        # glibc asks again after 5 seconds: one lost packet should not fail a look-up.
        "SITELOUPE_RESOLVE_SECONDS",
        6.0,
        values.read_seconds,
        "looking a name up",
    )
    connect_seconds: float = _setting(
        "SITELOUPE_CONNECT_SECONDS", 5.0, values.read_seconds, "connecting, TLS included"
    )
    first_byte_seconds: float = _setting(
        "SITELOUPE_FIRST_BYTE_SECONDS", 10.0, values.read_seconds, "waiting for an answer's first byte"
    )
    stylesheet_seconds: float = _setting(
        "SITELOUPE_STYLESHEET_SECONDS", 8.0, values.read_seconds, "all stylesheets together"
    )
    font_seconds: float = _setting(
        "SITELOUPE_FONT_SECONDS", 6.0, values.read_seconds, "all font files together"
    )
    rest_seconds: float = _setting(
        "SITELOUPE_REST_SECONDS", 4.0, values.read_seconds, "the site's REST API root"
    )
    directory_seconds: float = _setting(
        "SITELOUPE_DIRECTORY_SECONDS", 3.0, values.read_seconds, "the theme directory's answer"
    )
    judging_seconds: float = _setting(
        "SITELOUPE_JUDGING_SECONDS", 10.0, values.read_seconds, "CPU time of one task on a page"
    )
    render_seconds: float = _setting(
        "SITELOUPE_RENDER_SECONDS", 8.0, values.read_seconds, "rendering one page"
    )
    render_cpu_seconds: float = _setting(
        "SITELOUPE_RENDER_CPU_SECONDS",
        4.0,
        values.read_seconds,
        "CPU time of the browser's process for a page",
    )
    wait_seconds: float = _setting(
        "SITELOUPE_WAIT_SECONDS", 2.0, values.read_seconds, "waiting for a free place when all are taken"
    )
    redis_seconds: float = _setting(
        "SITELOUPE_REDIS_SECONDS", 0.25, values.read_seconds, "one question to Redis, connecting included"
    )
    cache_seconds: float = _setting(
        "SITELOUPE_CACHE_SECONDS", 300.0, values.read_seconds, "how long a completed report is kept"
    )

    max_redirects: int = _setting(
        "SITELOUPE_MAX_REDIRECTS", 10, values.read_count, "hops of one redirect chain"
    )
    max_requests: int = _setting(
        "SITELOUPE_MAX_REQUESTS", 60, values.read_count, "requests of one analysis, hops included"
    )
    max_html: int = _setting(
        "SITELOUPE_MAX_HTML",
        5 * 1024 * 1024,
        values.read_count,
        "bytes of the page, decoded; what is over is cut",
    )
    max_stylesheets: int = _setting("SITELOUPE_MAX_SHEETS", 40, values.read_count, "stylesheets fetched")
    max_stylesheet: int = _setting(
        "SITELOUPE_MAX_SHEET", 2 * 1024 * 1024, values.read_count, "bytes of one stylesheet, decoded"
    )
    max_css: int = _setting(
        "SITELOUPE_MAX_CSS", 8 * 1024 * 1024, values.read_count, "bytes of all stylesheets, decoded"
    )
    max_import_depth: int = _setting(
        "SITELOUPE_MAX_IMPORT_DEPTH", 3, values.read_count, "levels of `@import` followed"
    )
    max_font_files: int = _setting("SITELOUPE_MAX_FONT_FILES", 8, values.read_count, "font files fetched")
    max_font_file: int = _setting(
        "SITELOUPE_MAX_FONT_FILE", 2 * 1024 * 1024, values.read_count, "bytes of one font file"
    )
    max_font_bytes: int = _setting(
        "SITELOUPE_MAX_FONT_BYTES", 6 * 1024 * 1024, values.read_count, "bytes of all font files"
    )
    render_memory: int = _setting(
        "SITELOUPE_RENDER_MEMORY",
        600 * 1024 * 1024,
        values.read_count,
        "bytes of memory of the browser's process for a page",
    )
    render_requests: int = _setting(
        "SITELOUPE_RENDER_REQUESTS", 100, values.read_count, "requests of one rendered page, hops included"
    )
    render_bytes: int = _setting(
        "SITELOUPE_RENDER_BYTES", 15 * 1024 * 1024, values.read_count, "bytes that one rendered page may load"
    )
    render_at_once: int = _setting("SITELOUPE_RENDER_AT_ONCE", 2, values.read_count, "pages rendered at once")
    max_json: int = _setting(
        "SITELOUPE_MAX_JSON",
        1024 * 1024,
        values.read_count,
        "bytes of the REST API root and the directory's answer",
    )
    max_theme_style: int = _setting(
        "SITELOUPE_MAX_THEME_STYLE", 8192, values.read_count, "bytes read of a theme's `style.css`"
    )
    max_header_bytes: int = _setting(
        "SITELOUPE_MAX_HEADER_BYTES", 64 * 1024, values.read_count, "bytes of one header block"
    )
    max_header_lines: int = _setting(
        "SITELOUPE_MAX_HEADER_LINES", 200, values.read_count, "lines of one header block"
    )
    per_host: int = _setting("SITELOUPE_PER_HOST", 6, values.read_count, "connections to one host at once")
    ahead: int = _setting(
        "SITELOUPE_AHEAD",
        5,
        values.read_number,
        "most connections opened to a host while its page is on its way; `0`: none, nor one to the "
        "directory, and no stylesheet is requested before the page is whole",
    )
    max_concurrent: int = _setting("SITELOUPE_MAX_CONCURRENT", 64, values.read_count, "analyses at once")
    max_waiting: int = _setting(
        "SITELOUPE_MAX_WAITING", 64, values.read_count, "analyses waiting for a place"
    )
    max_answer: int = _setting("SITELOUPE_MAX_ANSWER", 256 * 1024, values.read_count, "bytes of one answer")
    cache_bytes: int = _setting(
        "SITELOUPE_CACHE_BYTES", 32 * 1024 * 1024, values.read_count, "bytes of reports kept"
    )
    cache_entries: int = _setting("SITELOUPE_CACHE_ENTRIES", 500, values.read_count, "reports kept")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Read every known variable. Raises BadSetting, which names the variable, for a malformed one."""
        given: dict[str, Any] = {}
        for spec in fields(cls):
            variable, read = spec.metadata["variable"], spec.metadata["read"]
            if (text := environment.get(variable, "").strip()) == "":
                continue
            try:
                given[spec.name] = read(text)
            except ValueError as error:
                raise BadSetting(f"{variable}: {error}") from error
        return cls(**given)

    def describe(self) -> Iterator[DescribedSetting]:
        """Return every setting in order, for documents and the terminal, without passwords."""
        defaults = Settings()
        for spec in fields(self):
            value, default = (spec.metadata["write"](getattr(own, spec.name)) for own in (self, defaults))
            yield DescribedSetting(spec.metadata["variable"], value, default, spec.metadata["meaning"])

    @property
    def policy(self) -> TargetPolicy:
        """Return the rules for targets, redirects and subresources."""
        return TargetPolicy(self.allow_ports, self.allow_networks)

    @property
    def sent_user_agent(self) -> str:
        """Return the User-Agent for targets. Without a site origin, it has the address of the project."""
        about = f"{self.site_origin or f'http://{self.host}:{self.port}'}/about"
        return self.user_agent or f"Mozilla/5.0 (compatible; siteloupe/{__version__}; +{about})"

    def warnings(self) -> list[str]:
        """Return one sentence for each setting that weakens the address rules or the limits, or redirects."""
        sentences = []
        if self.allow_networks:
            opened = ", ".join(map(str, self.allow_networks))
            sentences.append(f"SITELOUPE_ALLOW_NETWORKS lets every caller reach {opened}")
        if self.connect_to:
            sentences.append("SITELOUPE_CONNECT_TO sends requests to other hosts than their URLs name")
        if self.render != "off" and not self.render_sandbox:
            sentences.append(
                "SITELOUPE_RENDER_SANDBOX is off: a page that breaks out of Chromium acts as the service"
            )
        if self.workers > 1 and self.redis_url is None and self.rate_limits is not None:
            sentences.append(
                f"SITELOUPE_WORKERS is {self.workers} without SITELOUPE_REDIS_URL: every worker counts for "
                "itself, so the limits are that many times as wide"
            )
        return sentences
