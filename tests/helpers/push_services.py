"""A push service for tests: it checks who sends what, as the standards say, and reads it as a browser would."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def hmac_of(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def decrypt(content: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as its browser reads it, by the steps of RFC 8291."""
    salt, size, length = content[:16], int.from_bytes(content[16:20], "big"), content[20]
    sender, sealed = content[21 : 21 + length], content[21 + length :]
    assert len(sealed) <= size
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    info = b"WebPush: info\0" + point_of(private) + sender + b"\1"
    secret = hmac_of(salt, hmac_of(hmac_of(auth, shared), info))
    key = hmac_of(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = hmac_of(secret, b"Content-Encoding: nonce\0\1")[:12]
    plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert plain[-1:] == b"\2"
    return plain[:-1]


def claims_of(header: str) -> tuple[dict[str, Any], str]:
    """What a sender has signed, and with which key; an error if the signature is wrong (RFC 8292)."""
    scheme, _, given = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in given.split(","))
    text, _, signature = parts["t"].rpartition(".")
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
    key.verify(der, text.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(bytes_of(part)) for part in text.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, parts["k"]


FAKE = """
  Object.defineProperty(Notification, "permission", {get: () => "granted"});  // a browser without a window denies it
  const given = SUBSCRIPTION;
  let current = null;
  const made = {endpoint: given.endpoint, toJSON: () => given,
                unsubscribe: async () => { current = null; return true; }};
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length < 80) throw new Error("no key");
    return (current = made);
  };
  PushManager.prototype.getSubscription = async () => current;
"""


def fake_push(subscription: dict[str, Any]) -> str:
    """A script for pages of a browser that has no push service: subscribing gives this."""
    return FAKE.replace("SUBSCRIPTION", json.dumps(subscription))


class Phone:
    """A browser that has subscribed: its keys, and what it has received."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service, self.name = service, name
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), hashlib.sha256(name.encode()).digest()[:16]
        self.received: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[int] = []  # of the service, to the next messages; then 201
        self.tries = 0

    @property
    def subscription(self) -> dict[str, Any]:
        """As the browser's script sends it."""
        keys = {"p256dh": text_of(point_of(self.private)), "auth": text_of(self.auth)}
        return {"endpoint": f"{self.service.base}/send/{self.name}", "expirationTime": None, "keys": keys}

    def wait(self, count: int = 1, patience_s: float = 30.0) -> list[dict[str, Any]]:
        """What it has received, once that is so much."""
        end = time.monotonic() + patience_s
        while len(self.received) < count:
            assert time.monotonic() < end, (self.received, self.service.trouble)
            time.sleep(0.02)
        return self.received


class PushService:
    """A service on loopback; each phone has a path of its own."""

    def __init__(self) -> None:
        self.phones: dict[str, Phone] = {}
        self.trouble: list[str] = []
        self.released = threading.Event()  # those that hang go on
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                try:
                    status = service.take(self)
                except Exception as error:  # noqa: BLE001 (the test reads what was wrong)
                    service.trouble.append(repr(error))
                    status = 400
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def phone(self, name: str) -> Phone:
        self.phones[name] = Phone(self, name)
        return self.phones[name]

    def take(self, request: BaseHTTPRequestHandler) -> int:
        phone = self.phones[request.path.rpartition("/")[2]]
        phone.tries += 1
        content = request.rfile.read(int(request.headers["Content-Length"]))
        if phone.name.startswith("hanging"):
            self.released.wait(60)
        claims, _ = claims_of(request.headers["Authorization"])
        assert claims["aud"] == self.base
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        assert claims["sub"].startswith(("mailto:", "https:"))
        assert request.headers["Content-Encoding"] == "aes128gcm"
        assert request.headers["Content-Type"] == "application/notification+json"
        assert int(request.headers["TTL"]) > 0
        if phone.answers:
            return phone.answers.pop(0)
        phone.headers.append(dict(request.headers))
        phone.received.append(json.loads(decrypt(content, phone.private, phone.auth)))
        return 201

    def close(self) -> None:
        self.released.set()
        self.server.shutdown()
        self.server.server_close()
