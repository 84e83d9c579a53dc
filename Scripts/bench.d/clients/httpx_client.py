"""Asks for both locations of each name with httpx.

usage: httpx_client.py NAMES BUNDLE CONCURRENCY
"""

import asyncio
import ssl
import sys

import httpx

PATHS = ("/.well-known/apple-app-site-association", "/apple-app-site-association")


async def ask_all(names: str, bundle: str, concurrency: int) -> None:
    tls = ssl.create_default_context(cafile=bundle)
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    with open(names, encoding="utf-8") as file:
        lines = iter(file.read().split())
    async with httpx.AsyncClient(verify=tls, limits=limits, timeout=60, trust_env=False) as client:

        async def work() -> None:
            for name in lines:
                for path in PATHS:
                    try:
                        await client.get(f"https://{name}{path}")
                    except httpx.HTTPError as error:
                        print(name, path, repr(error), file=sys.stderr)
                        break

        await asyncio.gather(*(work() for _ in range(concurrency)))


names_file, bundle_file, in_flight = sys.argv[1:4]
asyncio.run(ask_all(names_file, bundle_file, int(in_flight)))
