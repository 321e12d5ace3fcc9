"""The overview in prose, for a model to read: our own sentences, the site's strings quoted."""

from collections.abc import Iterator

from siteloupe.analyses.prose import quote
from siteloupe.analyses.unreadable import refusal_prose
from siteloupe.analyses.wordpress import UNKNOWN, verdict_sentence
from siteloupe.reports.overview import MainFont, MainTheme, OverviewReport


def summarize(report: OverviewReport) -> str:
    """Return the report in prose. The site's own strings are quoted."""
    return "\n".join(line for line in _lines(report) if line)


def _lines(report: OverviewReport) -> Iterator[str]:
    yield refusal_prose(report, UNKNOWN) if report.is_cms is None else verdict_sentence(report)
    if report.theme is not None:
        yield _theme(report.theme)
    named = [f"{quote(each.name)}{_version(each.version)}" for each in report.plugins]
    yield _list_sentence("Main plugins", named, report.plugin_count)
    named = [f"{each.name}{_version(each.version)} ({each.category})" for each in report.technologies]
    yield _list_sentence("Main technologies", named, report.technology_count)
    hosting = report.hosting.name if report.hosting else "not identified"
    cdn = report.cdn.name if report.cdn else "not identified"
    server = f" Server header: {quote(report.server)}." if report.server else ""
    yield f"Hosting: {hosting}. CDN: {cdn}.{server}"
    yield _grades(report)
    yield _colors(report)
    fonts = (("Body font", report.body), ("Heading font", report.heading))
    yield " ".join(f"{what}: {_font(font)}." for what, font in fonts if font is not None)


def _theme(theme: MainTheme) -> str:
    version = f", version {quote(theme.version)}" if theme.version else ""
    outdated = ", which is outdated" if theme.outdated is True else ""
    parent = f", a child of {quote(theme.parent_theme)}" if theme.parent_theme else ""
    return f"Theme: {quote(theme.name)}{version}{outdated}{parent}."


def _version(version: str | None) -> str:
    return f" {quote(version)}" if version else ""


def _list_sentence(what: str, named: list[str], total: int) -> str:
    if not named:
        return ""
    rest = total - len(named)
    return f"{what}: {', '.join(named)}{f' and {rest} more' if rest > 0 else ''}."


def _grades(report: OverviewReport) -> str:
    speed, security = report.performance, report.security
    told = [f"Speed: {speed.score} of 100, grade {speed.grade}, one lab snapshot."] if speed else []
    told += [f"Security headers: score {security.score}, grade {security.grade}."] if security else []
    return " ".join(told)


def _colors(report: OverviewReport) -> str:
    roles = report.roles
    pairs = (
        ("background", roles.background),
        ("text", roles.text),
        ("primary", roles.primary),
        ("accent", roles.accent),
        ("border", roles.border),
    )
    told = [f"{name} {role.hex} ({role.confidence} confidence)" for name, role in pairs if role is not None]
    lines = [f"Colors by role: {', '.join(told)}."] if told else []
    lines += [f"Main colors: {', '.join(color.hex for color in report.colors)}."] if report.colors else []
    return " ".join(lines)


def _font(font: MainFont) -> str:
    if font.family is None:
        return "the fonts of the visitor's system"
    loaded = ", named in CSS but not loaded" if font.loaded is False else ""
    return f"{quote(font.family)}{loaded}{' (low confidence)' if font.confidence == 'low' else ''}"
