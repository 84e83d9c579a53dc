"""The kinds of hostile servers, each with its name, its expected findings and its behaviour."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from certificates import Certificates
from serving import Connection

# The sets include the findings of all possible failures, because a retry may fail in another way.
SILENCE = frozenset({"timeout", "connect-timeout"})
BROKEN = SILENCE | {"connection-closed", "http-malformed", "body-truncated", "tls-handshake-failed", "connect-failed"}
TOO_MUCH = BROKEN | {"file-oversized", "content-encoding-broken"}

Serve = Callable[[Connection], Awaitable[None]]


@dataclass
class Kind:
    """A kind of hostile server."""

    name: str
    # The codes of which at least one must be found; "pass" is a domain without problems, "*" any result.
    expected: frozenset[str]
    # Creates the function that serves a connection; called once for each kind.
    make: Callable[[Stage], Serve] | None = None
    # The number of domains for each server.
    domains: int = 1
    # The behaviour of the name server, as the first label of the name; there is no other server then.
    name_fault: str = ""
    # "silent" or "refusing", instead of a server that accepts connections.
    listener: str = ""
    # All addresses of the name, in order; an empty text is the server's own address.
    addresses: tuple[str, ...] = ()
    # The path of a link that is expected to open the app.
    opens: str = ""


@dataclass
class Stage:
    """Objects that the servers share."""

    certificates: Certificates
    choice: random.Random
    contexts: dict[str, object] = field(default_factory=dict)


KINDS: dict[str, Kind] = {}


def add(kind: Kind) -> None:
    if kind.name in KINDS:
        raise ValueError(f"two kinds are called {kind.name}")
    KINDS[kind.name] = kind
