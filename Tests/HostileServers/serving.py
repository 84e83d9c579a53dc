"""Servers whose behaviour is a coroutine that sends arbitrary bytes over a connection."""

from __future__ import annotations

import asyncio
import ctypes
import random
import re
import socket
import ssl
import struct
import _ssl
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

BLOCK = 32 * 1024


class Gone(Exception):
    """The client has ended the connection."""


class OpenSSL:
    """Functions that the ssl module lacks; calls the OpenSSL library that the module uses."""

    library = ctypes.CDLL(_ssl.__file__)
    library.SSL_CTX_ctrl.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_long, ctypes.c_char_p]
    for function in ("SSL_renegotiate", "SSL_do_handshake"):
        getattr(library, function).argtypes = [ctypes.c_void_p]
    library.SSL_key_update.argtypes = [ctypes.c_void_p, ctypes.c_int]
    # Both Python objects begin with the object header; in a session, a weak reference precedes the pointer.
    head = object.__basicsize__
    pointer = ctypes.sizeof(ctypes.c_void_p)

    @classmethod
    def of_session(cls, tls: ssl.SSLObject) -> int:
        return ctypes.c_void_p.from_address(id(tls._sslobj) + cls.head + cls.pointer).value

    @classmethod
    def set_groups(cls, context: ssl.SSLContext, groups: bytes) -> None:
        raw = ctypes.c_void_p.from_address(id(context) + cls.head).value
        if cls.library.SSL_CTX_ctrl(raw, 92, 0, groups) != 1:
            raise RuntimeError(f"OpenSSL does not take the groups {groups}")


