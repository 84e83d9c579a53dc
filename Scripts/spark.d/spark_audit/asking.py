"""The code on the executors: assigns names to parts, and audits the names of a part. Does not need Spark."""

from __future__ import annotations

import csv
import datetime
import io
import json
import os
import re
import subprocess
import sys
import threading
import unicodedata
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

# Exit codes of a completed run (success, findings, run in doubt, invalid targets), of incorrect usage, and of a run that failed or was
# interrupted for a reason other than a name. Any other exit code, or a signal, is a crash.
DOUBTFUL = 4
ENDED = (0, 2, DOUBTFUL, 65)
WRONG_USAGE = (3, 64)
FAILED = (1, 130)
# The message of a run without targets, whose exit code is that of incorrect usage.
NO_TARGET = "There is no target in"
# The number of failed runs after which Spark retries the whole part, possibly elsewhere.
RESTARTS = 5
# The number of times that names can be split for each result of a part, and before the first; more crashes have a cause in the machine.
SPLITS = 50

REGISTRIES = frozenset("ac co com edu go gob gov gouv id ltd me mil ne net nom or org plc sch".split())
SERVICE = "(?:(?:applinks|webcredentials|appclips|activitycontinuation):)?"
# The forms of a name that need no interpretation by the program: a host with an optional port, also in a URL or an entitlement entry.
NAME = re.compile(
    SERVICE + r"(?:https?://(?:[^/?#]*@)?)?(?:\*\.)?([^\s:/?#@\[\]*,\x00-\x1f]+|\[[0-9a-f:.]+\])(?::([0-9]{0,5}))?(?:[/?#].*)?",
    re.DOTALL,
)
# The text before the authority of a URL, the authority, and the rest; a name without a scheme begins with its authority.
PARTS = re.compile(rf"({SERVICE}(?:[a-z][a-z0-9+.-]*://)?)([^/?#]*)(.*)", re.DOTALL | re.IGNORECASE)
HOST_AND_PORT = re.compile(r"(?:[^:@\[\]]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{0,5})?")


def without_secrets(name: str) -> str:
    """Returns a name of the same domain without user information, which is never stored."""
    if "@" not in name:
        return name
    start, authority, rest = PARTS.fullmatch(name).groups()
    _, at, host = authority.rpartition("@")
    if not HOST_AND_PORT.fullmatch(host):
        # A password with a slash: the domain cannot be determined.
        return "***@" + name.rpartition("@")[2]
    return start + ("***@" if at else "") + host + ("" if "@" in rest else rest)


def encoded(host: str) -> str | None:
    """Returns a host name in ASCII, mapped letter by letter as in UTS 46 (ß is a letter); None if the result is not certain."""
    host = unicodedata.normalize("NFKC", host)
    host = "".join(letter.lower() for letter in host).replace("\u3002", ".")
    labels = []
    for label in host.split("."):
        if not all(letter in "-\u200c\u200d" or unicodedata.category(letter)[0] in "LMN" for letter in label):
            return None
        labels.append(label if label.isascii() else "xn--" + label.encode("punycode").decode())
    return ".".join(labels)


def key(name: str) -> str:
    """Returns the key that names of the same domain share: the host, and the port unless it is 443; an unusual name unchanged.

    Within a part, the program itself also recognises names of the same domain that have different keys.
    """
    # Letter by letter, because at the end of a word, the lower-case form of Σ is another letter.
    text = "".join(letter.lower() for letter in name.strip())
    found = NAME.fullmatch(text)
    if not found:
        # An IPv6 address can lack its brackets.
        return text if "." in text else f"[{text}]" if re.fullmatch(r"[0-9a-f]*:[0-9a-f:]+", text) else text
    host, port = found[1], found[2]
    if not host.isascii():
        # The capital ẞ becomes one letter or two, depending on the version of Unicode.
        ascii_host = None if "\u1e9e" in name else encoded(host)
        if ascii_host is None:
            return text
        host = ascii_host
    host = host.rstrip(".")
    return f"{host}:{port}" if port not in (None, "", "443") else host


def site(name: str) -> str:
    """Returns the registered domain of a key, derived from its labels by the rule of `aasa-audit --shard`."""
    host = name.rpartition(":")[0] if name.count(":") == 1 else name
    if host.startswith("["):
        return host[1:].partition("]")[0]
    labels = host.split(".")
    if ":" in host or host[-1:].isdigit() or len(labels) < 3:
        return host
    return ".".join(labels[-3:] if len(labels[-1]) == 2 and labels[-2] in REGISTRIES else labels[-2:])


