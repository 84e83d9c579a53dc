"""All kinds of hostile servers: a name, what may be found, and what it does."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from certificates import Certificates
from serving import Connection

# Whatever ends an exchange without an answer, one after the other: a retry may end in another way.
SILENCE = frozenset({"timeout", "connect-timeout"})
BROKEN = SILENCE | {"connection-closed", "http-malformed", "body-truncated", "tls-handshake-failed", "connect-failed"}
TOO_MUCH = BROKEN | {"file-oversized", "content-encoding-broken"}

Serve = Callable[[Connection], Awaitable[None]]


@dataclass
class Kind:
    """One way to be hostile."""

    name: str
    # One of these codes has to be among the findings; "pass" stands for a domain that is as it should be.
    expected: frozenset[str]
    # Makes what serves a connection; called once for each server.
    make: Callable[[Stage], Serve] | None = None
    # How many domains lead to one such server.
    domains: int = 1
    # What the name server does with the name, in its first label; the server is not asked then.
    name_fault: str = ""
    # "silent" or "refusing" in place of a server that accepts.
    listener: str = ""
    # All addresses of the name in their order; an empty text is the server's own.
    addresses: tuple[str, ...] = ()
    # The path of a link that is expected to open the app.
    opens: str = ""


@dataclass
class Stage:
    """What the kinds are made of."""

    certificates: Certificates
    choice: random.Random
    contexts: dict[str, object] = field(default_factory=dict)


KINDS: dict[str, Kind] = {}


def add(kind: Kind) -> None:
    if kind.name in KINDS:
        raise ValueError(f"two kinds are called {kind.name}")
    KINDS[kind.name] = kind
