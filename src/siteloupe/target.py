"""Text → Target, or refused: one parser for checking and fetching.

The parser is ada's, which reads URLs as browsers do (https://url.spec.whatwg.org/, UTS #46 for host names).
Browsers repair broken URLs, and other programs repair them differently: an attack can use the difference. So
a URL that needs repair is refused here, as raw text before parsing, and host names must be valid in DNS.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import NoReturn

import ada_url
from ada_url import HostType

from siteloupe.address import Address, TargetPolicy, refusal, rule_of
from siteloupe.data import rows
from siteloupe.errors import BadTarget

MAX_LENGTH = 2000
"""The longest URL in characters, as typed, or of a hop after resolution."""

_ASCII_WHITESPACE = " \t\n\f\r"  # https://infra.spec.whatwg.org/#ascii-whitespace
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PORT_ALONE = re.compile(r"[0-9]+(?![^/?#])")
_WEB = re.compile(r"(https?)://([^/?#]*)", re.IGNORECASE)
_HOST_AND_PORT = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::([0-9]{0,5}))?")
_IPV6_BARE = re.compile(r"[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f.:]*")
_NUMBER_AT_END = re.compile(r"(?:^|\.)(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?$")
_LABEL = re.compile(r"[a-z0-9_-]+")
_MAX_NAME = 253  # https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4, less the root's own octets
_MAX_LABEL = 63
_DEFAULT_PORTS = {"http": 80, "https": 443}
_RESERVED = {row["name"]: row["purpose"] for row in rows("reserved_names.tsv")}

_NO_HOST = "The URL names no host; write it as in https://example.com."
_BAD_IPV4 = "An IPv4 address must be four plain decimal numbers, as in 192.0.2.1."
_BAD_IPV6 = "An IPv6 address must be valid and stand in square brackets, as in [2001:db8::1]."
_BAD_PORT = "The port must be a number between 1 and 65535."
_LONG_NAME = "The host is too long: 253 characters in all and 63 between two dots are the most."


@dataclass(frozen=True, slots=True)
class Target:
    """A validated http(s) URL: normalized, without fragment or credentials."""

    url: str
    scheme: str
    host: str  # ASCII, lower case, no trailing dot; IPv6 without brackets
    port: int
    literal: Address | None  # the address, when the host is one


def parse(text: str, policy: TargetPolicy) -> Target:
    """Validate the text of a caller: an http(s) URL, or a bare host, which means https.

    ``Target.url`` parses to the same target again, unless percent-encoding makes it longer than MAX_LENGTH.
    Raises BadTarget with a sentence that says what is wrong.
    """
    text = _clean(text)
    return _target(text if _has_scheme(text) else f"https://{text}", policy)


def follow(base: Target, reference: str, policy: TargetPolicy) -> Target:
    """Validate a Location or subresource reference found at ``base``; from https to http is allowed.

    Raises BadTarget with a sentence that says what is wrong.
    """
    reference = _clean(reference)
    if _SCHEME.match(reference):
        url = reference
    elif reference.startswith("//"):
        url = f"{base.scheme}:{reference}"
    else:
        url = ada_url.join_url(base.url, reference)
    target = _target(url, policy)
    if len(target.url) > MAX_LENGTH:
        _refuse_length()
    return target


def _clean(text: str) -> str:
    """Strip white space; refuse characters that programs read differently."""
    if len(text) > MAX_LENGTH:
        _refuse_length()
    if _UNSENDABLE.search(text := text.strip(_ASCII_WHITESPACE)):
        raise BadTarget("The URL contains a control character, such as a tab or a line break.")
    if "\\" in text:
        raise BadTarget("The URL contains a backslash; write slashes instead.")
    return text


def _refuse_length() -> NoReturn:
    raise BadTarget(f"The URL is longer than {MAX_LENGTH:,} characters.")


def _has_scheme(text: str) -> bool:
    """Whether ``text`` starts with a scheme, not with a host and its port as ``example.com:8080`` does."""
    if not (found := _SCHEME.match(text)):
        return False
    scheme = found[1].lower()
    return scheme in _DEFAULT_PORTS or not ("." in scheme or _PORT_ALONE.match(text, found.end()))


def _target(url: str, policy: TargetPolicy) -> Target:
    scheme, authority = _scheme_and_authority(url)
    written, port = _host_and_port(authority)
    try:
        parts = ada_url.parse_url(url, ("hostname", "host_type", "pathname", "search"))
    except ValueError:
        sentence = _host_error(written)
        raise BadTarget(sentence, "number" if sentence == _BAD_IPV4 else "text") from None
    host, literal = _host(written, parts["hostname"], parts["host_type"])
    if literal and (reason := refusal(literal, policy.networks)):
        raise BadTarget(f"The URL leads to {reason}; only public addresses can be analyzed.", rule_of(reason))
    port = port or _DEFAULT_PORTS[scheme]
    if port not in policy.ports:
        open_ports = ", ".join(map(str, sorted(policy.ports)))
        raise BadTarget(f"Port {port} is not open to analyses; these are: {open_ports}.", "port")
    origin = f"{scheme}://[{host}]" if ":" in host else f"{scheme}://{host}"
    if port != _DEFAULT_PORTS[scheme]:
        origin = f"{origin}:{port}"
    return Target(f"{origin}{parts['pathname']}{parts['search']}", scheme, host, port, literal)


def _scheme_and_authority(url: str) -> tuple[str, str]:
    """Return the scheme and the authority of an http(s) URL."""
    if not (found := _WEB.match(url)):
        if url.lower().startswith(("http:", "https:")):
            raise BadTarget("The URL must have two slashes after its scheme, as in https://example.com.")
        raise BadTarget("The URL must start with http:// or https://.")
    return found[1].lower(), found[2]


def _host_and_port(authority: str) -> tuple[str, int | None]:
    """Return the host as written, and the port if there is one; refuse ambiguous authorities."""
    if not authority:
        raise BadTarget(_NO_HOST)
    if "@" in authority:
        raise BadTarget("The URL contains a user name or password (an @ before the host).", "credentials")
    if "%" in authority:
        raise BadTarget("The host contains a percent sign; it must be written plainly, without a zone.")
    if authority.lower() in {"http:", "https:"}:
        raise BadTarget("The URL has its scheme twice.")
    if not (found := _HOST_AND_PORT.fullmatch(authority)):
        bad_ipv6 = "[" in authority or "]" in authority or _IPV6_BARE.fullmatch(authority)
        raise BadTarget(_BAD_IPV6 if bad_ipv6 else _BAD_PORT)
    written, digits = found.groups()
    if len(written) > _MAX_NAME + 1:  # before UTS #46 processes text that cannot be a name
        raise BadTarget(_LONG_NAME)
    if digits and not 0 < int(digits) < 65536:
        raise BadTarget(_BAD_PORT)
    return written, int(digits) if digits else None


def _host_error(written: str) -> str:
    """Return the error for a host that browsers refuse too."""
    if not written:
        return _NO_HOST
    if written.startswith("["):
        return _BAD_IPV6
    if " " in written:
        return "The host contains a space; name one website, as in https://example.com."
    return _BAD_IPV4 if _NUMBER_AT_END.search(written) else "The host is not a valid domain name."


def _host(written: str, parsed: str, kind: HostType) -> tuple[str, Address | None]:
    """Return the host without brackets and trailing dot, and its address, if it is one."""
    if kind == HostType.IPV6:
        return parsed[1:-1], ipaddress.IPv6Address(parsed[1:-1])
    if kind == HostType.IPV4:
        if written.removesuffix(".") != parsed:
            raise BadTarget(_BAD_IPV4, "number")
        return parsed, ipaddress.IPv4Address(parsed)
    name = parsed.removesuffix(".")
    _check_name(name)
    return name, None


def _check_name(name: str) -> None:
    labels = name.split(".")
    for start in range(len(labels)):
        if purpose := _RESERVED.get(ending := ".".join(labels[start:])):
            sentence = f"No public website's name ends in “{ending}”: it is reserved for {purpose}."
            raise BadTarget(sentence, "reserved-name")
    if not all(labels):
        raise BadTarget("The host has an empty part: a dot at its start, or two in a row.")
    if not all(map(_LABEL.fullmatch, labels)):
        raise BadTarget("The host contains a character that no domain name has.")
    if len(labels) == 1:
        raise BadTarget("The host is a single word; a public domain name has a dot, as in example.com.")
    if len(name) > _MAX_NAME or max(map(len, labels)) > _MAX_LABEL:
        raise BadTarget(_LONG_NAME)
    if "xn--" in name and not _is_punycode(name):
        raise BadTarget("The host contains an internationalised part (xn--) that is not valid.")


def _is_punycode(name: str) -> bool:
    """Whether every ``xn--`` label decodes and encodes to itself again; browsers accept others too.

    Source: https://www.unicode.org/reports/tr46/#Validity_Criteria
    """
    decoded = ada_url.idna_to_unicode(name)
    undecoded = decoded.startswith("xn--") or ".xn--" in decoded
    return not undecoded and ada_url.idna_to_ascii(decoded) == name.encode()
