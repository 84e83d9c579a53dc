"""The code on the executors: assigns names to parts, and audits the names of a part. Does not need Spark."""

from __future__ import annotations

import csv
import datetime
import io
import itertools
import json
import os
import subprocess
import sys
import threading
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

# The number of names that a process of `aasa-audit shard-keys` describes.
BATCH = 10_000


def places(program: str, names: list[str]) -> list[dict]:
    """Returns for each name what `aasa-audit shard-keys` prints: the name without secrets, its key, host, port and hash.

    A name that crashes the program is its own key, and not a domain.
    """
    text = "".join(f"{name}\n" for name in names).encode()
    process = subprocess.run([executable(program), "shard-keys"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines = process.stdout.splitlines()
    if process.returncode < 0 and names:
        # A program that crashes without names does not work on this machine, and raises the error below.
        places(program, [])
        middle = len(names) // 2
        if middle:
            return places(program, names[:middle]) + places(program, names[middle:])
        name = f"***@{names[0].rpartition('@')[2]}" if "@" in names[0] else names[0]
        return [{"name": name, "key": name, "host": None, "port": 443, "hash": "0"}]
    if process.returncode != 0 or len(lines) != len(names):
        last = process.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"aasa-audit shard-keys ended with {process.returncode}, and {len(lines)} lines for {len(names)} names: {last}")
    return [json.loads(line) for line in lines]


def placed(program: str, rows: Iterator[tuple]) -> Iterator[tuple]:
    """Yields (position, name without secrets, key, attributes, hash) for rows of (name, attributes, position)."""
    while batch := list(itertools.islice(rows, BATCH)):
        for (_, attributes, position), place in zip(batch, places(program, [row[0] for row in batch])):
            yield position, place["name"], place["key"], attributes, Decimal(place["hash"])


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
                # A name without a line is omitted by --exclude.
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
        place = places(self.program, [name])[0]
        host, port = place["host"], place["port"]
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
