"""Servers that are hostile before HTTP: silence, TCP and TLS."""

from __future__ import annotations

import asyncio
import ssl

import handshakes
from certificates import AUTHORITY, SERVER, Authority, RSAKey, alternative_names, common_name
from files import GOOD
from kinds import BROKEN, SILENCE, Kind, Serve, Stage, add
from serving import Connection, Gone, OpenSSL, context

TLS = BROKEN | {"tls-certificate-untrusted", "tls-certificate-self-signed", "tls-chain-incomplete", "tls-certificate-name-mismatch"}
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(GOOD), GOOD)
HOSTS = "*.hostile.test"


def plain(name: str, serve: Serve, expected: frozenset[str] = BROKEN) -> None:
    add(Kind(name, expected, lambda stage: serve))


def usual(stage: Stage, *protocols: str) -> ssl.SSLContext:
    """Returns the TLS context that all servers with an ordinary handshake share."""
    key = "usual " + " ".join(protocols)
    if key not in stage.contexts:
        chain = stage.certificates.write("hostile", stage.certificates.leaf(HOSTS))
        stage.contexts[key] = context(chain, stage.certificates.leaf_key, protocols or ("http/1.1",))
    return stage.contexts[key]


async def answer(connection: Connection) -> None:
    """Responds to each request with the file."""
    while True:
        await connection.request()
        await connection.send(ANSWER)


# Silence and TCP

add(Kind("silent-address", SILENCE, listener="silent", domains=30))
add(Kind("refusing-address", frozenset({"connect-refused"}), listener="refusing", domains=20))
# Connections to a link-local address without an interface fail immediately.
add(Kind("silent-then-unreachable", BROKEN | {"connect-refused"}, listener="silent", addresses=("", "fe80::1")))
add(Kind("unreachable-then-silent", BROKEN | {"connect-refused"}, listener="silent", addresses=("fe80::1", "")))
for fault in ("mute", "fails", "cut", "late", "rubbish", "loop", "chain", "counts", "many"):
    add(Kind(f"name-{fault}", BROKEN | {"dns-failure", "dns-not-found", "connect-refused"}, name_fault=fault, domains=2))


async def accept_and_stall(connection: Connection) -> None:
    await connection.stall()


async def close_at_once(connection: Connection) -> None:
    raise Gone


async def reset_at_once(connection: Connection) -> None:
    connection.reset()


async def close_after_hello(connection: Connection) -> None:
    await connection.receive_raw()


async def reset_after_hello(connection: Connection) -> None:
    await connection.receive_raw()
    connection.reset()


async def talk_first(connection: Connection) -> None:
    await connection.flood_raw(b"220 mail ready\r\n")


async def hello_slowly(connection: Connection) -> None:
    """Sends the first record byte by byte."""
    await connection.receive_raw()
    await connection.send_raw_slowly(handshakes.record(handshakes.server_hello(bytes(32))), 0.2)
    await connection.stall()


async def empty_records(connection: Connection) -> None:
    await connection.receive_raw()
    await connection.flood_raw(handshakes.record(b""))


async def warnings(connection: Connection) -> None:
    await connection.receive_raw()
    await connection.flood_raw(handshakes.record(b"\x01\x5a", kind=21))


async def change_cipher_flood(connection: Connection) -> None:
    await connection.receive_raw()
    await connection.flood_raw(handshakes.record(b"\x01", kind=20))


# More bytes than the limit of the client plus those in buffers; a client without a limit would take far more.
FLOOD = 32 * 1024 * 1024


async def hello_requests(connection: Connection) -> None:
    """Sends an endless sequence of messages that clients ignore during a handshake."""
    await handshakes.client_random(connection)
    await connection.send_raw(handshakes.record(handshakes.server_hello(bytes(32))))
    await connection.flood_raw(handshakes.record(handshakes.HELLO_REQUEST * 4_000), FLOOD)


async def hello_requests_first(connection: Connection) -> None:
    await handshakes.client_random(connection)
    await connection.flood_raw(handshakes.record(handshakes.HELLO_REQUEST), FLOOD)


