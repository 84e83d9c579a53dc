"""A name server for the laboratory: name_server.py ADDRESS

Names below lab.test have an address. That of names that begin with "hush" and a number does not respond, and queries
for names that begin with "mute" are not answered. No other name exists, and there are no IPv6 addresses.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import struct
import sys
import zlib

SERVED, SERVED_COUNT = ipaddress.IPv4Address("11.99.1.1"), 250
SILENT = ipaddress.IPv4Address("11.98.0.1")


def address_of(name: str) -> str | None:
    """Returns the address of a name; None if there is none."""
    if not name.endswith(".lab.test"):
        return None
    silent = re.match(r"hush(\d+)\.", name)
    return str(SILENT + int(silent[1]) if silent else SERVED + zlib.crc32(name.encode()) % SERVED_COUNT)


def answer(query: bytes) -> bytes | None:
    """Returns the answer to a query with one question; None for no answer."""
    labels, index = [], 12
    while index < len(query) and query[index]:
        labels.append(query[index + 1 : index + 1 + query[index]].decode("ascii", "replace").lower())
        index += 1 + query[index]
    if index + 5 > len(query) or labels[:1] and labels[0].startswith("mute"):
        return None
    (kind,) = struct.unpack_from(">H", query, index + 1)
    address = address_of(".".join(labels))
    record = b""
    if address and kind == 1:
        record = struct.pack(">HHHIH", 0xC00C, 1, 1, 60, 4) + socket.inet_aton(address)
    # Flags of an authoritative response: recursion is desired as in the query, and available.
    flags = 0x8480 | (query[2] & 1) << 8 | (0 if address else 3)
    return query[:2] + struct.pack(">HHHHH", flags, 1, 1 if record else 0, 0, 0) + query[12 : index + 5] + record


def main() -> None:
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    server.bind((sys.argv[1], 53))
    print("ready", flush=True)
    while True:
        query, client = server.recvfrom(4096)
        reply = answer(query) if len(query) >= 12 else None
        if reply is not None:
            server.sendto(reply, client)


if __name__ == "__main__":
    main()
