"""What runs on the executors: which part a name belongs to, and asking the names of a part. Needs no Spark."""

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

# Exit codes of a run that came to its end (well, findings, doubts of its own network, some not understood), of wrong usage, and of a run
# that failed or was interrupted, for which no name is to blame. With any other, and with a signal, the program has crashed.
DOUBTFUL = 4
ENDED = (0, 2, DOUBTFUL, 65)
WRONG_USAGE = (3, 64)
FAILED = (1, 130)
# The words of a run without targets, whose exit code is that of wrong usage.
NO_TARGET = "There is no target in"
# How often a run may fail before Spark is to try the whole part again, somewhere else perhaps.
RESTARTS = 5
# How often names may be split before a part has a result, and for each one more: more crashes than that are the machine's fault.
SPLITS = 50

REGISTRIES = frozenset("ac co com edu go gob gov gouv id ltd me mil ne net nom or org plc sch".split())
SERVICE = "(?:(?:applinks|webcredentials|appclips|activitycontinuation):)?"
# The forms of a name whose meaning is certain without asking the program: a host, perhaps of a URL or an entitlement, and a port.
NAME = re.compile(
    SERVICE + r"(?:https?://(?:[^/?#]*@)?)?(?:\*\.)?([^\s:/?#@\[\]*,\x00-\x1f]+|\[[0-9a-f:.]+\])(?::([0-9]{0,5}))?(?:[/?#].*)?",
    re.DOTALL,
)
# What stands in front of the authority of a URL, the authority, and what follows it; a name without a scheme is one, too.
PARTS = re.compile(rf"({SERVICE}(?:[a-z][a-z0-9+.-]*://)?)([^/?#]*)(.*)", re.DOTALL | re.IGNORECASE)
HOST_AND_PORT = re.compile(r"(?:[^:@\[\]]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{0,5})?")


def without_secrets(name: str) -> str:
    """A name that means the same domain and has no user information, which is kept nowhere."""
    if "@" not in name:
        return name
    start, authority, rest = PARTS.fullmatch(name).groups()
    _, at, host = authority.rpartition("@")
    if not HOST_AND_PORT.fullmatch(host):
        # A password with a slash, of which no domain can be told.
        return "***@" + name.rpartition("@")[2]
    return start + ("***@" if at else "") + host + ("" if "@" in rest else rest)


def encoded(host: str) -> str | None:
    """A host name in ASCII, each letter for itself as UTS 46 has it (ß is a letter); None where that is not certain."""
    host = unicodedata.normalize("NFKC", host)
    host = "".join(letter.lower() for letter in host).replace("\u3002", ".")
    labels = []
    for label in host.split("."):
        if not all(letter in "-\u200c\u200d" or unicodedata.category(letter)[0] in "LMN" for letter in label):
            return None
        labels.append(label if label.isascii() else "xn--" + label.encode("punycode").decode())
    return ".".join(labels)


def key(name: str) -> str:
    """What names have in common that mean the same domain: host, and port where it is not 443; an unusual name as it is.

    The program leaves out what means the same in spite of different keys, as far as it is in the same part.
    """
    # Letter by letter: at the end of a word the small form of Σ would be another letter.
    text = "".join(letter.lower() for letter in name.strip())
    found = NAME.fullmatch(text)
    if not found:
        # An address of version 6 needs no brackets.
        return text if "." in text else f"[{text}]" if re.fullmatch(r"[0-9a-f]*:[0-9a-f:]+", text) else text
    host, port = found[1], found[2]
    if not host.isascii():
        # The capital ẞ is one letter or two by the version of Unicode.
        ascii_host = None if "\u1e9e" in name else encoded(host)
        if ascii_host is None:
            return text
        host = ascii_host
    host = host.rstrip(".")
    return f"{host}:{port}" if port not in (None, "", "443") else host


def site(name: str) -> str:
    """The registered domain of a key, as far as labels tell: the rule of `aasa-audit --shard`."""
    host = name.rpartition(":")[0] if name.count(":") == 1 else name
    if host.startswith("["):
        return host[1:].partition("]")[0]
    labels = host.split(".")
    if ":" in host or host[-1:].isdigit() or len(labels) < 3:
        return host
    return ".".join(labels[-3:] if len(labels[-1]) == 2 and labels[-2] in REGISTRIES else labels[-2:])


def place(name: str) -> tuple[str, str, Decimal]:
    """A name without secrets, its key, and the hash of its site: modulo N it is the share that `aasa-audit --shard` has the name in."""
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
    """How the names of a part are asked: the program with its flags, and the columns that come with each name."""

    program: str
    flags: list[str]
    run_id: str
    # The parts without any target, such as those whose names are all left out by --exclude: [part] is added to it.
    empty: Any
    columns: list[str] = field(default_factory=list)
    # Whether results are kept of which the program says that its own network or clock may be the cause.
    takes_doubtful: bool = False

    def __call__(self, rows: Iterator[tuple]) -> Iterator[tuple]:
        """Gives (part, position, line) for rows of (part, position, name, attributes) of one part, as each domain ends.

        After a crash the names without a result are asked in two halves, and so on, until the one that crashes the program is alone. When
        it has done so twice, which no accident does, its result says so.
        """
        groups = deque([{name: (part, position, attributes) for part, position, name, attributes in rows}])
        results = doubtful = failures = splits = 0
        alone, is_empty, doubt = set(), False, None
        # The oldest group first: most names have a result before one is alone.
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
                # A name without a line means a domain that another name means, too, or is left out by --exclude.
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
        # Of the few names that a crash leaves, most may be dead.
        if doubt is not None and 2 * doubtful >= results and not self.takes_doubtful:
            raise RuntimeError(f"the program doubts what it found here; --take-doubtful keeps it all the same. {doubt}")
        if is_empty and not results:
            self.empty.add([part])

    def works(self) -> bool:
        """Whether the program can run on this machine at all."""
        return subprocess.run([executable(self.program), "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def run(self, waiting: dict[str, tuple]) -> Iterator[tuple]:
        """Runs the program over all names that wait; gives its exit code back, negative for a signal."""
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
                # A line is whole when it has its end.
                if line.endswith(b"\n"):
                    text = line.decode()
                    # "input" comes first; reading all of it is left to Spark.
                    name, _ = json.decoder.scanstring(text, len('{"input":"'))
                    _, position, _ = waiting.pop(name, (part, None, None))
                    yield part, position, text[:-1]
        except BaseException:
            # Spark wants no more, as of a task that is cancelled.
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
        """Hands on what the program says: counters and warnings belong to the log of the executor."""
        self.last, self.has_no_target = "", False
        for line in stream:
            self.last = line.decode("utf-8", "replace").strip()
            self.has_no_target |= NO_TARGET in self.last
            print(self.last, file=sys.stderr, flush=True)

    def not_asked(self, name: str, attributes: list[str], code: int) -> str:
        """A line as the program writes it, for a name that it could not ask."""
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
    """The path, of a program that came with the job: not every cluster keeps the right to execute it."""
    if not os.path.isabs(path):
        from pyspark import SparkFiles

        path = SparkFiles.get(path)
    if not os.access(path, os.X_OK):
        os.chmod(path, 0o755)
    return path
