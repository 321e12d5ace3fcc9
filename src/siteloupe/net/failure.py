"""Errors of the HTTP client → causes with fixed sentences for callers.

No sentence contains text of the exception or a dialed address: both could show a stranger the network of the
service.
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
    """Return the failure for ``error``, which aiohttp or the system raised during a request to ``target``."""
    host, hint = target.host, _http_hint(target)
    match error:
        case aiohttp.ClientConnectorCertificateError():
            failure: Unreachable = _bad_certificate(error.certificate_error, target)
        case aiohttp.ClientSSLError() | ssl.SSLError():
            failure = BadCertificate(f"No secure connection to {host} could be set up.{hint}")
        case aiohttp.ClientConnectorError():
            failure = _connection_error(error, target)
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
    """The connection was not open in time."""
    return TimedOut(f"{target.host} did not accept a connection in time.{_http_hint(target)}")


def not_answered_in_time(target: Target) -> TimedOut:
    """The request was sent, but no complete header block came in time."""
    return TimedOut(f"{target.host} accepted the connection but did not answer in time.")


def not_finished_in_time(target: Target) -> TimedOut:
    """The answer began, but did not end in time."""
    return TimedOut(f"{target.host} began to answer but did not finish in time.")


def _connection_error(error: aiohttp.ClientConnectorError, target: Target) -> ConnectionFailed:
    refused = error.os_error.errno == errno.ECONNREFUSED
    what = "refuses connections" if refused else "cannot be connected to"
    return ConnectionFailed(f"{target.host} {what} on port {target.port}.{_http_hint(target)}")


def _bad_certificate(error: Exception, target: Target) -> BadCertificate:
    fault = _CERTIFICATE_FAULTS.get(getattr(error, "verify_code", 0), "cannot be trusted")
    return BadCertificate(f"The certificate of {target.host} {fault}.{_http_hint(target)}")


def _http_hint(target: Target) -> str:
    """Suggest to type http://, because a bare name means https."""
    if target.scheme != "https" or target.port != 443:
        return ""
    host = f"[{target.host}]" if ":" in target.host else target.host
    return f" If the site has no https, try http://{host}/."
