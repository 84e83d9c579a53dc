"""Asks for both locations of each name with aiohttp.

usage: aiohttp_client.py NAMES BUNDLE CONCURRENCY [ADDRESS]

Without an address it is aiohttp as most people would use it: the default resolver and event loop, connections kept.
With one it is aiohttp at its best: no resolver, uvloop where there is one, and connections closed after the last request.
"""

import asyncio
import socket
import ssl
import sys

import aiohttp
from aiohttp.abc import AbstractResolver

PATHS = ("/.well-known/apple-app-site-association", "/apple-app-site-association")


class OneAddress(AbstractResolver):
    """Every name has the same address."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def resolve(self, host, port=0, family=socket.AF_INET):
        return [
            {
                "hostname": host,
                "host": self.address,
                "port": port,
                "family": socket.AF_INET,
                "proto": socket.IPPROTO_TCP,
                "flags": socket.AI_NUMERICHOST,
            }
        ]

    async def close(self) -> None:
        pass


async def ask_all(names: str, bundle: str, concurrency: int, address: str | None) -> None:
    tls = ssl.create_default_context(cafile=bundle)
    connector = aiohttp.TCPConnector(
        limit=concurrency, ssl=tls, resolver=OneAddress(address) if address else None
    )
    timeout = aiohttp.ClientTimeout(total=60, connect=30)
    with open(names, encoding="utf-8") as file:
        # One iterator for all workers: each takes the next name.
        lines = iter(file.read().split())
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:

        async def work() -> None:
            for name in lines:
                for path in PATHS:
                    closes = address is not None and path == PATHS[-1]
                    headers = {"Connection": "close"} if closes else None
                    try:
                        async with session.get(
                            f"https://{name}{path}", headers=headers, allow_redirects=False
                        ) as response:
                            await response.read()
                    except (aiohttp.ClientError, asyncio.TimeoutError) as error:
                        print(name, path, repr(error), file=sys.stderr)
                        break

        await asyncio.gather(*(work() for _ in range(concurrency)))


def main() -> None:
    names, bundle, concurrency = sys.argv[1:4]
    address = sys.argv[4] if len(sys.argv) > 4 else None
    run = asyncio.run
    if address:
        try:
            import uvloop

            run = uvloop.run
        except ImportError:
            pass
    run(ask_all(names, bundle, int(concurrency), address))


main()