def place(name: str) -> tuple[str, str, Decimal]:
    """Returns a name without secrets, its key, and the hash of its site, which modulo N is its shard in `aasa-audit --shard`."""
    name = without_secrets(name)
    own = key(name)
    value = 0xCBF29CE484222325
    for byte in site(own).encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return name, own, Decimal(value ^ value >> 32)


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Asking:
    """Audits the names of a part with the program and its flags; each name has further columns."""

    program: str
    flags: list[str]
    run_id: str
    # Collects the parts without targets, such as those whose names are all omitted by --exclude.
    empty: Any
    columns: list[str] = field(default_factory=list)
    # Whether the results of runs in doubt are kept.
    takes_doubtful: bool = False

    def __call__(self, rows: Iterator[tuple]) -> Iterator[tuple]:
        """Yields (part, position, line) for rows of (part, position, name, attributes) of one part, as domains end.

        After a crash, the names without a result are audited in two halves, and so on, until a name crashes the program on its own. If it
        does so twice, its result reports the crash.
        """
        groups = deque([{name: (part, position, attributes) for part, position, name, attributes in rows}])
        results = doubtful = failures = splits = 0
        alone, is_empty, doubt = set(), False, None
        # The oldest group first, so that most names have a result before groups of one name are run.
        while groups:
            waiting = groups.popleft()
            if not waiting:
                continue
            given, (name, (part, position, attributes)) = len(waiting), next(iter(waiting.items()))
            code = yield from self.run(waiting)
            results += given - len(waiting)
            if code == DOUBTFUL:
                doubtful, doubt = doubtful + given - len(waiting), self.last
            if code in ENDED or not waiting:
                # A name without a line is of the same domain as another name, or is omitted by --exclude.
                continue
            if code in WRONG_USAGE and self.has_no_target:
                is_empty = True
            elif code in WRONG_USAGE or not self.works():
                failures = RESTARTS
            elif code in FAILED:
                failures += 1
                groups.append(waiting)
            elif given > 1:
                splits += 1
                left = list(waiting.items())
                groups += [dict(left[: len(left) // 2]), dict(left[len(left) // 2 :])]
            elif name not in alone:
                alone.add(name)
                groups.append(waiting)
            else:
                results += 1
                yield part, position, self.not_asked(name, attributes, code)
            if failures == RESTARTS or splits > SPLITS * (1 + results):
                raise RuntimeError(f"aasa-audit ended with {code}, and {len(waiting)} names of the part have no answer: {self.last}")
        # After a crash, most of the few remaining names may be dead.
        if doubt is not None and 2 * doubtful >= results and not self.takes_doubtful:
            raise RuntimeError(f"the program doubts what it found here; --take-doubtful keeps it all the same. {doubt}")
        if is_empty and not results:
            self.empty.add([part])

    def works(self) -> bool:
        """Returns whether the program can run on this machine."""
        return subprocess.run([executable(self.program), "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def run(self, waiting: dict[str, tuple]) -> Iterator[tuple]:
        """Runs the program over all waiting names, and returns its exit code, negative for a signal."""
        command = [executable(self.program), "audit", "--list", "-", "-f", "ndjson", "--no-db", *self.flags, "--run-id", self.run_id]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        given = [(name, *attributes) for name, (_, _, attributes) in waiting.items()]
        threads = [
            threading.Thread(target=self.feed, args=(process.stdin, given), daemon=True),
            threading.Thread(target=self.listen, args=(process.stderr,), daemon=True),
        ]
        for thread in threads:
            thread.start()
        part = next(iter(waiting.values()))[0]
        try:
            for line in process.stdout:
                # A line is complete if it has a line feed.
                if line.endswith(b"\n"):
                    text = line.decode()
                    # "input" is the first member; Spark parses the complete line.
                    name, _ = json.decoder.scanstring(text, len('{"input":"'))
                    _, position, _ = waiting.pop(name, (part, None, None))
                    yield part, position, text[:-1]
        except BaseException:
            # Spark reads no further, for example because the task was cancelled.
            process.kill()
            raise
        finally:
            code = process.wait()
            threads[1].join()
        return code

    def feed(self, stream, rows: list[tuple]) -> None:
        try:
            with io.TextIOWrapper(stream, encoding="utf-8", newline="") as text:
                writer = csv.writer(text, lineterminator="\n")
                writer.writerow(["domain", *self.columns])
                writer.writerows(rows)
        except BrokenPipeError:
            pass

    def listen(self, stream) -> None:
        """Copies the output of the program, such as counters and warnings, to the log of the executor."""
        self.last, self.has_no_target = "", False
        for line in stream:
            self.last = line.decode("utf-8", "replace").strip()
            self.has_no_target |= NO_TARGET in self.last
            print(self.last, file=sys.stderr, flush=True)

    def not_asked(self, name: str, attributes: list[str], code: int) -> str:
        """Returns a line in the form of the program, for a name that it could not audit."""
        end = f"signal {-code}" if code < 0 else f"exit code {code}"
        note = f"aasa-audit crashed ({end}) both times it was given this name alone, so that the domain could not be checked."
        found = NAME.fullmatch(key(name))
        is_certain = found and found[1].isascii() and int(found[2] or 443) < 65536
        host, port = (found[1].strip("[]"), int(found[2] or 443)) if is_certain else (None, 443)
        values = {column: value for column, value in zip(self.columns, attributes) if value}
        known = {column.lower(): values.pop(column) for column in [*values] if column.lower() in ("owner", "contact", "team", "tags")}
        line = {
            "input": name, "domain": host, "displayDomain": host or name, "port": port, "owner": None, "team": None, **known,
            "tags": [tag.strip() for tag in known.get("tags", "").split(";") if tag.strip()], "columns": values,
            "notes": [f"{note} This is a bug in aasa-audit; please report it with the name."],
            "status": "unreachable" if host else "invalid", "opensApp": "unknown", "verdicts": [],
            "locations": {"wellKnown": None, "root": None}, "file": None, "findings": [],
            "timings": {"startedAt": now(), "totalMs": 0}, "attempts": 2, "schemaVersion": 1, "run": self.run_id,
        }  # fmt: skip
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def executable(path: str) -> str:
    """Returns the path of a program that was shipped with the job, made executable, because not every cluster keeps that permission."""
    if not os.path.isabs(path):
        from pyspark import SparkFiles

        path = SparkFiles.get(path)
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path
