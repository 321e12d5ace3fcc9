"""The tech-stack report."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.check_cms import Signals
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import RefusalFields
from siteloupe.reports.theme import Theme

Grade = Literal["A", "B", "C", "D", "F"]


class Plugin(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One WordPress plugin."""

    slug: Annotated[str, Meta(description="plugin folder name")]
    name: Annotated[str, Meta(description="product name, or the slug title-cased when it is not known")]
    known: Annotated[bool, Meta(description="whether the slug is in the bundled list")]
    version: Annotated[
        str | None, Meta(description="version, when what was seen is plausibly the plugin's own")
    ]
    version_source: Annotated[
        Literal["asset", "comment", "generator", "class", "markup", "header", "json"] | None,
        Meta(description="what `version` was read from; null with no version"),
    ] = None
    kind: Annotated[
        Literal["plugin", "mu-plugin", "drop-in"],
        Meta(description="an ordinary plugin, one in mu-plugins, or a drop-in of wp-content"),
    ] = "plugin"
    evidence: Annotated[list[Evidence], Meta(description="what was seen of it, and where")] = []


class Signature(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A host or CDN told by a response header."""

    name: Annotated[str, Meta(description="provider name")]
    type: Annotated[str | None, Meta(description="provider category")]
    via: Annotated[str, Meta(description="response header the match came from, in lower case")]


class Layer(Signature, frozen=True, kw_only=True, rename="camel"):
    """One of several services in front of or under the site."""

    kind: Annotated[Literal["hosting", "cdn", "cache", "server"], Meta(description="what it does")]
    value: Annotated[str, Meta(description="the header's value, cut at 300 characters")]


class Technology(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Something the site is built with, WordPress plugins apart."""

    name: Annotated[str, Meta(description="product name")]
    category: Annotated[str, Meta(description="what it is, such as `analytics` or `javascript-framework`")]
    version: Annotated[str | None, Meta(description="version, when the page states it")] = None
    evidence: Annotated[list[Evidence], Meta(description="what was seen of it, and where")] = []


class Component(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One part of the performance score."""

    name: Annotated[str, Meta(description="what is judged, by its field's name where it has one")]
    value: Annotated[float | str | bool | None, Meta(description="what was measured; null when it was not")]
    points: Annotated[float, Meta(description="points given")]
    max: Annotated[float, Meta(description="points it could give")]
    measured: Annotated[bool, Meta(description="false leaves it out of the score, which is rescaled")]


class Performance(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A single lab snapshot from where the service runs, not what visitors see."""

    score: Annotated[int, Meta(ge=0, le=100, description="compression is left out when undetermined")]
    grade: Annotated[Grade, Meta(description="A from 90, B from 80, C from 70, D from 60, else F")]
    server_response_ms: Annotated[
        int, Meta(description="request sent to first byte, without name look-up and connecting")
    ]
    ttfb_rating: Annotated[
        Literal["fast", "moderate", "slow"], Meta(description="fast < 300 ms, moderate ≤ 800 ms, else slow")
    ]
    download_ms: Annotated[int, Meta(description="first byte to last")]
    html_kb: Annotated[float, Meta(description="size of the uncompressed HTML in KB of 1,024 bytes")]
    compression: Annotated[
        str | None,
        Meta(description="wire encoding, `none` when observed uncompressed, null when undetermined"),
    ]
    compressed: Annotated[bool | None, Meta(description="null when undetermined, never to be read as no")]
    compression_source: Annotated[
        Literal["content-encoding", "content-length"] | None, Meta(description="null when undetermined")
    ]
    compression_note: Annotated[
        str | None, Meta(description="why it is undetermined; null when it was observed")
    ]
    https: Annotated[bool, Meta(description="whether the final URL is https")]
    requests: Annotated[int, Meta(description="1 and the distinct URLs that the HTML makes a browser fetch")]
    note: Annotated[str, Meta(description="what these figures are, and are not")]
    components: Annotated[list[Component], Meta(description="what `score` is made of")]


class Security(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Which protections the site switches on."""

    https: Annotated[bool, Meta(description="the final URL is https")]
    hsts: Annotated[bool, Meta(description="Strict-Transport-Security with a max-age above 0")]
    x_content_type: Annotated[bool, Meta(description="X-Content-Type-Options: nosniff")]
    content_security_policy: Annotated[
        bool, Meta(description="a Content-Security-Policy is enforced, by header or `<meta>`")
    ]
    x_frame_options: Annotated[bool, Meta(description="X-Frame-Options: DENY or SAMEORIGIN")]


class SecurityCheck(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One finding about a security header, cookie or resource."""

    name: Annotated[str, Meta(description="what was checked")]
    passed: Annotated[bool | None, Meta(description="null when it does not apply or could not be seen")]
    value: Annotated[str | None, Meta(description="what was seen, cut at 300 characters")]
    note: Annotated[str, Meta(description="one sentence on what it means")]


class SecurityDetail(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Each protection looked at closely."""

    hsts_max_age: Annotated[int | None, Meta(description="seconds; null without the header")] = None
    hsts_include_sub_domains: Annotated[bool, Meta(description="includeSubDomains is stated")] = False
    hsts_preload: Annotated[bool, Meta(description="preload is stated")] = False
    frame_ancestors: Annotated[bool, Meta(description="the policy names frame-ancestors")] = False
    referrer_policy: Annotated[str | None, Meta(description="as stated by header, else by `<meta>`")] = None
    permissions_policy: Annotated[str | None, Meta(description="as stated by header")] = None
    checks: Annotated[
        list[SecurityCheck], Meta(description="what MDN's HTTP Observatory looks at, and a little more")
    ] = []


class Composition(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the HTML is made of, as counts."""

    scripts: Annotated[int, Meta(description="`<script src>`")]
    stylesheets: Annotated[int, Meta(description="`<link rel=stylesheet>`")]
    images: Annotated[int, Meta(description="`<img>`")]
    inline_scripts: Annotated[int, Meta(description="executable `<script>` without `src`")]
    inline_styles: Annotated[int, Meta(description="`<style>`")]


class TechStackReport(RefusalFields, frozen=True, kw_only=True, rename="camel"):
    """What the site is built with."""

    success: Annotated[Literal[True], Meta(description="always true on an answer with a report")] = True
    is_cms: Annotated[bool | None, Meta(description="null when the page could not be read")]
    confidence: Annotated[
        Literal["none", "low", "medium", "high"], Meta(description="as check-cms; `none` when unreadable")
    ]
    wp_signals: Annotated[Signals, Meta(description="the eight signals of check-cms")]
    generator: Annotated[str | None, Meta(description="the generator meta")]
    cms_version: Annotated[
        str | None, Meta(description="WordPress version, when the page tells; null is unknown")
    ] = None
    cms_version_source: Annotated[
        Literal["generator", "emoji", "asset"] | None, Meta(description="what `cmsVersion` was read from")
    ] = None
    theme: Annotated[Theme | None, Meta(description="the active theme; null when none can be told")]
    plugins: Annotated[list[Plugin], Meta(description="those that show themselves; some never do")]
    technologies: Annotated[
        list[Technology], Meta(description="everything else that was recognised, WordPress or not")
    ] = []
    hosting: Annotated[Signature | None, Meta(description="null means no signature matched")]
    cdn: Annotated[Signature | None, Meta(description="null means no signature matched")]
    layers: Annotated[list[Layer], Meta(description="every header signature that matched")] = []
    server: Annotated[str | None, Meta(description="raw Server response header")]
    powered_by: Annotated[str | None, Meta(description="raw X-Powered-By response header")]
    performance: Annotated[Performance | None, Meta(description="null when the page could not be read")]
    security: Annotated[Security, Meta(description="five protections; kept for unreadable pages")]
    security_detail: Annotated[SecurityDetail, Meta(description="each protection looked at closely")]
    composition: Annotated[Composition | None, Meta(description="null when the page could not be read")]
    evidence: Annotated[list[Evidence], Meta(description="what signals and version were read from")] = []
    url: Annotated[str, Meta(description="final URL after redirects", extra_json_schema={"format": "uri"})]
    checked_at: Annotated[
        str, Meta(description="when the page was visited, UTC", extra_json_schema={"format": "date-time"})
    ]
