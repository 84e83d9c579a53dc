"""Encodes valid and invalid frames of HTTP/2 (RFC 9113)."""

from __future__ import annotations

import struct

DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION, ALTSVC, ORIGIN = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12,
)  # fmt: skip
END_STREAM, END_HEADERS, ACK, PADDED = 1, 4, 1, 8
# The stream of a client's first request.
STREAM = 1


def frame(kind: int, payload: bytes = b"", flags: int = 0, stream: int = 0) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def prefixed(value: int, bits: int, first: int) -> bytes:
    """Returns an integer in HPACK's encoding (RFC 7541 section 5.1)."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes((first | value,))
    encoded, value = bytes((first | limit,)), value - limit
    while value >= 128:
        encoded, value = encoded + bytes((value & 0x7F | 0x80,)), value >> 7
    return encoded + bytes((value,))


def field(name: str, value: str, is_indexed: bool = False) -> bytes:
    """Returns a field as literal text, which the client adds to its table if `is_indexed` is true."""
    start = b"\x40" if is_indexed else b"\x00"
    return start + b"".join(prefixed(len(text), 7, 0) + text.encode() for text in (name, value))


STATUS_200 = b"\x88"
OK = STATUS_200 + field("content-type", "application/json")
# A reference to the newest field, whose index follows the 61 entries of the static table.
NEWEST = b"\xbe"
