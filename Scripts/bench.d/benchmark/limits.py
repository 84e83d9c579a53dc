"""Holds the program to what it promises when there is much to do: limits, interruption, full disks, closed pipes.

Nothing here depends on how fast the machine is: limits are upper bounds, which a slow machine keeps all the more.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .clients import SCENARIOS, Task, audit
from .laboratory import SLOW_AT_ONCE, Laboratory
from .tables import say, table

DOMAINS, QUICK_DOMAINS = 10_000, 2_000
LIMIT_SECONDS = 300


@dataclass
class Ended:
    """A run that has ended."""

    status: int
    errors: str
    seconds: float


@dataclass
class Finding:
    """What was promised, and whether it holds."""

    promise: str
    holds: bool
    seen: str


class Limits:
    """The laboratory, and the program in it."""

    def __init__(self, options: argparse.Namespace, lab: Laboratory, program: Path, validator: list[str]) -> None:
        self.options, self.lab, self.program, self.validator = options, lab, program, validator
        self.count = options.domains or (QUICK_DOMAINS if options.quick else DOMAINS)
        self.findings: list[Finding] = []

    def expect(self, promise: str, holds: bool, seen: object) -> None:
        self.findings.append(Finding(promise, holds, str(seen)))
        say(f"  {'holds' if holds else 'DOES NOT HOLD'}: {promise}: {seen}")

    def task(self, count: int, scenario: int = 0) -> Task:
        return Task(self.lab, SCENARIOS[scenario].names(count), self.lab.places.http1, 200, self.program)

    def line(self, task: Task, *extra: str) -> list[str]:
        return [*audit(task), *extra]

    def run(
        self, line: list[str], output: int | object = subprocess.DEVNULL, until: object = None, **environment: str
    ) -> Ended:
        """Runs a command; `until` is called with the process while it runs."""
        clean = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")}
        errors = self.lab.run / "limits.err"
        begun = time.monotonic()
        with open(errors, "wb") as file:
            process = subprocess.Popen(
                line, stdin=subprocess.DEVNULL, stdout=output, stderr=file, env={**clean, **environment}
            )
            try:
                if until:
                    until(process)
                process.wait(LIMIT_SECONDS)
            except BaseException:
                process.kill()
                process.wait()
                raise
        return Ended(process.returncode, errors.read_text("utf-8", "replace"), time.monotonic() - begun)

    def is_valid(self, *files: Path) -> str:
        """What an independent validator has against files; empty when nothing."""
        done = subprocess.run(
            [*self.validator, *(str(file) for file in files)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return "" if done.returncode == 0 else done.stdout.decode("utf-8", "replace").strip()[-300:]

    # Interruption

    def interruption(self, number: signal.Signals) -> None:
        folder = self.folder(f"interrupted-{number.name}")
        ndjson, document = folder / "report.ndjson", folder / "report.json"
        task = self.task(self.count)
        wanted = self.count // 3

        def interrupt(process: subprocess.Popen) -> None:
            while process.poll() is None and lines(ndjson) < wanted:
                time.sleep(0.02)
            process.send_signal(number)

        with open(ndjson, "wb") as file:
            ended = self.run(self.line(task, "-o", f"json:{document}"), file, interrupt)
        what = f"{number.name} in the middle of {self.count:,} domains"
        self.expect(f"{what}: exit code 130", ended.status == 130, ended.status)
        said = json.loads(document.read_text())
        domains = said["domains"]
        inputs = [domain["input"] for domain in domains]
        written = [json.loads(line)["input"] for line in ndjson.read_text().splitlines()]
        self.expect(f"{what}: the document says that it is not complete", said["complete"] is False, said["complete"])
        self.expect(
            f"{what}: some but not all are there, the same in both reports, each once",
            wanted <= len(inputs) < self.count and sorted(inputs) == sorted(written) and len(set(inputs)) == len(inputs),
            f"{len(inputs)} and {len(written)}",
        )
        self.expect(f"{what}: the document is in input order", inputs == sorted(inputs), f"{len(inputs)} domains")
        self.expect(f"{what}: totals fit", said["summary"]["targets"] == len(inputs), said["summary"]["targets"])
        self.expect(f"{what}: nothing else is left", sorted(names(folder)) == ["report.json", "report.ndjson"], names(folder))
        against = self.is_valid(document, ndjson)
        self.expect(f"{what}: both are valid by the schema", not against, against or "valid")

    # Full disks

    @contextmanager
    def small_disk(self, kilobytes: int) -> Iterator[Path]:
        place = self.lab.run / "small"
        place.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(place)], check=True)
        try:
            yield place
        finally:
            subprocess.run(["umount", str(place)], check=True)

    def full_disk(self) -> None:
        count = self.count // 10
        task = self.task(count)
        with self.small_disk(512) as small:
            folder = self.folder("full-file")
            (small / "report.json").write_text("before")
            other = folder / "other.ndjson"
            ended = self.run(
                self.line(task, "-o", f"json:{small}/report.json", "-o", f"ndjson:{small}/report.ndjson")
                + ["-o", f"ndjson:{other}"],
                TMPDIR=str(folder),
            )
            self.refused("a full disk under a file", ended, "No space left on device", f"{small}/report.json")
            self.expect(
                "a full disk under a file: the report that was there is as it was, nothing half is left",
                names(small) == ["report.json"] and (small / "report.json").read_text() == "before",
                names(small),
            )
            self.expect("a full disk under a file: other reports are complete", lines(other) == count, f"{lines(other)} lines")
        with self.small_disk(512) as small:
            with open(small / "out", "wb") as file:
                ended = self.run(self.line(task), file)
            self.refused("a full disk under the standard output", ended, "No space left on device", "the standard output")
        with self.small_disk(512) as small:
            folder = self.folder("full-spool")
            document, other = folder / "report.json", folder / "other.ndjson"
            ended = self.run(
                self.line(task, "-o", f"json:{document}", "-o", f"ndjson:{other}"), TMPDIR=str(small)
            )
            self.refused("a full disk under what waits for its turn", ended, "No space left on device", str(small))
            self.expect(
                "a full disk under what waits for its turn: no half document, and the other report is complete",
                names(folder) == ["other.ndjson"] and lines(other) == count and names(small) == [],
                f"{names(folder)}, {lines(other)} lines",
            )
        # Without a disk of its own: the largest size of a file.
        folder = self.folder("limited-file")
        limited = ["prlimit", "--fsize=200000", *self.line(task, "-o", f"json:{folder}/report.json")]
        ended = self.run(limited, TMPDIR="/tmp")
        self.refused("a limit on the size of files", ended, "File too large")
        self.expect("a limit on the size of files: nothing half is left", names(folder) == [], names(folder))

    def refused(self, what: str, ended: Ended, *words: str) -> None:
        said = ended.errors.strip().splitlines()
        self.expect(f"{what}: exit code 1", ended.status == 1, ended.status)
        self.expect(
            f"{what}: said what and where", all(word in ended.errors for word in words), said[0][:160] if said else "nothing"
        )

    # A reader that goes away

    def closed_pipe(self) -> None:
        task = self.task(self.count)
        wanted = 50
        self.lab.begin()

        reader, writer = os.pipe()
        read: list[bytes] = []

        def look(process: subprocess.Popen) -> None:
            os.close(writer)
            with os.fdopen(reader, "rb") as file:
                for _ in range(wanted):
                    read.append(file.readline())

        ended = self.run(self.line(task), writer, look)
        seen = self.lab.end()
        what = f"a reader that goes away after {wanted} of {self.count:,} lines"
        self.expect(f"{what}: says nothing", ended.errors == "", repr(ended.errors[:100]))
        self.expect(f"{what}: no signal, no failure", ended.status in (0, 2), ended.status)
        good = sum(1 for line in read if line.endswith(b"\n") and json.loads(line))
        self.expect(f"{what}: every line is whole", good == wanted, good)
        asked = len(seen.file_names)
        self.expect(f"{what}: the run ends", asked < self.count // 2, f"{asked} names were asked for")

    # Manners

    def rate(self) -> None:
        rate, count = 400, 400 if self.options.quick else 1_500
        self.lab.begin()
        begun = time.time()
        ended = self.run(self.line(self.task(count), "--rate-limit", str(rate)))
        arrivals = sorted(self.lab.end().times)
        # The k-th request cannot come earlier than k intervals after the start; the log has milliseconds.
        early = [k for k, moment in enumerate(arrivals) if moment - begun < k / rate - 0.002]
        self.expect(f"--rate-limit {rate}: all was asked for", len(arrivals) == 2 * count and ended.status in (0, 2), len(arrivals))
        self.expect(
            f"--rate-limit {rate}: no request came before its time",
            not early,
            f"{len(arrivals) / max(arrivals[-1] - begun, 0.001):.0f} a second" if arrivals else "nothing came",
        )

    def address(self) -> None:
        count = 5 * SLOW_AT_ONCE
        for at_once, is_kept in ((SLOW_AT_ONCE, True), (3 * SLOW_AT_ONCE, False)):
            task = Task(
                self.lab, [f"n{number:05d}.slow.lab.test" for number in range(count)], self.lab.places.http1, 200, self.program
            )
            line = self.line(task, "--host-concurrency", str(at_once), "--max-retries", "0")
            self.lab.begin()
            self.run(line)
            seen = self.lab.end()
            refused = seen.statuses["503"]
            if is_kept:
                self.expect(
                    f"--host-concurrency {at_once}: never more at the server, which refuses them",
                    refused == 0 and seen.requests >= 2 * count,
                    f"{refused} of {seen.requests} requests refused",
                )
            else:
                # Otherwise the server's count would prove nothing.
                self.expect(
                    f"--host-concurrency {at_once}: the server does refuse what is over {SLOW_AT_ONCE}", refused > 0,
                    f"{refused} of {seen.requests} requests",
                )

    def folder(self, name: str) -> Path:
        place = self.lab.run / name
        place.mkdir()
        return place


def lines(path: Path) -> int:
    try:
        with open(path, "rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 0


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def limits(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    if program is None:
        raise RuntimeError("the program was not built")
    root = Path(__file__).resolve().parents[3]
    schema = root / "Sources/Reports/Schema/aasa-audit-report.schema.json"
    interpreter = os.environ.get("AASA_AUDIT_VALIDATOR", sys.executable)
    with Laboratory(build) as lab:
        held = Limits(options, lab, program, [interpreter, str(root / "Scripts/validate-report"), str(schema)])
        held.interruption(signal.SIGINT)
        held.interruption(signal.SIGTERM)
        held.full_disk()
        held.closed_pipe()
        held.rate()
        held.address()
    rows = [[finding.promise, "holds" if finding.holds else "DOES NOT HOLD", finding.seen] for finding in held.findings]
    print(f"\n{table(['promise', '', 'seen'], rows)}")
    failed = [finding.promise for finding in held.findings if not finding.holds]
    return {
        "settings": {"domains": held.count},
        "findings": [vars(finding) for finding in held.findings],
        "failed": failed,
    }
