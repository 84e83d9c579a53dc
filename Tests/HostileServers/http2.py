"""Frames of HTTP/2 (RFC 9113), correct or not."""

from __future__ import annotations

import struct

DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION, ALTSVC, ORIGIN = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12,
)  # fmt: skip
END_STREAM, END_HEADERS, ACK, PADDED = 1, 4, 1, 8
# The first request of a client.
STREAM = 1


def frame(kind: int, payload: bytes = b"", flags: int = 0, stream: int = 0) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def prefixed(value: int, bits: int, first: int) -> bytes:
    """An integer of HPACK (RFC 7541 section 5.1)."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes((first | value,))
    encoded, value = bytes((first | limit,)), value - limit
    while value >= 128:
        encoded, value = encoded + bytes((value & 0x7F | 0x80,)), value >> 7
    return encoded + bytes((value,))


def field(name: str, value: str, is_indexed: bool = False) -> bytes:
    """A field as literal text, put into the table where `is_indexed`."""
    start = b"\x40" if is_indexed else b"\x00"
    return start + b"".join(prefixed(len(text), 7, 0) + text.encode() for text in (name, value))


STATUS_200 = b"\x88"
OK = STATUS_200 + field("content-type", "application/json")
# After the static table of 61 entries comes the newest field.
NEWEST = b"\xbe"
