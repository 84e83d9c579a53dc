"""A name server for the laboratory, which can also stay silent.

usage: name_server.py ADDRESS RULES

RULES is a file of lines "KIND VALUE...":
    suffix NAME ADDRESS[/SPREAD]   names under NAME have ADDRESS, or one of SPREAD addresses from it on, by their hash
    silent PREFIX                  a name that begins with PREFIX gets no answer
    own PREFIX ADDRESS             a name that begins with PREFIX and a number N has the N-th address after ADDRESS
Everything else does not exist. There are no IPv6 addresses.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
import zlib

TYPE_A, CLASS_IN = 1, 1


class Rules:
    """What the names of the laboratory are."""

    def __init__(self, lines: list[str]) -> None:
        self.suffixes: list[tuple[str, int, int]] = []
        self.silent: list[str] = []
        self.own: list[tuple[str, int]] = []
        for line in lines:
            kind, *values = line.split()
            if kind == "suffix":
                address, _, spread = values[1].partition("/")
                self.suffixes.append(("." + values[0], int(ipaddress.IPv4Address(address)), int(spread or 1)))
            elif kind == "silent":
                self.silent.append(values[0])
            elif kind == "own":
                self.own.append((values[0], int(ipaddress.IPv4Address(values[1]))))
            else:
                raise ValueError(f"unknown rule: {line}")

    def is_silent(self, name: str) -> bool:
        return any(name.startswith(prefix) for prefix in self.silent)

    def address(self, name: str) -> str | None:
        """The address of a name; None when there is no such name."""
        label = name.partition(".")[0]
        for suffix, first, spread in self.suffixes:
            if name.endswith(suffix):
                for prefix, own in self.own:
                    if label.startswith(prefix) and label[len(prefix) :].isdigit():
                        return str(ipaddress.IPv4Address(own + 1 + int(label[len(prefix) :])))
                return str(ipaddress.IPv4Address(first + zlib.crc32(name.encode()) % spread))
        return None


def question(query: bytes) -> tuple[str, int, int] | None:
    """The name and type asked for, and where the question ends; None when it is not a question."""
    labels, place = [], 12
    while place < len(query) and query[place]:
        end = place + 1 + query[place]
        if query[place] > 63 or end > len(query):
            return None
        labels.append(query[place + 1 : end].decode("ascii", "replace").lower())
        place = end
    if place + 5 > len(query):
        return None
    kind, _ = struct.unpack_from(">HH", query, place + 1)
    return ".".join(labels), kind, place + 5


def answer(rules: Rules, query: bytes) -> bytes | None:
    """The answer to a query; None for silence."""
    asked = question(query)
    if asked is None:
        return None
    name, kind, end = asked
    if rules.is_silent(name):
        return None
    address = rules.address(name)
    code = 0 if address else 3
    found = address is not None and kind == TYPE_A
    # A response, authoritative, recursion as asked for and available.
    flags = 0x8480 | (query[2] & 1) << 8 | code
    header = query[:2] + struct.pack(">HHHHH", flags, 1, 1 if found else 0, 0, 0)
    record = b""
    if found:
        record = struct.pack(">HHHIH", 0xC00C, TYPE_A, CLASS_IN, 60, 4) + socket.inet_aton(address)
    return header + query[12:end] + record


def main() -> None:
    with open(sys.argv[2], encoding="utf-8") as file:
        rules = Rules([line for line in file.read().splitlines() if line.strip()])
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    server.bind((sys.argv[1], 53))
    print("ready", flush=True)
    while True:
        query, client = server.recvfrom(4096)
        if len(query) >= 12:
            reply = answer(rules, query)
            if reply is not None:
                server.sendto(reply, client)


if __name__ == "__main__":
    main()
