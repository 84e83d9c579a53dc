"""Servers that are hostile in HTTP/1.1 after an ordinary handshake: in responses, codings or redirects."""

from __future__ import annotations

import gzip

import codings
from files import GOOD, SLOW_FILES
from kinds import BROKEN, SILENCE, TOO_MUCH, Kind, Serve, Stage, add
from kinds_connection import ANSWER, usual
from serving import Connection, Gone

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
REDIRECTS = BROKEN | {"redirect", "redirect-loop", "http-status-unexpected", "address-blocked"}


def http(name: str, serve: Serve, expected: frozenset[str] = BROKEN, **more: object) -> None:
    """Adds a kind that responds to each request of a connection with `serve`."""

    def make(stage: Stage) -> Serve:
        made = usual(stage)

        async def serve_connection(connection: Connection) -> None:
            await connection.handshake(made)
            while True:
                connection.path = await connection.request()
                await serve(connection)

        return serve_connection

    add(Kind(name, frozenset(expected), make, **more))


def flooding(name: str, start: bytes, piece: bytes, expected: frozenset[str] = TOO_MUCH) -> None:
    async def serve(connection: Connection) -> None:
        await connection.send(start)
        await connection.flood(piece)

    http(name, serve, expected)


def slow(name: str, start: bytes, rest: bytes, seconds: float = 0.3, expected: frozenset[str] = BROKEN) -> None:
    async def serve(connection: Connection) -> None:
        await connection.send(start)
        await connection.send_slowly(rest * 1_000, seconds)

    http(name, serve, expected)


# Slow and incomplete responses

slow("slow-status-line", b"", b"HTTP/1.1 200 OK" + b" " * 60_000)
slow("slow-header", OK, b"X-Slow: 1\r\n")
slow("slow-body", OK + b"Content-Length: 100000\r\n\r\n", b" ")
slow("slow-body-until-close", OK + b"\r\n", b" ")
slow("slow-chunks", CHUNKED, b"1\r\n \r\n")
slow("slow-chunk-size", CHUNKED, b"0" * 20_000)
slow("slow-informational", b"", b"HTTP/1.1 103 Early Hints\r\n\r\n")
slow("slow-trailer", CHUNKED + b"1\r\n{\r\n0\r\n", b"X-Slow: 1\r\n")
slow("quick-bytes", OK + b"\r\n", b" ", 0.001, BROKEN | {"file-oversized"})
for phase, start in {
    "request": b"", "status-line": b"HTTP/1.1 2", "header": OK + b"X-", "body": ANSWER[:-5], "chunk": CHUNKED + b"ff\r\n{",
}.items():  # fmt: skip

    def ending(start: bytes, how: str) -> Serve:
        async def serve(connection: Connection) -> None:
            await connection.send(start)
            if how == "stall":
                await connection.stall()
            if how == "reset":
                connection.reset()
            raise Gone

        return serve

    for how in ("stall", "close", "reset"):
        http(f"{how}-in-{phase}", ending(start, how))


async def stall_once(connection: Connection) -> None:
    """Sends the file after a pause that can exceed the client's timeout."""
    await connection.pause(1.5)
    await connection.send(ANSWER)


