"""The outline of the tech-stack report: software first, then servers, speed and security."""

from siteloupe.analyses.rendering import RENDERED
from siteloupe.analyses.wordpress import CONFIDENCE, HINTS, SIGNALS, SYSTEM, THEME
from siteloupe.reports.categories import category_labels
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section
from siteloupe.reports.tech_stack import TechStackReport

COMPONENTS = (
    ("serverResponseMs", "Server response, in ms"),
    ("htmlKb", "HTML, in KB"),
    ("compression", "Compression"),
    ("renderBlocking", "Render-blocking resources"),
    ("requests", "Requests in the HTML"),
    ("https", "HTTPS"),
    ("redirects", "Redirects"),
)
"""The names of the parts of the speed score."""

TESTS = (
    ("content-security-policy", "Content security policy (CSP)"),
    ("cookies", "Cookies"),
    ("cross-origin-resource-sharing", "Cross-origin resource sharing (CORS)"),
    ("redirection", "Redirect to https"),
    ("referrer-policy", "Referrer policy"),
    ("strict-transport-security", "Strict transport security (HSTS)"),
    ("subresource-integrity", "Subresource integrity (SRI)"),
    ("x-content-type-options", "Content type sniffing (X-Content-Type-Options)"),
    ("x-frame-options", "Framing (X-Frame-Options)"),
    ("cross-origin-resource-policy", "Cross-origin resource policy (CORP)"),
)
"""The names of the security tests."""

CHECKS = (
    ("https", "HTTPS"),
    ("hsts", "HSTS"),
    ("hsts-subdomains", "HSTS for subdomains"),
    ("hsts-preload", "HSTS preloading"),
    ("content-type-sniffing", "Content type sniffing"),
    ("referrer-policy", "Referrer policy"),
    ("permissions-policy", "Permissions policy"),
    ("cross-origin-resource-policy", "Cross-origin resource policy"),
    ("cross-origin-opener-policy", "Cross-origin opener policy"),
    ("cross-origin-embedder-policy", "Cross-origin embedder policy"),
    ("cookies-secure", "Cookies: Secure"),
    ("cookies-http-only", "Cookies: HttpOnly"),
    ("cookies-same-site", "Cookies: SameSite"),
    ("cookies-prefix", "Cookies: name prefix"),
    ("framing", "Framing"),
    ("csp", "CSP"),
    ("csp-inline-scripts", "CSP: inline scripts"),
    ("csp-eval", "CSP: eval"),
    ("csp-script-sources", "CSP: sources of scripts"),
    ("csp-inline-styles", "CSP: inline styles"),
    ("csp-default", "CSP: default sources"),
    ("csp-objects", "CSP: plug-in content"),
    ("csp-base-uri", "CSP: base URL"),
    ("csp-form-action", "CSP: targets of forms"),
    ("csp-encrypted-sources", "CSP: sources over http"),
    ("mixed-content", "Mixed content"),
    ("subresource-integrity", "Subresource integrity"),
    ("https-redirect", "Redirect to https"),
)
"""The names of the security checks."""

_NOT_JUDGED = (("null", "not tested"),)

HOSTS = (
    ("managed-wordpress", "Managed WordPress"),
    ("static-wordpress", "Static WordPress"),
    ("paas", "Platform (PaaS)"),
    ("site-builder", "Site builder"),
    ("shared", "Shared hosting"),
    ("storage", "Storage"),
    ("cloud", "Cloud"),
    ("load-balancer", "Load balancer"),
    ("control-panel", "Control panel"),
    ("cdn", "CDN"),
    ("cdn-waf", "CDN with firewall"),
    ("image-cdn", "Image CDN"),
    ("delivery", "Delivery"),
    ("cache", "Cache"),
    ("server", "Server"),
    ("origin", "Origin"),
)
"""The types of hosts, CDNs and layers."""

LAYERS = (("hosting", "Hosting"), ("cdn", "CDN"), ("cache", "Cache"), ("server", "Server"))
"""What layers do."""

