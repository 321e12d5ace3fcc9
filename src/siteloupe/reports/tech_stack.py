"""The tech-stack report."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.brief import FULL_ONLY, Most
from siteloupe.reports.check_cms import ContentSourceField, ForkField, Signals
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import describe
from siteloupe.reports.refusal import VisitFields
from siteloupe.reports.releases import ReleaseLine, Vulnerability
from siteloupe.reports.rendering import RenderedField
from siteloupe.reports.theme import Theme
from siteloupe.reports.third_parties import ThirdParty

Grade = Literal["A", "B", "C", "D", "F"]
SecurityLetter = Literal["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"]


class Plugin(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One WordPress plugin."""

    slug: Annotated[str, describe("Folder", "plugin folder name")]
    name: Annotated[str, describe("Name", "product name, or the slug title-cased when it is not known")]
    known: Annotated[bool, describe("Known", "whether the slug is in the bundled list")]
    version: Annotated[
        str | None, describe("Version", "version, when what was seen is plausibly the plugin's own")
    ]
    version_source: Annotated[
        Literal["asset", "comment", "generator", "class", "markup", "header", "json"] | None,
        describe("Version from", "what `version` was read from; null with no version"),
        FULL_ONLY,
    ] = None
    version_certainty: Annotated[
        Literal["stated", "shared", "single"] | UnsetType,
        describe(
            "Version known",
            "how firmly `version` is known: the plugin or its host states it, several of its files agree on "
            "it, or a single file has it, which is a hint; absent with no version",
        ),
    ] = UNSET
    latest_version: Annotated[
        str | UnsetType,
        describe("Latest release", "the plugin directory's current release; absent otherwise"),
    ] = UNSET
    outdated: Annotated[
        bool | UnsetType,
        describe(
            "Outdated",
            "`version` is behind `latestVersion`; absent when either is not known, or is no version; as firm "
            "as `versionCertainty` says",
        ),
    ] = UNSET
    closed: Annotated[
        bool | UnsetType,
        describe(
            "Closed",
            "the plugin directory closed it, so that it gets no updates; absent when the directory does not "
            "list it or could not be asked",
        ),
    ] = UNSET
    installs: Annotated[
        int | UnsetType,
        describe("Active installs", "directory active installs, a floor: 500000 means 500,000+"),
    ] = UNSET
    verified: Annotated[
        bool | UnsetType,
        describe(
            "Verified",
            "false when only marks show it that were never seen in real output; absent otherwise",
        ),
    ] = UNSET
    kind: Annotated[
        Literal["plugin", "mu-plugin", "drop-in"],
        Meta(description="an ordinary plugin, one in mu-plugins, or a drop-in of wp-content"),
        FULL_ONLY,
    ] = "plugin"
    evidence: Annotated[list[Evidence], Meta(description="what was seen of it, and where"), FULL_ONLY] = []