class Connection:
    """A connection of a client, which is encrypted after `handshake` has returned."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, choice: random.Random) -> None:
        self.reader, self.writer, self.choice = reader, writer, choice
        self.tls: ssl.SSLObject | None = None
        # With small buffers, a flood waits for its reader instead of filling the memory.
        writer.transport.set_write_buffer_limits(2 * BLOCK)

    # Without TLS

    async def send_raw(self, data: bytes) -> None:
        self.writer.write(data)
        try:
            await self.writer.drain()
        except OSError as error:
            raise Gone from error

    async def receive_raw(self, count: int = BLOCK) -> bytes:
        try:
            data = await self.reader.read(count)
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        return data

    async def send_raw_slowly(self, data: bytes, seconds: float) -> None:
        for byte in data:
            await self.send_raw(bytes((byte,)))
            await self.pause(seconds)

    # TLS

    async def handshake(self, context: ssl.SSLContext, send: Callable[[bytes], Awaitable[None]] | None = None) -> None:
        """Performs the handshake; `send` replaces the function that sends its bytes to the client."""
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        await self.pump(self.tls.do_handshake, send)

    async def pump(self, step: Callable, send: Callable[[bytes], Awaitable[None]] | None = None) -> object:
        """Repeats a step of TLS with further bytes from the client until the step is complete."""
        while True:
            result, is_done = None, True
            try:
                result = step()
            except ssl.SSLWantReadError:
                is_done = False
            except ssl.SSLError as error:
                await self.flush(send)
                raise Gone from error
            await self.flush(send)
            if is_done:
                return result
            self.incoming.write(await self.receive_raw())

    async def flush(self, send: Callable[[bytes], Awaitable[None]] | None = None) -> None:
        if data := self.outgoing.read():
            await (send or self.send_raw)(data)

    async def send(self, data: bytes) -> None:
        if self.tls is None:
            return await self.send_raw(data)
        for start in range(0, len(data), BLOCK):
            try:
                self.tls.write(data[start : start + BLOCK])
            except ssl.SSLError as error:
                raise Gone from error
            await self.flush()

    async def receive(self) -> bytes:
        if self.tls is None:
            return await self.receive_raw()
        data = await self.pump(lambda: self.tls.read(BLOCK))
        if not data:
            raise Gone
        return data

    async def request(self) -> str:
        """Waits for a complete HTTP/1.1 request, and returns its path."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += await self.receive()
        found = re.match(rb"[A-Z]+ (\S+)", data)
        return found[1].decode("ascii", "replace") if found else "/"

    # Common behaviour

    async def send_slowly(self, data: bytes, seconds: float) -> None:
        for byte in data:
            await self.send(bytes((byte,)))
            await self.pause(seconds)

    async def flood(self, piece: bytes | Callable[[], bytes]) -> None:
        """Sends a piece repeatedly until the client disconnects."""
        block = b"" if callable(piece) else piece * max(1, BLOCK // len(piece))
        while True:
            await self.send(piece() if callable(piece) else block)
            await asyncio.sleep(0)

    async def flood_raw(self, piece: bytes, limit: int | None = None) -> None:
        """Sends a piece repeatedly, without TLS, until the client disconnects; fails after `limit` bytes."""
        block, sent = piece * max(1, BLOCK // len(piece)), 0
        while limit is None or sent < limit:
            await self.send_raw(block)
            sent += len(block)
            await asyncio.sleep(0)
        raise RuntimeError(f"the client took {sent} bytes")

    async def pause(self, seconds: float) -> None:
        """Waits for a random time around `seconds`."""
        await asyncio.sleep(seconds * self.choice.uniform(0.5, 1.5))

    async def stall(self) -> None:
        """Sends nothing until the client disconnects."""
        while True:
            await self.receive_raw()

    def reset(self) -> None:
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()
        raise Gone


def is_established(sock: socket.socket) -> bool:
    """Returns whether neither side has closed the connection, according to the system."""
    try:
        return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1
    except OSError:
        return False


class Server:
    """A server with its own address that treats all connections alike."""

    def __init__(self, address: str, serve: Callable[[Connection], Awaitable[None]], choice: random.Random) -> None:
        self.address, self.serve, self.choice = address, serve, choice
        self.port = 0
        self.peak = self.accepted = 0
        self.sockets: set[socket.socket] = set()
        self.errors: list[str] = []

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.accept, self.address, 0, backlog=4096, limit=2 * BLOCK)
        self.port = self.server.sockets[0].getsockname()[1]

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        sock = writer.get_extra_info("socket")
        self.sockets.add(sock)
        if len(self.sockets) > self.peak:
            # The event loop may not have noticed yet that the client has closed a connection.
            self.peak = max(self.peak, sum(map(is_established, self.sockets)))
        try:
            await self.serve(Connection(reader, writer, self.choice))
        except (Gone, OSError, asyncio.IncompleteReadError):
            pass
        except (ssl.SSLError, RuntimeError) as error:
            self.errors.append(f"{error}")
        finally:
            self.sockets.discard(sock)
            writer.transport.abort()


class SilentServer:
    """An address that does not respond to connection attempts, because its queue of connections is full."""

    def __init__(self, address: str) -> None:
        self.address, self.port, self.errors = address, 0, []
        self.peak = self.accepted = 0

    async def start(self) -> None:
        listener = socket.socket()
        listener.bind((self.address, 0))
        listener.listen(0)
        self.port = listener.getsockname()[1]
        self.held = [listener]
        for _ in range(64):
            attempt = socket.socket()
            attempt.settimeout(0.3)
            self.held.append(attempt)
            try:
                attempt.connect((self.address, self.port))
            except TimeoutError:
                return
        raise RuntimeError("the system answers every attempt to connect: no silent address can be made")


class RefusingServer(SilentServer):
    """An address that refuses connections."""

    async def start(self) -> None:
        self.held = [socket.socket()]
        self.held[0].bind((self.address, 0))
        self.port = self.held[0].getsockname()[1]


def context(chain: Path, key: Path, protocols: Iterable[str] = ("http/1.1",)) -> ssl.SSLContext:
    """Returns the TLS context of an ordinary server."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(chain, key)
    made.set_alpn_protocols(list(protocols))
    return made
