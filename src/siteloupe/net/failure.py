"""What the HTTP client reports → the cause a caller is told, in a fixed sentence.

No sentence holds text of the exception or an address that was dialed: both would tell a stranger about
the network the service runs in.
"""

import errno
import ssl

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError

from siteloupe.errors import BadCertificate, BrokenHttp, ConnectionFailed, TimedOut, Unreachable
from siteloupe.target import Target

_CERTIFICATE_FAULTS = {
    9: "is not valid yet",
    10: "has expired",
    18: "is self-signed",
    19: "is signed by an authority that is not trusted",
    20: "is signed by an authority that is not trusted",
    21: "is signed by an authority that is not trusted",
    23: "has been revoked",
    62: "is for another name",
    64: "is for another address",
}
"""OpenSSL's verification codes: https://docs.openssl.org/3.0/man3/X509_STORE_CTX_get_error/#error-codes."""


def unreachable(error: Exception, target: Target) -> Unreachable:
    """The failure that ``error``, raised by aiohttp or by the system while asking ``target``, stands for."""
    host, hint = target.host, _http_hint(target)
    match error:
        case aiohttp.ClientConnectorCertificateError():
            failure: Unreachable = _bad_certificate(error.certificate_error, host)
        case aiohttp.ClientSSLError() | ssl.SSLError():
            failure = BadCertificate(f"No secure connection to {host} could be set up.{hint}")
        case aiohttp.ClientConnectorError():
            failure = _not_connected(error, target)
        case aiohttp.ClientPayloadError():
            failure = ConnectionFailed(f"{host} broke off in the middle of its answer.")
        case aiohttp.ClientResponseError() | HttpProcessingError():
            failure = BrokenHttp(f"What {host} sent is not valid HTTP.")
        case aiohttp.ServerDisconnectedError():
            failure = ConnectionFailed(f"{host} closed the connection without an answer.{hint}")
        case _:
            failure = ConnectionFailed(f"The connection to {host} broke.{hint}")
    return failure


def not_connected_in_time(target: Target) -> TimedOut:
    """No connection stood within its budget."""
    return TimedOut(f"{target.host} did not accept a connection in time.{_http_hint(target)}")


def not_answered_in_time(target: Target) -> TimedOut:
    """The request was sent, and no complete header block came back."""
    return TimedOut(f"{target.host} accepted the connection but did not answer in time.")


def not_finished_in_time(target: Target) -> TimedOut:
    """The answer began, and did not end."""
    return TimedOut(f"{target.host} began to answer but did not finish in time.")


def _not_connected(error: aiohttp.ClientConnectorError, target: Target) -> ConnectionFailed:
    refused = error.os_error.errno == errno.ECONNREFUSED
    what = "refuses connections" if refused else "cannot be connected to"
    return ConnectionFailed(f"{target.host} {what} on port {target.port}.{_http_hint(target)}")


def _bad_certificate(error: Exception, host: str) -> BadCertificate:
    fault = _CERTIFICATE_FAULTS.get(getattr(error, "verify_code", 0), "cannot be trusted")
    return BadCertificate(f"The certificate of {host} {fault}.")


def _http_hint(target: Target) -> str:
    """A bare name means https, so a site that speaks only http needs to be typed with its scheme."""
    if target.scheme != "https" or target.port != 443:
        return ""
    host = f"[{target.host}]" if ":" in target.host else target.host
    return f" If the site has no https, try http://{host}/."
