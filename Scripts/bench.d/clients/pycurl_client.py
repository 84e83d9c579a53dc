"""Asks for both locations of each name with pycurl's multi interface, set as carefully as the floor.

usage: pycurl_client.py NAMES BUNDLE CONCURRENCY ADDRESS

PyPI's pycurl carries a libcurl and an OpenSSL of its own, newer than the system's.
"""

import io
import sys

import pycurl

PATHS = ("/.well-known/apple-app-site-association", "/apple-app-site-association")


def set_up(easy, name: str, place: int, bundle: str, address: str) -> None:
    easy.reset()
    easy.name, easy.place = name, place
    easy.setopt(pycurl.URL, f"https://{name}{PATHS[place]}")
    easy.setopt(pycurl.NOSIGNAL, 1)
    easy.setopt(pycurl.CAINFO, bundle)
    easy.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_2TLS)
    easy.setopt(pycurl.RESOLVE, [f"+{name}:443:{address}"])
    easy.setopt(pycurl.DNS_CACHE_TIMEOUT, 5)
    easy.setopt(pycurl.SSL_SESSIONID_CACHE, 0)
    easy.setopt(pycurl.FORBID_REUSE, 1 if place == len(PATHS) - 1 else 0)
    easy.setopt(pycurl.CONNECTTIMEOUT, 10)
    easy.setopt(pycurl.TIMEOUT, 20)
    easy.body = io.BytesIO()
    easy.setopt(pycurl.WRITEDATA, easy.body)


def main() -> None:
    names, bundle, concurrency, address = sys.argv[1:5]
    with open(names, encoding="utf-8") as file:
        lines = iter(file.read().split())
    multi = pycurl.CurlMulti()
    in_flight = set()

    def ask(easy, name: str, place: int) -> None:
        set_up(easy, name, place, bundle, address)
        multi.add_handle(easy)

    def begin(easy) -> None:
        name = next(lines, None)
        if name is not None:
            in_flight.add(easy)
            ask(easy, name, 0)

    def finished(easy, failed: bool) -> None:
        multi.remove_handle(easy)
        if not failed and easy.place + 1 < len(PATHS):
            ask(easy, easy.name, easy.place + 1)
        else:
            in_flight.discard(easy)
            begin(easy)

    for _ in range(int(concurrency)):
        begin(pycurl.Curl())
    while in_flight:
        multi.perform()
        left = 1
        while left:
            left, done, failures = multi.info_read()
            for easy in done:
                finished(easy, failed=False)
            for easy, code, text in failures:
                print(easy.name, code, text, file=sys.stderr)
                finished(easy, failed=True)
        if in_flight:
            multi.select(1.0)


main()