class Signature(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A host or CDN that a response header shows."""

    name: Annotated[str, describe("Name", "provider name")]
    type: Annotated[str | None, describe("Type", "provider category")]
    via: Annotated[str, describe("Header", "response header the match came from, in lower case")]


class Layer(Signature, frozen=True, kw_only=True, rename="camel"):
    """One of several services in front of or under the site."""

    kind: Annotated[Literal["hosting", "cdn", "cache", "server"], describe("Does", "what it does")]
    value: Annotated[str, describe("Value", "the header's value, cut at 300 characters")]


class Technology(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Something the site is built with, WordPress plugins apart."""

    name: Annotated[str, describe("Name", "product name")]
    category: Annotated[
        str, describe("Category", "what it is, such as `analytics` or `javascript-framework`")
    ]
    version: Annotated[str | None, describe("Version", "version, when the page states it")] = None
    held_back: Annotated[
        bool | UnsetType,
        describe(
            "Held back",
            "true when the page names it, but does not load it: it waits for consent, or for a script that "
            "moves its address to `src`; absent otherwise",
        ),
    ] = UNSET
    verified: Annotated[
        bool | UnsetType,
        describe(
            "Verified",
            "false for a name that only a generator meta states, when the bundled list has no such product, "
            "and for an entry of the list that was never seen in real output; absent otherwise",
        ),
    ] = UNSET
    release: Annotated[
        ReleaseLine | UnsetType,
        describe("Release", "the line of releases of the version; absent when none is known"),
    ] = UNSET
    vulnerability_count: Annotated[
        int | UnsetType,
        describe("Known vulnerabilities", "how many the version has; absent when none is known"),
    ] = UNSET
    vulnerabilities: Annotated[
        list[Vulnerability] | UnsetType,
        Meta(description="known vulnerabilities of the version, the most severe first, at most 20"),
        FULL_ONLY,
    ] = UNSET
    evidence: Annotated[list[Evidence], Meta(description="what was seen of it, and where"), Most(1)] = []


class Component(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One part of the performance score."""

    name: Annotated[str, describe("Part", "what is judged, by its field's name where it has one")]
    value: Annotated[
        float | str | bool | None, describe("Measured", "what was measured; null when it was not")
    ]
    points: Annotated[float, describe("Points", "points given")]
    max: Annotated[float, Meta(description="points it could give")]
    measured: Annotated[bool, Meta(description="false leaves it out of the score, which is rescaled")]


class Performance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A single lab snapshot from where the service runs, not what visitors see."""

    score: Annotated[int, describe("Speed score", "compression is left out when undetermined", ge=0, le=100)]
    grade: Annotated[Grade, describe("Grade", "A from 90, B from 80, C from 70, D from 60, else F")]
    server_response_ms: Annotated[
        int, describe("Server response", "request sent to first byte, without name look-up and connecting")
    ]
    ttfb_rating: Annotated[
        Literal["fast", "moderate", "slow"], describe("Rating", "fast < 300 ms, moderate ≤ 800 ms, else slow")
    ]
    download_ms: Annotated[int, describe("Download", "first byte to last")]
    html_kb: Annotated[
        float,
        describe(
            "HTML",
            "uncompressed HTML in KB of 1,024 bytes; with `htmlCut` only of what was read, a floor",
        ),
    ]
    html_cut: Annotated[
        bool | UnsetType,
        describe("HTML was cut", "true when the page is over the limit, so that size and counts are floors"),
    ] = UNSET
    compression: Annotated[
        str | None,
        describe("Compression", "wire encoding, `none` when observed uncompressed, null when undetermined"),
    ]
    compressed: Annotated[bool | None, Meta(description="null when undetermined, never to be read as no")]
    compression_source: Annotated[
        Literal["content-encoding", "content-length"] | None,
        Meta(
            description="the header that shows it; null when undetermined, or when no header came that could"
        ),
    ]
    compression_note: Annotated[
        str | None, describe("Compression unknown", "why it is undetermined; null when it was observed")
    ]
    https: Annotated[bool, Meta(description="whether the final URL is https")]
    requests: Annotated[
        int, describe("Requests in the HTML", "1 and the distinct URLs that the HTML makes a browser fetch")
    ]
    note: Annotated[str, describe("Note", "what these figures are, and are not")]
    components: Annotated[list[Component], describe("Score breakdown", "what `score` is made of")]


class Security(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Which protections the site switches on; all but ``https`` are null when the page could not be read."""

    https: Annotated[bool, describe("HTTPS", "the final URL is https")]
    hsts: Annotated[
        bool | None, describe("HSTS", "https, and Strict-Transport-Security with a max-age above 0")
    ] = None
    x_content_type: Annotated[
        bool | None, describe("X-Content-Type-Options", "X-Content-Type-Options: nosniff")
    ] = None
    content_security_policy: Annotated[
        bool | None,
        describe("Content-Security-Policy", "a Content-Security-Policy is enforced, by header or `<meta>`"),
    ] = None
    x_frame_options: Annotated[
        bool | None, describe("X-Frame-Options", "X-Frame-Options: DENY or SAMEORIGIN")
    ] = None


class SecurityCheck(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One finding about a security header, cookie or resource."""

    name: Annotated[str, describe("Check", "what was checked")]
    passed: Annotated[bool | None, describe("Passed", "null when it does not apply or could not be seen")]
    value: Annotated[str | None, describe("Seen", "what was seen, cut at 300 characters")]
    note: Annotated[str, describe("What it means", "one sentence on what it means")]


class SecurityTest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One test of MDN's HTTP Observatory, as far as one visit shows it."""

    name: Annotated[str, describe("Test", "the test, by the Observatory's name for it")]
    passed: Annotated[
        bool | None, describe("Passed", "null when it does not apply, or one visit cannot show it")
    ]
    points: Annotated[
        int, describe("Points", "what it adds to 100 or takes away; points above 0 count from 90 on")
    ]
    result: Annotated[str, describe("Result", "what was found, one sentence")]
    advice: Annotated[
        str | None, describe("Send instead", "what to send instead; null when nothing is to be done")
    ] = None


class SecurityDetail(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Each protection looked at closely."""

    score: Annotated[
        int | None,
        describe(
            "Security score",
            "100 and the points of `tests`, at least 0; points above 0 count where it is 90 without them; "
            "null when the page was cut",
        ),
    ] = None
    grade: Annotated[
        SecurityLetter | None,
        describe("Grade", "the score's letter by the scale of MDN's HTTP Observatory; null without a score"),
    ] = None
    tests: Annotated[
        list[SecurityTest],
        describe("Security tests", "the tests of MDN's HTTP Observatory, with what to send instead"),
    ] = []
    hsts_max_age: Annotated[int | None, Meta(description="seconds; null without the header")] = None
    hsts_include_sub_domains: Annotated[bool, Meta(description="includeSubDomains is stated")] = False
    hsts_preload: Annotated[bool, Meta(description="preload is stated")] = False
    frame_ancestors: Annotated[bool, Meta(description="the policy names frame-ancestors")] = False
    referrer_policy: Annotated[str | None, Meta(description="as stated by header, else by `<meta>`")] = None
    permissions_policy: Annotated[str | None, Meta(description="as stated by header")] = None
    checks: Annotated[
        list[SecurityCheck],
        describe("Security checks", "each header, cookie flag and directive by itself"),
    ] = []


class Composition(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the HTML is made of, as counts."""

    scripts: Annotated[int, describe("Scripts", "`script` elements with `src`")]
    stylesheets: Annotated[int, describe("Stylesheets", "`<link rel=stylesheet>`")]
    images: Annotated[int, describe("Images", "`<img>`")]
    inline_scripts: Annotated[int, describe("Inline scripts", "executable `script` elements without `src`")]
    inline_styles: Annotated[int, describe("Inline styles", "`<style>`")]


class TechStackReport(VisitFields, frozen=True, kw_only=True, rename="camel"):
    """What the site is built with."""

    success: Annotated[Literal[True], Meta(description="always true on an answer with a report")] = True
    is_cms: Annotated[bool | None, describe("Runs WordPress", "null when the page could not be read")]
    confidence: Annotated[
        Literal["none", "low", "medium", "high"],
        describe("Confidence", "as check-cms; `none` when unreadable"),
    ]
    wp_signals: Annotated[Signals, describe("Signals", "the eight signals of check-cms")]
    generator: Annotated[str | None, describe("Generator", "the generator meta")]
    cms_version: Annotated[
        str | None,
        describe("Version", "version of WordPress, or of its fork, when the page tells; null is unknown"),
    ] = None
    cms_version_source: Annotated[
        Literal["generator", "emoji", "asset"] | None,
        describe("Version from", "what `cmsVersion` was read from"),
    ] = None
    fork: ForkField = UNSET
    content_from: ContentSourceField = UNSET
    theme: Annotated[Theme | None, describe("Theme", "the active theme; null when none can be told")]
    plugins: Annotated[
        list[Plugin], describe("Plugins", "those that show themselves; some never do"), Most(60)
    ]
    technologies: Annotated[
        list[Technology],
        describe("Technologies", "everything else that was recognized, WordPress or not"),
        Most(50),
    ] = []
    third_parties: Annotated[
        list[ThirdParty],
        describe("Third parties", "owners of the hosts that the page loads from, most addresses first"),
        Most(12),
    ] = []
    hosting: Annotated[Signature | None, describe("Hosting", "null means no signature matched")]
    cdn: Annotated[Signature | None, describe("CDN", "null means no signature matched")]
    layers: Annotated[list[Layer], describe("Layers", "every header signature that matched"), Most(6)] = []
    server: Annotated[str | None, describe("Server", "raw Server response header")]
    powered_by: Annotated[str | None, describe("X-Powered-By", "raw X-Powered-By response header")]
    performance: Annotated[Performance | None, describe("Speed", "null when the page could not be read")]
    security: Annotated[
        Security,
        describe("Security", "five protections; of an unreadable page only `https`"),
    ]
    security_detail: Annotated[
        SecurityDetail | None,
        Meta(description="each protection in detail; null when the page could not be read"),
    ]
    composition: Annotated[
        Composition | None, describe("Composition", "null when the page could not be read")
    ]
    evidence: Annotated[
        list[Evidence], Meta(description="what signals and version were read from"), FULL_ONLY
    ] = []
    rendered: RenderedField = None
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