CATEGORIES = tuple(category_labels().items())
"""The labels of categories."""

UNIDENTIFIED = (("null", "not identified"),)
"""The words for a host or CDN of which no header told."""

OUTLINE = outline(
    TechStackReport,
    HINTS,
    section("isCms", Kind.VERDICT, CONFIDENCE, column("cmsVersion"), column("cmsVersionSource")),
    *SYSTEM,
    *THEME,
    section(
        "plugins",
        Kind.TABLE,
        column("name"),
        column("slug"),
        column("version"),
        column("versionSource"),
        column("versionCertainty"),
        column("latestVersion"),
        column("outdated", Kind.FLAG, good=False),
        column("closed", Kind.FLAG, good=False),
        column("installs", Kind.FLOOR),
        column("known", Kind.FLAG),
        column("verified", Kind.FLAG),
    ),
    section(
        "technologies",
        Kind.TABLE,
        column("name"),
        column("category", words=CATEGORIES),
        column("version"),
        column("heldBack", Kind.FLAG),
        column("verified", Kind.FLAG),
        column("release.ended", Kind.FLAG, good=False),
        column("release.end"),
        column("vulnerabilityCount", Kind.NUMBER),
    ),
    RENDERED,
    section(
        "thirdParties",
        Kind.TABLE,
        column("name"),
        column("category"),
        column("requests", Kind.NUMBER),
        column("heldBack", Kind.FLAG),
    ),
    group(
        "Served by",
        column(
            "hosting.name",
            label=OtherLabel("Hosting", because="the name says who it is"),
            words=UNIDENTIFIED,
        ),
        column(
            "hosting.type", label=OtherLabel("Hosting type", because="the CDN has a type too"), words=HOSTS
        ),
        column("cdn.name", label=OtherLabel("CDN", because="the name says who it is"), words=UNIDENTIFIED),
        column("server"),
        column("poweredBy"),
    ),
    section(
        "layers",
        Kind.TABLE,
        column("name"),
        column("kind", words=LAYERS),
        column("type", words=HOSTS),
        column("via"),
        column("value"),
    ),
    section("performance.score", Kind.METER, column("performance.grade")),
    section(
        "performance",
        Kind.RECORD,
        column("serverResponseMs", Kind.NUMBER, unit="ms"),
        column("ttfbRating"),
        column("downloadMs", Kind.NUMBER, unit="ms"),
        column("htmlKb", Kind.NUMBER, unit="KB"),
        column("htmlCut", Kind.FLAG, words=(("true", "yes: size and requests are at least these"),)),
        column("compression"),
        column("compressionNote"),
        column("requests", Kind.NUMBER),
        column("note"),
    ),
    section(
        "performance.components",
        Kind.TABLE,
        column("name", words=COMPONENTS),
        column("value"),
        column("points", Kind.NUMBER, whole="max"),
    ),
    section("securityDetail.score", Kind.METER, column("securityDetail.grade")),
    section(
        "securityDetail.tests",
        Kind.TABLE,
        column("name", words=TESTS),
        column("passed", Kind.FLAG, good=True, words=_NOT_JUDGED),
        column("points", Kind.NUMBER),
        column("result"),
        column("advice"),
    ),
    section(
        "securityDetail.checks",
        Kind.TABLE,
        column("name", words=CHECKS),
        column("passed", Kind.FLAG, good=True, words=_NOT_JUDGED),
        column("note"),
        column("value"),
    ),
    section(
        "composition",
        Kind.RECORD,
        column("scripts", Kind.NUMBER),
        column("stylesheets", Kind.NUMBER),
        column("images", Kind.NUMBER),
        column("inlineScripts", Kind.NUMBER),
        column("inlineStyles", Kind.NUMBER),
    ),
    section("wpSignals", Kind.SIGNALS, *SIGNALS),
    group("Page", column("url", Kind.LINK), column("checkedAt", Kind.TIME), column("generator")),
)
