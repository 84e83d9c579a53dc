"""Servers that are hostile in HTTP/2 after an ordinary handshake."""

from __future__ import annotations

import os
from collections.abc import Callable

from files import GOOD
from http2 import (
    ACK, ALTSVC, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, NEWEST, OK, ORIGIN, PADDED, PING, PRIORITY,
    PUSH, RST, SETTINGS, STATUS_200, STREAM, WINDOW, field, frame, prefixed,
)  # fmt: skip
from kinds import BROKEN, TOO_MUCH, Kind, Serve, Stage, add
from kinds_connection import usual
from serving import BLOCK, Connection, Gone

SETTING = b"\x00\x03\x00\x00\x00\x64"


def http2(name: str, serve: Callable, expected: frozenset[str] = TOO_MUCH) -> None:
    def make(stage: Stage) -> Serve:
        made = usual(stage, "h2")

        async def serve_connection(connection: Connection) -> None:
            await connection.handshake(made)
            received = b""
            # Waits until the request, which is short, has been received.
            while len(received) < 24 + 9 + 60:
                received += await connection.receive()
            await connection.send(frame(SETTINGS) + frame(SETTINGS, flags=ACK))
            await serve(connection)

        return serve_connection

    add(Kind(f"h2-{name}", frozenset(expected), make))


def flooding(name: str, piece: bytes | Callable[[], bytes], start: bytes = b"", expected: frozenset[str] = TOO_MUCH) -> None:
    async def serve(connection: Connection) -> None:
        await connection.send(start)
        await connection.flood(piece)

    http2(name, serve, expected)


def slow(name: str, start: bytes, rest: bytes, seconds: float = 0.3) -> None:
    async def serve(connection: Connection) -> None:
        await connection.send(start)
        await connection.send_slowly(rest, seconds)

    http2(name, serve, BROKEN)


ANSWERED = frame(HEADERS, OK, END_HEADERS, STREAM)
flooding("settings", frame(SETTINGS, SETTING))
flooding("settings-long", frame(SETTINGS, SETTING * 2_000))
flooding("settings-table", frame(SETTINGS, b"\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\xff\xff" * 100))
flooding("settings-acknowledged", frame(SETTINGS, flags=ACK))
flooding("ping", frame(PING, bytes(8)))
flooding("ping-acknowledged", frame(PING, bytes(8), ACK))
flooding("reset", frame(RST, bytes(4), stream=STREAM))
flooding("reset-and-answers", frame(RST, b"\x00\x00\x00\x07", stream=STREAM), ANSWERED)
flooding("priority", frame(PRIORITY, b"\x00\x00\x00\x03\x10", stream=STREAM))
flooding("priority-itself", frame(PRIORITY, b"\x00\x00\x00\x05\x10", stream=5))
flooding("window", frame(WINDOW, b"\x00\x00\x00\x01"))
flooding("window-stream", frame(WINDOW, b"\x00\x00\x00\x01", stream=STREAM))
flooding("goaway", frame(GOAWAY, b"\x7f\xff\xff\xff\x00\x00\x00\x00" + b"a" * 1_000))
flooding("unknown", frame(0xEE, b"a" * 100, stream=STREAM))
flooding("unknown-empty", frame(0xEE))
flooding("altsvc", frame(ALTSVC, b"\x00\x01a" + b'h2=":443"', stream=0))
flooding("origin", frame(ORIGIN, b"\x00\x05https"))
flooding("empty-data", frame(DATA, stream=STREAM), ANSWERED)
flooding("padding", frame(DATA, b"\xff" + bytes(255), PADDED, STREAM), ANSWERED)
flooding("data-bytes", frame(DATA, b" ", stream=STREAM), ANSWERED)
flooding("data", frame(DATA, b" " * 16_000, stream=STREAM), ANSWERED)
flooding("informational", frame(HEADERS, b"\x08\x03103", END_HEADERS, STREAM))
flooding("informational-fields", frame(HEADERS, b"\x08\x03103" + field("link", "a" * 8_000), END_HEADERS, STREAM))
flooding("answers", frame(HEADERS, OK, END_HEADERS, STREAM))
flooding("trailers", frame(HEADERS, field("x-a", "b"), END_HEADERS, STREAM), ANSWERED)
flooding("push", frame(PUSH, b"\x00\x00\x00\x02" + STATUS_200, END_HEADERS, STREAM))
flooding("continuation", frame(CONTINUATION, field("x-a", "b" * 50), stream=STREAM), frame(HEADERS, STATUS_200, stream=STREAM))
flooding("continuation-empty", frame(CONTINUATION, stream=STREAM), frame(HEADERS, STATUS_200, stream=STREAM))
flooding(
    "continuation-long-field", frame(CONTINUATION, b"a" * 16_000, stream=STREAM),
    frame(HEADERS, STATUS_200 + b"\x00" + prefixed(3, 7, 0) + b"x-a" + prefixed(1 << 30, 7, 0), stream=STREAM),
)  # fmt: skip
flooding(
    "hpack-bomb", frame(CONTINUATION, NEWEST * 16_000, stream=STREAM),
    frame(HEADERS, STATUS_200 + field("x-a", "b" * 3_900, is_indexed=True), stream=STREAM),
)  # fmt: skip
flooding("hpack-sizes", frame(CONTINUATION, b"\x20\x3f\xe1\x1f" * 4_000, stream=STREAM), frame(HEADERS, stream=STREAM))
flooding("too-long-frame", b"\xff\xff\xff\x00\x00\x00\x00\x00\x01" + b"a" * BLOCK)
flooding("rubbish", lambda: os.urandom(BLOCK))
flooding("http1", b"HTTP/1.1 200 OK\r\n\r\n")
slow("slow-frame", b"", frame(0xEE, b"a" * 16_000))
slow("slow-pings", b"", frame(PING, bytes(8)) * 1_000, 0.05)
slow("slow-data", ANSWERED, frame(DATA, b" ", stream=STREAM) * 1_000)
slow("slow-header", b"", frame(HEADERS, OK + field("x-a", "b" * 10_000), END_HEADERS, STREAM))


def ending(start: bytes, how: str) -> Callable:
    async def serve(connection: Connection) -> None:
        await connection.send(start)
        if how == "stall":
            await connection.stall()
        if how == "reset":
            connection.reset()
        raise Gone

    return serve


BEGUN = {"request": b"", "header": ANSWERED, "body": ANSWERED + frame(DATA, GOOD[:20], stream=STREAM)}
for phase, start in BEGUN.items():
    for how in ("stall", "close", "reset"):
        http2(f"{how}-in-{phase}", ending(start, how), BROKEN)


async def flood_when_idle(connection: Connection) -> None:
    """Sends the file, and then unknown frames on the open connection."""
    await connection.send(ANSWERED + frame(DATA, GOOD, END_STREAM, STREAM))
    await connection.flood(frame(0xEE, b"a" * 100))


http2("flood-when-idle", flood_when_idle, TOO_MUCH | {"pass"})
