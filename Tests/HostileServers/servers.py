"""The process that runs all hostile servers: servers.py FOLDER SEED KIND=COPIES…

Prints the addresses as one line of JSON. For each line of input, prints the counts and errors since the last one. Ends
when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
from pathlib import Path

import kinds_connection  # noqa: F401
import kinds_http  # noqa: F401
import kinds_http2  # noqa: F401
from certificates import Certificates
from kinds import KINDS, Stage
from serving import RefusingServer, Server, SilentServer


async def main(folder: Path, seed: str, wanted: list[str]) -> None:
    # Real servers run on other machines, so these must not take processor time from the program.
    os.nice(10)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    choice = random.Random(seed)
    certificates = Certificates(folder, choice)
    certificates.write("healthy", certificates.leaf("*.healthy.test"))
    stage = Stage(certificates, choice)
    servers: list[tuple[str, Server | SilentServer]] = []
    for name, copies in (each.split("=") for each in wanted):
        kind = KINDS[name]
        if kind.name_fault:
            continue
        serve = kind.make(stage) if kind.make else None
        for _ in range(int(copies)):
            # Each server has its own address, because the program limits connections for each address.
            number = len(servers) + 1
            address = f"127.2.{number >> 8}.{number & 255}"
            if kind.listener:
                server = (SilentServer if kind.listener == "silent" else RefusingServer)(address)
            else:
                server = Server(address, serve, random.Random(choice.random()))
            await server.start()
            servers.append((name, server))
    print(json.dumps([[name, server.address, server.port] for name, server in servers]), flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        seen = {"peaks": {}, "accepted": {}, "errors": []}
        for name, server in servers:
            seen["peaks"][name] = max(server.peak, seen["peaks"].get(name, 0))
            seen["accepted"][name] = server.accepted + seen["accepted"].get(name, 0)
            seen["errors"] += [f"{name}: {error}" for error in server.errors]
            server.peak = server.accepted = 0
            server.errors = []
        print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