async def endless_certificate(connection: Connection) -> None:
    """Sends a certificate message whose header announces 16 MB."""
    await handshakes.client_random(connection)
    await connection.send_raw(handshakes.record(handshakes.server_hello(bytes(32)) + b"\x0b\xff\xff\xff"))
    await connection.flood_raw(handshakes.record(b"\x00" * 16_384))


for serve in (
    accept_and_stall, close_at_once, reset_at_once, close_after_hello, reset_after_hello, talk_first, hello_slowly,
    empty_records, warnings, change_cipher_flood, hello_requests, hello_requests_first, endless_certificate,
):  # fmt: skip
    plain("tcp-" + serve.__name__.replace("_", "-"), serve)


# Handshakes without a library


def forged(name: str, make_chain, bits: int = 0, extra=lambda stage: b"", size: int = 16_384) -> None:
    """Adds a kind that sends the server's first messages of a TLS 1.2 handshake, and nothing more."""

    def make(stage: Stage) -> Serve:
        key, chain = make_chain(stage)
        more = extra(stage)

        async def serve(connection: Connection) -> None:
            await handshakes.flight(connection, key, chain, bits, more, size)
            await connection.stall()

        return serve

    add(Kind(f"tls-{name}", TLS | {"tls-protocol-unsupported"}, make))


def good_chain(stage: Stage) -> tuple[RSAKey, list[bytes]]:
    key, root = stage.certificates.server_key, stage.certificates.root
    return key, [root.issue("hostile", key.subject_key, SERVER, alternative_names([HOSTS]))]


def large_key_chain(size: int, exponent_bits: int):
    """Returns a function that creates a certificate with a large key, which also signs the key exchange."""

    def make(stage: Stage) -> tuple[RSAKey, list[bytes]]:
        store = stage.certificates
        key = store.large_key(size, store.exponent_of(exponent_bits) if exponent_bits > 17 else 65_537)
        return key, [store.root.issue("hostile", key.subject_key, SERVER, alternative_names([HOSTS]))]

    return make


def long_chain(count: int, size: int, exponent_bits: int, is_trusted: bool = False):
    """Returns a function that creates a chain of `count` authorities with large keys."""

    def make(stage: Stage) -> tuple[RSAKey, list[bytes]]:
        store = stage.certificates
        key = store.large_key(size, store.exponent_of(exponent_bits))
        above = store.root if is_trusted else Authority.root("Hostile Other Root", key)
        chain = [] if is_trusted else [above.certificate]
        for number in range(count):
            # All authorities have one key: the client must nevertheless verify each signature.
            above = above.issue_authority(f"Hostile Authority {number}", key)
            chain.insert(0, above.certificate)
        server = store.server_key
        leaf = above.issue("hostile", server.subject_key, SERVER, alternative_names([HOSTS]))
        return server, [leaf, *chain]

    return make


def crowd(stage: Stage) -> tuple[RSAKey, list[bytes]]:
    """Creates a chain of authorities with the same name, each of which could have signed any other."""
    store = stage.certificates
    above = Authority("Hostile Crowd", store.server_key)
    chain = [above.issue("Hostile Crowd", store.server_key.subject_key, AUTHORITY) for _ in range(99)]
    leaf = above.issue("hostile", store.server_key.subject_key, SERVER, alternative_names([HOSTS]))
    return store.server_key, [leaf, *chain]


def many_names(count: int):
    def make(stage: Stage) -> tuple[RSAKey, list[bytes]]:
        key, root = stage.certificates.server_key, stage.certificates.root
        names = [f"n{number}.test" for number in range(count)]
        return key, [root.issue("hostile", key.subject_key, SERVER, alternative_names(names))]

    return make


def requested_names(stage: Stage) -> bytes:
    names = [common_name(f"Authority {number}") for number in range(1_800)]
    return handshakes.certificate_request(names)


