"""A network namespace for the servers, behind a link with a delay, and addresses there that never answer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from . import machine
from .laboratory import DISTANT, SILENT_PREFIX
from .tables import say

NEAR, FAR = "aasa-near", "aasa-far"
NEAR_ADDRESS = "11.99.0.1"


class Distance:
    """The servers' namespace and the link to it, from `with` to the end of it."""

    def __init__(self, build: Path, latency_ms: int) -> None:
        self.build = build
        self.latency_ms = latency_ms
        self.attempts_log = build / "attempts.log"
        self.holder: subprocess.Popen | None = None
        self.link: subprocess.Popen | None = None

    def __enter__(self) -> Distance:
        try:
            self.make()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        # The namespace and its devices go with the last process in it.
        for process in (self.link, self.holder):
            if process and process.poll() is None:
                process.terminate()
                process.wait()

    @property
    def namespace(self) -> int:
        assert self.holder is not None
        return self.holder.pid

    def make(self) -> None:
        self.holder = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL
        )
        until = time.monotonic() + 5
        while os.readlink("/proc/self/ns/net") == self.their_namespace():
            if self.holder.poll() is not None or time.monotonic() > until:
                raise RuntimeError("a second network namespace could not be made")
            time.sleep(0.01)
        self.attempts_log.unlink(missing_ok=True)
        if not self.make_delayed_link():
            say("  /dev/net/tun cannot be used: the link has no latency, and attempts are not counted.")
            self.latency_ms = 0
            self.ip("link", "add", NEAR, "type", "veth", "peer", "name", FAR)
        self.ip("link", "set", FAR, "netns", str(self.namespace))
        self.ip("address", "add", NEAR_ADDRESS, "peer", DISTANT.names, "dev", NEAR)
        self.ip("link", "set", NEAR, "txqueuelen", "10000", "up")
        self.ip("link", "set", "lo", "up", there=True)
        self.ip("address", "add", DISTANT.names, "peer", NEAR_ADDRESS, "dev", FAR, there=True)
        self.ip("link", "set", FAR, "txqueuelen", "10000", "up", there=True)
        served = DISTANT.http1.rpartition(".")[0] + ".0/24"
        self.ip("route", "add", "local", served, "dev", "lo", there=True)
        self.ip("route", "add", "blackhole", f"{SILENT_PREFIX}.0.0/16", there=True)
        for network in (served, f"{SILENT_PREFIX}.0.0/16"):
            self.ip("route", "add", network, "via", DISTANT.names, "dev", NEAR, "onlink")

    def their_namespace(self) -> str:
        try:
            return os.readlink(f"/proc/{self.namespace}/ns/net")
        except OSError:
            return os.readlink("/proc/self/ns/net")

    def ip(self, *arguments: str, there: bool = False) -> None:
        inside = ["nsenter", f"--net=/proc/{self.namespace}/ns/net"] if there else []
        subprocess.run([*inside, "ip", *arguments], check=True)

    def make_delayed_link(self) -> bool:
        _, core = machine.cores()
        one_way = str(self.latency_ms * 1000 // 2)
        command = ["taskset", "-c", str(core), str(self.build / "delay"), NEAR, FAR, one_way]
        self.link = subprocess.Popen(
            [*command, SILENT_PREFIX, str(self.attempts_log)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=sys.stderr,
        )
        return self.link.stdout is not None and self.link.stdout.readline().strip() == b"ready"

    def attempts(self) -> dict[str, int]:
        """How many connections were tried to each silent address since the last time."""
        if not self.attempts_log.exists():
            return {}
        ports: dict[str, set[str]] = defaultdict(set)
        for line in self.attempts_log.read_text().splitlines():
            # A repeated packet of one attempt has the same port.
            _, address, port = line.split()
            ports[address].add(port)
        os.truncate(self.attempts_log, 0)
        return {address: len(found) for address, found in ports.items()}
