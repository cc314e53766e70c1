"""Web Push: encrypting a message for one browser (RFC 8291), signing it (RFC 8292), and sending it (RFC 8030).

A browser's subscription is an address that a stranger has given us.  Only public addresses are connected to, and what
is connected to is the address that was checked.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludoteca.errors import LudotecaError
from ludoteca.languages import t

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of its group
RECORD_SIZE = 4096
TOKEN_S = 12 * 3600  # how long a signature is good for; the standard allows a day
ANSWER_S = 10.0  # a service that has not answered by then is not waited for
MOST_AT_ONCE, MOST_PER_HOST = 200, 20
MOST_HEADERS = 64
ENDPOINT = re.compile(r"https?://[!-~]{4,}")
LONGEST_ENDPOINT = 1000
CONTENT_TYPE = "application/notification+json"  # browsers with declarative push show it themselves; others ignore this
NAT64 = ip_network("64:ff9b::/96")
Address = IPv4Address | IPv6Address


class BadSubscription(LudotecaError):
    """A subscription to which nothing can be sent."""

    def __init__(self) -> None:
        super().__init__(t("This is not a subscription that messages can be sent to."))


class Busy(Exception):
    """Too much is being sent at once."""


class Subscription(NamedTuple):
    """Where a browser gets its messages, and how they are encrypted for it."""

    endpoint: str
    public_key: str  # its point on the curve, in base64url as the browser gives it
    auth: str  # a secret of 16 bytes


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent; a newer message with the same topic takes the place of one that has not been delivered."""

    content: bytes
    topic: str
    seconds: int  # how long it is worth delivering


class Answer(NamedTuple):
    """What a push service said; status 0 if nothing."""

    status: int
    wait_s: int = 0  # before another try

    @property
    def is_taken(self) -> bool:
        """Whether the message will be delivered."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether there is no such subscription any more."""
        return self.status in (404, 410)

    @property
    def may_be_sent_again(self) -> bool:
        """Whether it was certainly not taken, for a reason that may pass."""
        return self.status == 429 or self.status >= 500


def encoded(content: bytes) -> str:
    """In base64url, without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """From base64url, with or without padding; ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def derived(secret: bytes, salt: bytes | None, purpose: bytes, length: int) -> bytes:
    """A key for a purpose."""
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- encryption


def encrypt(content: bytes, subscription: Subscription) -> bytes:
    """A message that only the subscribed browser can read."""
    browser, auth = browser_key(subscription)
    salt, own = os.urandom(16), ec.generate_private_key(CURVE)
    points = point_of(browser) + point_of(own.public_key())
    shared = derived(own.exchange(ec.ECDH(), browser), auth, b"WebPush: info\0" + points, 32)
    key = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([65]) + points[65:]
    return header + AESGCM(key).encrypt(nonce, content + b"\2", None)  # 2: this record is the last one


def browser_key(subscription: Subscription) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """The keys of a subscription; BadSubscription for others."""
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(subscription.public_key))
        auth = decoded(subscription.auth)
    except (ValueError, InvalidKey) as error:
        raise BadSubscription from error
    if len(auth) != 16:
        raise BadSubscription
    return key, auth


# --- signatures


class Signer:
    """Signs what this site sends (VAPID), so that nobody else can send to its subscriptions.

    The key is derived from the server's secret, which all servers of a site share: a copy of the database alone lets
    nobody send anything.
    """

    def __init__(self, secret: bytes) -> None:
        number = int.from_bytes(derived(secret, None, b"ludoteca vapid", 48), "big")
        self._key = ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)

    @cached_property
    def public_key(self) -> str:
        """The key that browsers are told when they subscribe."""
        return encoded(point_of(self._key.public_key()))

    def authorization(self, endpoint: str, contact: str) -> str:
        """The header that signs a message to an endpoint; `contact` is an address of whoever runs this site."""
        place = urlsplit(endpoint)
        claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": int(time.time()) + TOKEN_S, "sub": contact}
        parts = (json.dumps(part, separators=(",", ":")).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        text = ".".join(map(encoded, parts))
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public_key}"


# --- addresses


