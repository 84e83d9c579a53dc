"""Counts the facts that a program checks in a browser, and reports those that do not hold."""

import inspect
import json
import pathlib
import signal
import sys

from chromium import Failure

COUNT = 0
FAILURES = 0


def fact(name, holds, seen=None):
    """Counts a check, and reports it if it fails."""
    global COUNT, FAILURES
    COUNT += 1
    if not holds:
        FAILURES += 1
        print(f"error: {pathlib.Path(sys.argv[0]).stem}: {name}: does not hold; seen: {json.dumps(seen)}"[:4000], file=sys.stderr)


def run(check, subject, usage):
    """Runs `check` with the arguments of the command line; it returns the version of the browser."""
    if len(sys.argv) - 1 != len(inspect.signature(check).parameters):
        sys.exit(usage)
    # The browser ends with this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    try:
        version = check(*sys.argv[1:])
    except (Failure, OSError, StopIteration) as failure:
        sys.exit(f"error: {subject} could not be tried in a browser: {failure!r}")
    if FAILURES:
        sys.exit(f"{FAILURES} of {COUNT} facts about {subject} do not hold in {version}.")
    print(f"{COUNT} facts about {subject} hold in {version}.", file=sys.stderr)
