"""The tech-stack report in prose, for a model to read: our own sentences, the site's strings quoted."""

from collections.abc import Iterator

from siteloupe.analyses.prose import no_sign, quoted
from siteloupe.analyses.unreadable import unreadable
from siteloupe.analyses.wordpress import UNKNOWN, theme_sentence
from siteloupe.reports.tech_stack import Performance, Plugin, Security, Technology, TechStackReport

MAX_PLUGINS = 25
MAX_TECHNOLOGIES = 30
"""Entries that are told; the rest is counted, and the whole list is in the report."""


def summarize(report: TechStackReport) -> str:
    """The report in prose. The site's own strings are quoted."""
    return "\n".join(_lines(report))


def _lines(report: TechStackReport) -> Iterator[str]:
    yield unreadable(report, UNKNOWN) if report.is_cms is None else _verdict(report)
    if report.theme is not None:
        yield theme_sentence(report.theme)
    if report.is_cms:
        yield _plugins(report.plugins)
    if report.technologies:
        yield _technologies(report.technologies)
    yield _served(report)
    if report.performance is not None:
        yield _speed(report.performance)
    yield _safety(report.security)


def _verdict(report: TechStackReport) -> str:
    if not report.is_cms:
        return f"{quoted(report.url)} shows {no_sign(report)}."
    version = f" {quoted(report.cms_version)}" if report.cms_version else ""
    return f"{quoted(report.url)} runs WordPress{version}, with {report.confidence} confidence."


def _plugins(plugins: list[Plugin]) -> str:
    if not plugins:
        return "No plugins show themselves; some never do."
    named = [
        (each.name if each.known else quoted(each.name))
        + (f" {quoted(each.version)}" if each.version else "")
        for each in plugins[:MAX_PLUGINS]
    ]
    return f"{len(plugins)} {'plugin' if len(plugins) == 1 else 'plugins'}: {_listed(named, len(plugins))}."


def _technologies(technologies: list[Technology]) -> str:
    named = [
        f"{each.name}{' ' + quoted(each.version) if each.version else ''} ({each.category})"
        for each in technologies[:MAX_TECHNOLOGIES]
    ]
    return f"Technologies: {_listed(named, len(technologies))}."


def _listed(named: list[str], total: int) -> str:
    rest = total - len(named)
    return ", ".join(named) + (f" and {rest} more" if rest else "")


def _served(report: TechStackReport) -> str:
    hosting = report.hosting.name if report.hosting else "unknown: no header signature matched"
    cdn = report.cdn.name if report.cdn else "unknown: no header signature matched"
    server = f" The server calls itself {quoted(report.server)}." if report.server else ""
    return f"Hosting: {hosting}. CDN: {cdn}.{server}"


def _speed(speed: Performance) -> str:
    packed = (
        "of unknown compression"
        if speed.compressed is None
        else f"compression {quoted(speed.compression or '')}"
    )
    return (
        f"Speed score {speed.score} of 100, grade {speed.grade}: the server answered in "
        f"{speed.server_response_ms} ms ({speed.ttfb_rating}), {speed.html_kb} KB of HTML, {packed}, "
        f"{speed.requests} requests named in the HTML. This is one lab snapshot."
    )


def _safety(security: Security) -> str:
    names = {
        "HTTPS": security.https,
        "HSTS": security.hsts,
        "X-Content-Type-Options": security.x_content_type,
        "Content-Security-Policy": security.content_security_policy,
        "X-Frame-Options": security.x_frame_options,
    }
    there = ", ".join(name for name, given in names.items() if given) or "none"
    missing = ", ".join(name for name, given in names.items() if given is False) or "none"
    unseen = ", ".join(name for name, given in names.items() if given is None)
    could_not = f" Could not be seen: {unseen}." if unseen else ""
    return f"Protections in place: {there}. Missing: {missing}.{could_not}"