async def flood_when_idle(connection: Connection) -> None:
    """Sends the file, and then further responses without requests on the open connection."""
    await connection.send(ANSWER)
    await connection.flood(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


async def ignore_close(connection: Connection) -> None:
    await connection.send(ANSWER.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
    await connection.stall()


async def unavailable(connection: Connection) -> None:
    """Asks the client to retry later, and keeps the connection open."""
    await connection.send(b"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")


async def too_many(connection: Connection) -> None:
    await connection.send(b"HTTP/1.1 429 Slow Down\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n")


async def switch(connection: Connection) -> None:
    await connection.flood(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n")


async def proceed(connection: Connection) -> None:
    await connection.flood(b"HTTP/1.1 100 Continue\r\n\r\n")


http("slow-answer", stall_once, SILENCE | {"pass", "slow-response"}, domains=20)
http("flood-when-idle", flood_when_idle, BROKEN | {"pass"})
http("ignore-close", ignore_close, BROKEN | {"pass"})
http("busy", unavailable, {"http-server-error", "http-rate-limited", "timeout"}, domains=30)
http("limited", too_many, {"http-rate-limited", "timeout"}, domains=30)
http("flood-101", switch, BROKEN | {"http-status-unexpected"})
http("flood-100", proceed)

# Floods

flooding("flood-103", b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
flooding("flood-103-large", b"", b"HTTP/1.1 103 Early Hints\r\nLink: <" + b"a" * 30_000 + b">\r\n\r\n")
flooding("flood-fields", OK, b"X: 1\r\n")
flooding("flood-field", OK + b"X-Long: ", b"a" * 1_024)
flooding("flood-folded", OK + b"X-Long: 1\r\n", b" a\r\n")
flooding("flood-cookies", OK, b"Set-Cookie: a=b; domain=.test\r\n")
flooding("flood-status-line", b"HTTP/1.1 200 ", b"a" * 1_024)
flooding("flood-body", OK + b"\r\n", b" " * 1_024)
flooding("flood-body-404", b"HTTP/1.1 404 Not Found\r\n\r\n", b" " * 1_024, TOO_MUCH | {"file-missing"})
flooding("flood-chunks", CHUNKED, b"1\r\n \r\n")
flooding("flood-chunk-extension", CHUNKED + b"1;", b"a=b;" * 256)
flooding("flood-chunk-extensions", CHUNKED, b"1;" + b"a" * 8_000 + b"\r\n \r\n")
flooding("flood-chunk-size", CHUNKED, b"0" * 1_024)
flooding("flood-trailer", CHUNKED + b"1\r\n{\r\n0\r\n", b"X: 1\r\n")
flooding("flood-trailer-field", CHUNKED + b"1\r\n{\r\n0\r\nX: ", b"a" * 1_024)
flooding("flood-redirect-body", b"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\n", b" " * 1_024, TOO_MUCH | REDIRECTS)
flooding("flood-null-bytes", b"", b"\x00" * 1_024)
flooding("flood-line-feeds", b"", b"\r\n" * 512)

# Codings


def coded(name: str, coding: bytes, make, field: bytes = b"Content-Encoding", is_endless: bool = True) -> None:
    """Adds a kind that sends a body in codings: a start, and a piece that is repeated forever or three times."""

    def make_server(stage: Stage) -> Serve:
        made = usual(stage)
        start, piece = make()

        async def serve(connection: Connection) -> None:
            await connection.handshake(made)
            await connection.request()
            await connection.send(OK + field + b": " + coding + b"\r\n")
            body = [start, *([piece] * 3)]
            if field == b"Transfer-Encoding":
                await connection.send(b"\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in body))
            else:
                await connection.send(b"\r\n" + b"".join(body))
            if is_endless and field != b"Transfer-Encoding":
                await connection.flood(piece)
            await connection.stall()

        return serve

    add(Kind(name, TOO_MUCH | {"json-invalid", "file-empty"}, make_server))


for layers in (1, 2, 3, 4):
    coded(f"empty-blocks-{layers}", b", ".join([b"gzip"] * layers), lambda layers=layers: codings.empty_blocks(layers))
    coded(
        f"empty-blocks-{layers}-transfer", b", ".join([b"gzip"] * layers) + b", chunked",
        lambda layers=layers: codings.empty_blocks(layers), b"Transfer-Encoding",
    )  # fmt: skip
coded("empty-blocks-deflate", b"deflate", lambda: codings.empty_blocks(1, header=b"\x78\x9c"))
coded("empty-blocks-deflate-3", b"deflate, gzip, gzip", lambda: codings.empty_blocks(3, header=b"\x78\x9c"))
coded("empty-blocks-brotli", b"br", lambda: (codings.BROTLI_START, codings.BROTLI_EMPTY * 65_536))
coded(
    "empty-blocks-brotli-3", b"br, gzip, gzip",
    lambda: codings.empty_blocks(3, codings.BROTLI_EMPTY, 65_536, codings.BROTLI_START),
)  # fmt: skip
coded("gzip-name", b"gzip", lambda: (b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff", b"a" * 8_192))
coded("gzip-members", b"gzip", lambda: (b"", gzip.compress(b"", 9) * 400))
coded("gzip-tail", b"gzip", lambda: (gzip.compress(GOOD), bytes(8_192)))
coded("bomb", b"gzip", lambda: (codings.bomb(64 << 20), b""), is_endless=False)
coded("bomb-twice", b"gzip, gzip", lambda: (codings.bomb(256 << 20, 2), b""), is_endless=False)
coded("codings-40", b", ".join([b"gzip"] * 40), lambda: (b"\x1f\x8b", b""), is_endless=False)

# Redirects


def redirecting(name: str, target, seconds: float = 0, expected: frozenset[str] = REDIRECTS, **more: object) -> None:
    async def serve(connection: Connection) -> None:
        if seconds:
            await connection.pause(seconds)
        place = target(connection)
        await connection.send(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + place + b"\r\n\r\n")

    http(name, serve, expected, **more)


redirecting("redirect-loop", lambda connection: b"/.well-known/apple-app-site-association")
redirecting("redirect-endless", lambda connection: b"/%d" % connection.choice.getrandbits(60))
redirecting("redirect-slow", lambda connection: b"/%d" % connection.choice.getrandbits(60), 1.0, domains=20)
redirecting("redirect-long", lambda connection: b"/" + b"a" * 60_000 + b"%d" % connection.choice.getrandbits(60))
redirecting("redirect-silent-name", lambda connection: b"https://mute-elsewhere.hostile.test/")
redirecting("redirect-private", lambda connection: b"https://10.0.0.1/")


async def redirect_fields(connection: Connection) -> None:
    await connection.send(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n" + b"Location: /a\r\n" * 180 + b"\r\n")


http("redirect-fields", redirect_fields, REDIRECTS)

# Files

# Any result is accepted for these files, as long as the audit ends.
ANYTHING = frozenset({"*"})
for name, make_file in SLOW_FILES.items():

    def served(make_file=make_file):
        def make(stage: Stage) -> Serve:
            made, body = usual(stage), make_file(stage.choice)
            response = OK + b"Content-Length: %d\r\n\r\n" % len(body) + body

            async def serve(connection: Connection) -> None:
                await connection.handshake(made)
                while True:
                    await connection.request()
                    await connection.send(response)

            return serve

        return make

    add(Kind(f"file-{name}", ANYTHING, served()))
    if "variables" in name:
        add(Kind(f"link-{name}", ANYTHING, served(), opens="/" + "ab" * 1_000))
