"""Handshakes of TLS 1.2 without a library, which would refuse to send them or take too long to compute them."""

from __future__ import annotations

import os
import struct

from certificates import RSAKey
from serving import Connection

HELLO_REQUEST = b"\x00\x00\x00\x00"
CURVE_RSA, PRIME_RSA = b"\xc0\x2f", b"\x00\x9f"


def record(payload: bytes, kind: int = 22, version: bytes = b"\x03\x03") -> bytes:
    return bytes((kind,)) + version + struct.pack(">H", len(payload)) + payload


def records(payload: bytes, size: int = 16_384) -> bytes:
    return b"".join(record(payload[start : start + size]) for start in range(0, len(payload), size))


def message(kind: int, payload: bytes) -> bytes:
    return bytes((kind,)) + len(payload).to_bytes(3, "big") + payload


def vector(data: bytes, width: int = 2) -> bytes:
    return len(data).to_bytes(width, "big") + data


async def client_random(connection: Connection) -> bytes:
    """Reads the client's hello, and returns its random bytes."""
    data = b""
    while len(data) < 43:
        data += await connection.receive_raw()
    return data[11:43]


def server_hello(server_random: bytes, cipher: bytes = CURVE_RSA) -> bytes:
    extensions = b"\xff\x01" + vector(b"\x00")
    return message(2, b"\x03\x03" + server_random + b"\x00" + cipher + b"\x00" + vector(extensions))


def certificates(chain: list[bytes]) -> bytes:
    return message(11, vector(b"".join(vector(each, 3) for each in chain), 3))


def certificate_request(names: list[bytes]) -> bytes:
    return message(13, vector(b"\x01\x40", 1) + vector(b"\x04\x01\x04\x03") + vector(b"".join(vector(n) for n in names)))


def curve_exchange(key: RSAKey, randoms: bytes) -> bytes:
    """Returns a signed key exchange with X25519; its share is random, because the handshake ends before it is used."""
    share = b"\x03\x00\x1d" + vector(os.urandom(32), 1)
    return message(12, share + b"\x04\x01" + vector(key.sign(randoms + share)))


def prime_exchange(key: RSAKey, randoms: bytes, bits: int) -> bytes:
    """Returns a signed Diffie-Hellman exchange; its modulus is not prime, only an odd number of `bits` bits."""
    prime = int.from_bytes(os.urandom(bits // 8), "big") | 1 << bits - 1 | 1
    generator, public = prime - (1 << bits // 2) - 1, prime // 3
    numbers = b"".join(vector(number.to_bytes((number.bit_length() + 7) // 8, "big")) for number in (prime, generator, public))
    return message(12, numbers + b"\x04\x01" + vector(key.sign(randoms + numbers)))


async def flight(
    connection: Connection, key: RSAKey, chain: list[bytes], bits: int = 0, extra: bytes = b"", size: int = 16_384
) -> None:
    """Sends the server's first messages, with X25519, or with a Diffie-Hellman modulus of `bits` bits if not 0."""
    server_random = os.urandom(32)
    randoms = await client_random(connection) + server_random
    exchange = prime_exchange(key, randoms, bits) if bits else curve_exchange(key, randoms)
    body = server_hello(server_random, PRIME_RSA if bits else CURVE_RSA) + certificates(chain) + exchange
    await connection.send_raw(records(body + extra + message(14, b""), size))
