"""A certificate authority of the tests' own, for https sites on loopback."""

import datetime as dt
import ssl
import threading
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = dt.timedelta(days=1)
VALID = (-2 * DAY, 2 * DAY)
EXPIRED = (-2 * DAY, -DAY)
NOT_YET_VALID = (DAY, 2 * DAY)
"""From when to when, counted from now."""

Life = tuple[dt.timedelta, dt.timedelta]


class Authority:
    """Issues certificates for any host name; keeps its files in ``folder``.

    ``certificate`` is the file to give as SSL_CERT_FILE.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("siteloupe tests")
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._turn = threading.Lock()  # several connections may be the first to a host
        self.certificate = folder / "authority.pem"
        builder = _builder(self._name, self._name, self._key.public_key())
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
        builder = builder.add_extension(self._subject_key(), critical=False)
        self.certificate.write_bytes(self._signed(builder))

    def server_context(self, host: str, life: Life = VALID) -> ssl.SSLContext:
        """A context that proves to be ``host``; made once a host."""
        with self._turn:
            if host not in self._contexts:
                self._contexts[host] = _context(self._issue(host, life))
            return self._contexts[host]

    def own_context(self) -> ssl.SSLContext:
        """A context that proves to be this authority and no host, with its self-signed certificate."""
        path = self._folder / "self-signed.pem"
        path.write_bytes(_private(self._key) + self.certificate.read_bytes())
        return _context(path)

    def _issue(self, host: str, life: Life) -> Path:
        """A file with the key and the certificate of ``host``."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(_name(host[:64]), self._name, key.public_key(), life)
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
        server = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        builder = builder.add_extension(server, critical=False)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(self._subject_key())
        builder = builder.add_extension(issuer, critical=False)
        path = self._folder / f"{host}.pem"
        path.write_bytes(_private(key) + self._signed(builder))
        return path

    def _signed(self, builder: x509.CertificateBuilder) -> bytes:
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    def _subject_key(self) -> x509.SubjectKeyIdentifier:
        return x509.SubjectKeyIdentifier.from_public_key(self._key.public_key())


def _context(chain: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return context


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    unencrypted = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unencrypted)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, public_key: ec.EllipticCurvePublicKey, life: Life = VALID
) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + life[0])
        .not_valid_after(now + life[1])
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