def checked_endpoint(text: str) -> SplitResult:
    """The parts of an endpoint; BadSubscription for one that is not an address on the web."""
    with suppress(ValueError):
        place = urlsplit(text)
        is_plain = ENDPOINT.fullmatch(text) and len(text) <= LONGEST_ENDPOINT and not place.username
        if is_plain and place.hostname and not place.fragment and (place.port is None or place.port):
            return place
    raise BadSubscription


def is_public(address: Address) -> bool:
    """Whether an address belongs to the internet, not to this machine or its network."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None or address in NAT64:
            return False  # another address is inside
    return address.is_global and not address.is_multicast


class PushSender:
    """Sends messages to push services; a service that does not answer keeps nobody else waiting."""

    def __init__(self, signer: Signer, networks: tuple[str, ...] = ()) -> None:
        self.signer = signer
        self._networks = [ip_network(network) for network in networks]  # private ones that may be sent to
        self._tls = ssl.create_default_context()
        self._lookups = ThreadPoolExecutor(4, thread_name_prefix="lookup")
        self._sending: dict[str, int] = {}  # by host

    async def send(self, message: Message, subscription: Subscription, contact: str) -> Answer:
        """Send one; Busy if it should be tried later, BadSubscription if never."""
        place = checked_endpoint(subscription.endpoint)
        content = encrypt(message.content, subscription)
        host = place.hostname or ""
        if sum(self._sending.values()) >= MOST_AT_ONCE or self._sending.get(host, 0) >= MOST_PER_HOST:
            raise Busy
        self._sending[host] = self._sending.get(host, 0) + 1
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._post(place, self._head(place, message, contact, len(content)) + content)
        except (OSError, TimeoutError, EOFError, ValueError):
            return Answer(0)  # unreachable, or it may have been taken
        finally:
            self._sending[host] -= 1
            if not self._sending[host]:
                del self._sending[host]

    def close(self) -> None:
        """End; whoever still waits for a name is not waited for."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    def _head(self, place: SplitResult, message: Message, contact: str, length: int) -> bytes:
        headers = {
            "Host": place.netloc,
            "Authorization": self.signer.authorization(place.geturl(), contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": CONTENT_TYPE,
            "Content-Length": length,
            "TTL": message.seconds,
            "Topic": message.topic,
            "Urgency": "normal",
            "Connection": "close",
        }
        path = f"{place.path or '/'}{'?' * bool(place.query)}{place.query}"
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        return "\r\n".join(lines).encode("ascii")

    async def _post(self, place: SplitResult, request: bytes) -> Answer:
        reader, writer = await self._connect(place)
        try:
            writer.write(request)
            await writer.drain()
            status = int((await reader.readuntil(b"\n")).split()[1])
            wait_s = 0
            for _ in range(MOST_HEADERS):
                name, _, value = (await reader.readuntil(b"\n")).partition(b":")
                if not name.strip():
                    break
                if name.lower() == b"retry-after" and value.strip().isdigit():
                    wait_s = int(value)
            return Answer(status, wait_s)
        except (asyncio.LimitOverrunError, IndexError) as error:
            raise ValueError("not an answer") from error
        finally:
            writer.transport.abort()

    async def _connect(self, place: SplitResult) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to one of the host's addresses that may be sent to."""
        host, port = place.hostname or "", place.port or (443 if place.scheme == "https" else 80)
        loop, kind = asyncio.get_running_loop(), socket.SOCK_STREAM
        found = await loop.run_in_executor(self._lookups, lambda: socket.getaddrinfo(host, port, type=kind))
        allowed = [str(info[4][0]) for info in found if self._may_connect(ip_address(info[4][0]), place, port)]
        trouble: OSError = OSError(f"{host} has no address that may be sent to")
        for address in dict.fromkeys(allowed):
            tls, name = (self._tls, host) if place.scheme == "https" else (None, None)
            try:
                return await asyncio.open_connection(address, port, limit=RECORD_SIZE, ssl=tls, server_hostname=name)
            except OSError as error:
                trouble = error
        raise trouble

    def _may_connect(self, address: Address, place: SplitResult, port: int) -> bool:
        """Whether an address is a public one over TLS, or the host has allowed it."""
        if any(address in network for network in self._networks):
            return True
        return place.scheme == "https" and port == 443 and is_public(address)
