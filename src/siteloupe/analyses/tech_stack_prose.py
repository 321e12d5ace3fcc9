"""The tech-stack report in prose, for a model to read: our own sentences, the site's strings quoted."""

from collections.abc import Iterator

from msgspec import UNSET

from siteloupe.analyses.prose import REST, quote
from siteloupe.analyses.unreadable import refusal_prose
from siteloupe.analyses.wordpress import UNKNOWN, theme_sentence, verdict_sentence
from siteloupe.detect.technologies.generators import CATEGORY as UNKNOWN_GENERATOR
from siteloupe.reports.brief import left_out_of
from siteloupe.reports.tech_stack import Performance, Plugin, Security, Technology, TechStackReport

MAX_PLUGINS = 25
MAX_TECHNOLOGIES = 30
MAX_STATUS = 10
"""Most entries in prose, which gives the number of the others; the report has all."""


def summarize(report: TechStackReport) -> str:
    """The report in prose. The site's own strings are quoted."""
    return "\n".join(_lines(report))


def _lines(report: TechStackReport) -> Iterator[str]:
    yield refusal_prose(report, UNKNOWN) if report.is_cms is None else verdict_sentence(report)
    if report.theme is not None:
        yield theme_sentence(report.theme)
    if report.is_cms:
        yield _plugins(report.plugins, left_out_of(report, "plugins"))
    if report.technologies:
        yield _technologies(report.technologies, left_out_of(report, "technologies"))
    yield _hosting_sentence(report)
    if report.performance is not None:
        yield _speed_sentence(report.performance)
    yield _safety_sentence(report.security)


def _plugins(plugins: list[Plugin], others: int) -> str:
    if not plugins:
        return "No plugins show themselves; some never do."
    named = [
        (each.name if each.known else quote(each.name))
        + (f" {quote(each.version)}" if each.version else "")
        + (" (not verified)" if each.verified is False else "")
        for each in plugins[:MAX_PLUGINS]
    ]
    total = len(plugins) + others
    count = f"{total} {'plugin' if total == 1 else 'plugins'}"
    return f"{count}: {_list_names(named, total, 'plugins', others)}.{_status(plugins)}"


def _status(plugins: list[Plugin]) -> str:
    """Name the plugins that are behind their latest release, and those that the directory closed."""
    behind = [each.slug for each in plugins if each.outdated is True]
    closed = [each.slug for each in plugins if each.closed is True]
    return "".join(
        f" {words}: {', '.join(quote(slug) for slug in slugs[:MAX_PLUGINS])}."
        for words, slugs in (("Behind the latest release", behind), ("Closed in the directory", closed))
        if slugs
    )


def _technologies(technologies: list[Technology], others: int) -> str:
    named = [
        f"{quote(each.name) if each.category == UNKNOWN_GENERATOR else each.name}"
        f"{' ' + quote(each.version) if each.version else ''} "
        f"({each.category}{', held back until consent or later' if each.held_back is True else ''}"
        f"{', not verified' if each.verified is False else ''})"
        for each in technologies[:MAX_TECHNOLOGIES]
    ]
    total = len(technologies) + others
    status = _release_status(technologies)
    return f"Technologies: {_list_names(named, total, 'technologies', others)}.{status}"


def _with_version(technology: Technology) -> str:
    return f"{technology.name} {quote(technology.version or '')}"


def _release_status(technologies: list[Technology]) -> str:
    """Name the technologies whose line of releases has ended, and those with known vulnerabilities."""
    ended = [each for each in technologies if each.release is not UNSET and each.release.ended]
    vulnerable = [each for each in technologies if each.vulnerability_count is not UNSET]
    return "".join(
        f" {words}: {', '.join(map(_with_version, found[:MAX_STATUS]))}."
        for words, found in (("Past their end of life", ended), ("With known vulnerabilities", vulnerable))
        if found
    )


def _list_names(named: list[str], total: int, field: str, others: int) -> str:
    rest = total - len(named)
    return ", ".join(named) + (f" and {rest} more, in `{field}`{REST * bool(others)}" if rest else "")


def _hosting_sentence(report: TechStackReport) -> str:
    hosting = report.hosting.name if report.hosting else "unknown: no header signature matched"
    cdn = report.cdn.name if report.cdn else "unknown: no header signature matched"
    server = f" The server calls itself {quote(report.server)}." if report.server else ""
    return f"Hosting: {hosting}. CDN: {cdn}.{server}"


def _speed_sentence(speed: Performance) -> str:
    packed = (
        "of unknown compression"
        if speed.compressed is None
        else f"compression {quote(speed.compression or '')}"
    )
    floor = "at least " if speed.html_cut is True else ""
    return (
        f"Speed score {speed.score} of 100, grade {speed.grade}: the server answered in "
        f"{speed.server_response_ms} ms ({speed.ttfb_rating}), {floor}{speed.html_kb} KB of HTML, {packed}, "
        f"{floor}{speed.requests} requests named in the HTML. This is one lab snapshot."
    )


def _safety_sentence(security: Security) -> str:
    names = {
        "HTTPS": security.https,
        "HSTS": security.hsts,
        "X-Content-Type-Options": security.x_content_type,
        "Content-Security-Policy": security.content_security_policy,
        "X-Frame-Options": security.x_frame_options,
    }
    there = ", ".join(name for name, given in names.items() if given) or "none"
    missing = ", ".join(name for name, given in names.items() if given is False)
    unseen = ", ".join(name for name, given in names.items() if given is None)
    parts = [f"Protections in place: {there}."]
    parts += [f"Missing: {missing or 'none'}."] if missing or not unseen else []
    parts += [f"Could not be seen: {unseen}."] if unseen else []
    return " ".join(parts)
