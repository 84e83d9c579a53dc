"""The clients to compare, and the resources that a run of a client uses."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from .laboratory import CLIENT_CORE, ROOT, TICKS, WELL_KNOWN, Laboratory
from .name_server import address_of


@dataclass
class Task:
    """The names that a client requests."""

    lab: Laboratory
    names: list[str]
    concurrency: int
    is_file_expected: bool = True

    def write(self, name: str, lines: list[str]) -> str:
        path = self.lab.run / name
        path.write_text("\n".join(lines) + "\n")
        return str(path)


@dataclass
class Client:
    """A program that requests both locations of names."""

    name: str
    command: Callable[[Task], list[str]]
    # Returns the number of names with a correct result, according to the client's output.
    right: Callable[[Task, Path], int] | None = None
    input: Callable[[Task], str] = lambda task: os.devnull
    share: float = 1.0  # of the domains, so that a slow one ends in time


@dataclass
class Run:
    """The resources that a run used; times are in seconds."""

    domains: int
    cpu: float
    wall: float
    peak_mib: float
    connections: int
    requests: int
    right: int | None
    foreign_cores: float  # what other processes used of the processors meanwhile
    remarks: list[str] = field(default_factory=list)

    @property
    def ms(self) -> float:
        return 1000 * self.cpu / self.domains

    def record(self) -> dict[str, object]:
        return {**asdict(self), "cpu_ms_per_domain": round(self.ms, 4)}


def floor(program: Path) -> Client:
    def right(task: Task, output: Path) -> int:
        return json.loads(output.read_text())["served" if task.is_file_expected else "missing"]

    def names(task: Task) -> str:
        return task.write("floor.txt", [f"{name} {address_of(name)}" for name in task.names])

    def command(task: Task) -> list[str]:
        return [str(program), "--cacert", str(task.lab.bundle), "--concurrency", str(task.concurrency)]

    return Client("floor", command, right, names)


def audit(name: str, program: Path, *extra: str, is_recorded: bool = False) -> Client:
    """Returns aasa-audit on one core; if `is_recorded`, with a database, a JSON file and an NDJSON file."""

    def command(task: Task) -> list[str]:
        line = [str(program), "audit", "-f", "ndjson", "--no-progress", "--cacert", str(task.lab.bundle)]
        line += ["--list", task.write("names.txt", task.names), *extra]
        if not task.lab.round_trip_ms:
            line += ["--max-concurrency", str(task.concurrency), "--loops", "1"]
            line += ["--resolve", f"*:443:{address_of(task.names[0])}"]
        # All names of the laboratory share few addresses, unlike real domains.
        line += ["--host-concurrency", "10000"]
        if not is_recorded:
            return [*line, "--no-db"]
        folder = task.lab.run
        (folder / "runs.sqlite").unlink(missing_ok=True)
        return [*line, "--db", f"{folder}/runs.sqlite", "-o", f"{folder}/report.json", "-o", f"{folder}/report.ndjson"]

    return Client(name, command, right_reports)


def right_reports(task: Task, output: Path) -> int:
    """Returns the number of correct reports: status 200 or 404, then 404, and a valid chain."""
    count = 0
    with open(output, encoding="utf-8") as file:
        for line in file:
            try:
                first, second = (json.loads(line)["locations"][key] for key in ("wellKnown", "root"))
                status = 200 if task.is_file_expected else 404
                count += first["status"] == status and second["status"] == 404 and first["tls"]["verified"] is True
            except (ValueError, KeyError, TypeError):
                continue
    return count


def curl() -> Client:
    def command(task: Task) -> list[str]:
        lines = []
        for name in task.names:
            for path in (WELL_KNOWN, ROOT):
                lines += [f'url = "https://{name}{path}"', 'output = "/dev/null"']
                lines.append(f'resolve = "{name}:443:{address_of(name)}"')
        line = ["curl", "--disable", "--silent", "--parallel", "--parallel-max", str(min(task.concurrency, 300))]
        return [*line, "--cacert", str(task.lab.bundle), "--config", task.write("curl.config", lines)]

    return Client("curl --parallel", command, share=0.06)


def busy_seconds() -> float:
    """Returns the CPU time of all processes since the start of the machine."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    return (sum(fields[:3]) + sum(fields[5:7])) / TICKS


def measure(client: Client, task: Task, limit: int = 300, is_pinned: bool = True) -> Run:
    """Runs a client, and returns its resources with those of its children; the peak includes about 20 MiB of Python."""
    lab = task.lab
    output = lab.run / "output"
    line = client.command(task)
    if is_pinned:
        line = ["taskset", "-c", str(CLIENT_CORE), *line]
    # The clients do not inherit settings of the user.
    environment = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "TMPDIR")}
    before, servers, others = lab.counters(), lab.seconds(), busy_seconds()
    begun = time.monotonic()
    with open(client.input(task), "rb") as source, open(output, "wb") as out, open(lab.run / "errors", "wb") as errors:
        process = subprocess.Popen(
            line, stdin=source, stdout=out, stderr=errors, env={**environment, "HOME": str(lab.run)}, start_new_session=True
        )
        watch = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
        watch.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            watch.cancel()
    wall = time.monotonic() - begun
    cpu = usage.ru_utime + usage.ru_stime
    others, servers, after = busy_seconds() - others, lab.seconds() - servers, lab.counters()
    connections, requests = (later - earlier for earlier, later in zip(before, after))
    foreign = max(0.0, others - servers - cpu) / max(wall, 0.001)
    run = Run(len(task.names), cpu, wall, usage.ru_maxrss / 1024, connections, requests, None, round(foreign, 2))
    if process.returncode < 0:
        run.remarks.append(f"ended by signal {-process.returncode} after {wall:.0f} s")
    elif client.right:
        run.right = client.right(task, output)
    return run


def instructions(client: Client, task: Task) -> float | None:
    """Returns millions of instructions per domain, in a separate run; they vary less than times. None without perf."""
    counts = task.lab.run / "instructions"
    counts.unlink(missing_ok=True)
    line = ["perf", "stat", "--field-separator", ",", "--event", "instructions", "--output", str(counts), "--"]

    def command(task: Task) -> list[str]:
        return [*line, *client.command(task)]

    try:
        run = measure(replace(client, command=command), task)
        found = [text.split(",")[0] for text in counts.read_text().splitlines() if ",instructions" in text]
        return int(found[0]) / 1e6 / run.domains
    except (OSError, IndexError, ValueError):
        return None


def last_error(lab: Laboratory) -> str:
    """Returns the last line that the last client wrote to its standard error, to append to a text."""
    lines = (lab.run / "errors").read_text("utf-8", "replace").strip().splitlines()
    return f": {lines[-1][:200]}" if lines else ""


# Tables


def median(values: list[float]) -> float:
    return statistics.median(values)


def spread(values: list[float]) -> str:
    """Returns the range of values, in percent of their median."""
    return f"{100 * (max(values) - min(values)) / median(values):.0f} %" if len(values) > 1 else "-"


def table(headings: list[str], rows: list[list[str]]) -> str:
    """Returns an aligned Markdown table: the first and the last column are left-aligned, the others right-aligned."""
    widths = [max(len(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    outer = (0, len(widths) - 1)

    def line(cells: list[str]) -> str:
        padded = (cell.ljust(width) if n in outer else cell.rjust(width) for n, (cell, width) in enumerate(zip(cells, widths)))
        return f"| {' | '.join(padded)} |"

    rule = ["-" * width if n in outer else "-" * (width - 1) + ":" for n, width in enumerate(widths)]
    return "\n".join([line(headings), line(rule), *(line(row) for row in rows)])
