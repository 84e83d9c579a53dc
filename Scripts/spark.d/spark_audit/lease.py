"""Ensures that a run has one driver at a time. Does not need Spark."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import time

from .asking import now

# The interval at which a driver renews its lease, and the age at which another driver takes over the run, in seconds.
RENEWAL = 20
EXPIRY = 180


class Lease:
    """The lease of a driver, a file that exists during a `with` statement; any other driver of the run ends immediately.

    Each driver writes its own file before it looks for others. Of two drivers that begin at the same time, at least one detects the
    other, even if a file system cannot create files exclusively. Ages are measured only by the clock of the file system.
    """

    def __init__(self, store, run: str) -> None:
        self.store, self.run, self.folder = store, run, f"leases/run={run}"
        host = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())
        self.name = f"{host}_{os.getpid()}_{now()[:19].replace(':', '-')}Z_{os.urandom(4).hex()}"
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.renew, daemon=True)

    def __enter__(self) -> Lease:
        self.store.touch(f"{self.folder}/{self.name}")
        stamps = self.store.stamps(self.folder)
        latest = stamps.pop(self.name)
        for name, stamp in stamps.items():
            if latest - stamp < EXPIRY:
                self.store.remove(f"{self.folder}/{self.name}")
                raise SystemExit(self.refusal(name, max(0, round(latest - stamp))))
        for name in stamps:
            self.store.remove(f"{self.folder}/{name}")
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()
        try:
            self.store.remove(f"{self.folder}/{self.name}")
        except Exception:  # If Java or the file system fails, the lease expires.
            pass

    def refusal(self, name: str, age: int) -> str:
        host, process, since, _ = (*name.split("_"), "", "", "")[:4]
        since = re.sub(r"T(..)-(..)-", r"T\1:\2:", since)
        return (
            f"Run {self.run} has a driver already: process {process} on {host}, since {since}; it renewed its lease {age} seconds ago. Wait"
            f" until it ends, or stop it. If it no longer exists, the same command takes the run over in {EXPIRY - age} seconds, or at"
            f" once if you delete {self.store.root}/{self.folder}/{name}."
        )

    def renew(self) -> None:
        renewed = time.monotonic()
        while not self.ended.wait(RENEWAL):
            begun = time.monotonic()
            try:
                is_lost = self.name not in self.store.stamps(self.folder)
                if not is_lost:
                    self.store.touch(f"{self.folder}/{self.name}")
                    renewed = begun
            except Exception:  # A failure of the file system may be temporary.
                is_lost = begun - renewed > EXPIRY - 2 * RENEWAL
            if is_lost:
                words = f"Run {self.run} has another driver now, or may have one: this one could not renew its lease for"
                print(f"{words} {begun - renewed:.0f} seconds, and ends. Its results are kept.", file=sys.stderr, flush=True)
                # Ends the process even if the main thread waits.
                os._exit(1)
