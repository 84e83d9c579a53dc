"""A name server on the loopback interface, which prints its port and ends when its input ends.

Names below address.test have the address 127.1.0.N, at which good domains are served. The first label of any other name
determines the behaviour of the server.
"""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import sys


def parse(query: bytes) -> tuple[list[str], int, int]:
    """Returns the labels of the question, its type, and the index of its end."""
    labels, index = [], 12
    while index < len(query) and query[index]:
        labels.append(query[index + 1 : index + 1 + query[index]].decode("ascii", "replace").lower())
        index += 1 + query[index]
    (kind,) = struct.unpack_from(">H", query, index + 1)
    return labels, kind, index + 5


def message(query: bytes, end: int, records: list[bytes], code: int = 0, is_cut: bool = False, count: int | None = None) -> bytes:
    flags = 0x8080 | (query[2] & 1) << 8 | code | (0x0200 if is_cut else 0)
    counts = struct.pack(">HHHH", 1, len(records) if count is None else count, 0, 0)
    return query[:2] + struct.pack(">H", flags) + counts + query[12:end] + b"".join(records)


def record(kind: int, data: bytes, name: bytes = b"\xc0\x0c", ttl: int = 60) -> bytes:
    return name + struct.pack(">HHIH", kind, 1, ttl, len(data)) + data


def address(text: str) -> bytes:
    return record(1, socket.inet_aton(text))


class NameServer(asyncio.DatagramProtocol):
    """Answers over UDP and TCP."""

    def __init__(self, choice: random.Random) -> None:
        self.choice = choice

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self.tcp = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = self.tcp.sockets[0].getsockname()[1]
        self.transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", self.port))
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)

    def datagram_received(self, query: bytes, client: object) -> None:
        if len(query) < 17:
            return
        labels, kind, end = parse(query)
        what = labels[0].split("-")[0]

        def reply(*arguments: object, **options: object) -> None:
            self.transport.sendto(message(query, end, *arguments, **options), client)

        if labels[1:] == ["address", "test"]:
            return reply([address(f"127.1.0.{int(what)}")] if kind == 1 else [])
        if what == "mute":
            return None
        if what == "fails":
            return reply([], 2)
        if what == "cut":
            return reply([], is_cut=True)
        if what == "late":
            asyncio.get_running_loop().call_later(self.choice.uniform(1, 4), reply, [address("127.0.0.1")])
            return None
        if what == "rubbish":
            return self.transport.sendto(query[:2] + b"\x80\x80" + b"\xc0" * 500, client)
        if what == "loop":
            return reply([record(5, b"\xc0\x0c")])
        if what == "chain":
            # A chain of aliases that does not end with an address.
            aliases = b"".join(record(5, b"\x01" + bytes((97 + n % 26,)) + b"\xc0\x0c") for n in range(25))
            return reply([aliases], count=25)
        if what == "counts":
            return reply([address("127.0.0.1")], count=65_535)
        if what == "many":
            return reply([], is_cut=True)
        return reply([], 3)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers over TCP: 4,000 unused addresses for `many`, and nothing for other names."""
        try:
            (length,) = struct.unpack(">H", await reader.readexactly(2))
            query = await reader.readexactly(length)
            labels, kind, end = parse(query)
            if labels[0].startswith("many") and kind == 1:
                records = [address(f"127.77.{number >> 8}.{number & 255}") for number in range(4_000)]
                reply = message(query, end, records)
                writer.write(struct.pack(">H", len(reply)) + reply)
                await writer.drain()
            elif labels[0].startswith("many"):
                reply = message(query, end, [])
                writer.write(struct.pack(">H", len(reply)) + reply)
            await reader.read()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def main() -> None:
    server = NameServer(random.Random())
    await server.start()
    print(server.port, flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