forged("dh-4096", good_chain, 4_096)
forged("dh-10000", good_chain, 10_000)
forged("rsa-16384", large_key_chain(16_384, 17))
forged("rsa-16384-exponent", large_key_chain(16_384, 64))
forged("rsa-3072-exponent", large_key_chain(3_072, 3_071))
forged("chain-100", long_chain(98, 2_048, 17))
forged("chain-70-exponent", long_chain(68, 3_072, 3_071))
forged("chain-70-exponent-trusted", long_chain(68, 3_072, 3_071, True))
forged("chain-20-large", long_chain(20, 16_384, 64))
forged("chain-crowd", crowd)
forged("names-10000", many_names(10_000))
forged("names-5000", many_names(5_000))
forged("requested-names", good_chain, extra=requested_names)
forged("one-byte-records", many_names(3_000), size=1)


# Handshakes of OpenSSL with unusual settings


def prepared(name: str, make_context, serve: Serve = answer, expected: frozenset[str] = BROKEN | {"pass"}) -> None:
    def make(stage: Stage) -> Serve:
        made = make_context(stage)

        async def serve_connection(connection: Connection) -> None:
            await connection.handshake(made)
            await serve(connection)

        return serve_connection

    add(Kind(f"tls-{name}", frozenset(expected), make))


def changed(change):
    """Returns a function that creates an ordinary context and applies a change to it."""

    def make(stage: Stage) -> ssl.SSLContext:
        usual(stage)
        made = context(stage.certificates.folder / "hostile.pem", stage.certificates.leaf_key)
        change(made)
        return made

    return make


def tls12(made: ssl.SSLContext) -> None:
    made.maximum_version = ssl.TLSVersion.TLSv1_2


def tickets(made: ssl.SSLContext) -> None:
    made.num_tickets = 20_000


async def renegotiate(connection: Connection) -> None:
    """Renegotiates again and again."""
    raw = OpenSSL.of_session(connection.tls)
    while True:
        OpenSSL.library.SSL_renegotiate(raw)
        OpenSSL.library.SSL_do_handshake(raw)
        await connection.flush()
        connection.incoming.write(await connection.receive_raw())
        try:
            connection.tls.read(16_384)
        except ssl.SSLWantReadError:
            pass
        await connection.flush()


async def update_keys(connection: Connection) -> None:
    """Sends an endless sequence of key updates, each of which the client must answer."""
    raw = OpenSSL.of_session(connection.tls)
    while True:
        for _ in range(200):
            OpenSSL.library.SSL_key_update(raw, 1)
            OpenSSL.library.SSL_do_handshake(raw)
        await connection.flush()
        await asyncio.sleep(0)


async def one_byte_records(connection: Connection) -> None:
    await connection.request()
    await connection.send(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        for _ in range(1_000):
            connection.tls.write(b" ")
        await connection.flush()
        await asyncio.sleep(0)


for group in (b"ffdhe2048", b"P-521"):
    prepared(f"group-{group.decode().lower()}", changed(lambda made, group=group: OpenSSL.set_groups(made, group)))
prepared("tickets", changed(tickets))
prepared("renegotiation", changed(tls12), renegotiate, BROKEN)
prepared("key-updates", changed(lambda made: None), update_keys, BROKEN)
prepared("bytes-in-records", changed(lambda made: None), one_byte_records, BROKEN | {"file-oversized", "json-invalid"})


def handshake_in_pieces(seconds: float):
    def make(stage: Stage) -> Serve:
        made = usual(stage)

        async def serve(connection: Connection) -> None:
            await connection.handshake(made, lambda data: connection.send_raw_slowly(data, seconds))
            await answer(connection)

        return serve

    return make


def cut_handshake(is_reset: bool):
    def make(stage: Stage) -> Serve:
        made = usual(stage)

        async def half(connection: Connection, data: bytes) -> None:
            await connection.send_raw(data[: len(data) // 2])
            if is_reset:
                connection.reset()
            raise Gone

        async def serve(connection: Connection) -> None:
            await connection.handshake(made, lambda data: half(connection, data))

        return serve

    return make


add(Kind("tls-slow-records", BROKEN, handshake_in_pieces(0.05)))
add(Kind("tls-byte-by-byte", BROKEN | {"pass"}, handshake_in_pieces(0.0005)))
add(Kind("tls-cut-handshake", BROKEN, cut_handshake(False)))
add(Kind("tls-reset-handshake", BROKEN, cut_handshake(True)))
