"""Hosts and names that never answer: what they cost, beside what they must cost."""

from __future__ import annotations

import argparse
import heapq
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from .clients import CLIENTS, Command, Task, audit, missing
from .distance import Distance
from .laboratory import DISTANT, Laboratory
from .measuring import Run, complaint, measure
from .name_server import Rules
from .tables import say, table

# Before the first byte of the file: name, TCP, TLS; then a round trip for each location.
ROUND_TRIPS = 5
# The share of the requests up to which a pause at the server is the client's: at the end only what is tried again is left,
# and its pauses are meant.
WHILE_BUSY = 0.95


@dataclass(frozen=True)
class Case:
    """A list with something silent in it."""

    title: str
    prefix: str  # of the names that are silent, or whose hosts are
    per_cent: int

    def names(self, count: int) -> list[str]:
        """The list, the silent ones scattered over it the same way each time."""
        silent = max(1, count * self.per_cent // 100)
        kinds = [self.prefix] * silent + ["d"] * (count - silent)
        random.Random(count).shuffle(kinds)
        return [f"{kind}{number:05d}.p256.lab.test" for number, kind in enumerate(kinds)]

    def is_silent(self, name: str) -> bool:
        return name.startswith(self.prefix)


HOSTS, NAMES = "silent hosts", "silent names"
CASES = (Case(HOSTS, "hush", 10), Case(NAMES, "mute", 1), Case(HOSTS, "hush", 1), Case(NAMES, "mute", 10))
# libcurl's own resolver freezes on silent names; one case is enough to show it.
TRAP = (CASES[1], 200)


def unavoidable(
    silent: list[bool], concurrency: int, healthy: float, held: float, until_known: float, cpu: float
) -> float:
    """Seconds that a perfect scheduler needs for the list in its order.

    Each domain holds one of `concurrency` places. A silent one holds it for `held` seconds, and is known to be silent
    `until_known` seconds after it began. Any other needs `healthy` seconds of round trips and `cpu` of the one core.
    """
    places = [0.0] * min(concurrency, len(silent))
    core, end = 0.0, 0.0
    for is_silent in silent:
        begun = heapq.heappop(places)
        if is_silent:
            free, known = begun + held, begun + until_known
        else:
            core = max(core, begun + healthy) + cpu
            free = known = core
        heapq.heappush(places, free)
        end = max(end, known)
    return end


def at_least(silent: int, others: int, concurrency: int, healthy: float, held: float, until_known: float, cpu: float) -> float:
    """The same without an order: places, the core, or one silent domain, whichever takes longest."""
    return max((others * healthy + silent * held) / concurrency, others * cpu, until_known)


@dataclass
class Outcome:
    """What a client said."""

    failed: set[str]
    longest_pause_ms: float | None = None


class Bench:
    """The cases with the laboratory at a distance."""

    def __init__(self, options: argparse.Namespace, lab: Laboratory, distance: Distance, program: Path | None) -> None:
        self.options, self.lab, self.distance, self.program = options, lab, distance, program
        self.rules = Rules((lab.run / "names.rules").read_text().splitlines())

    def audit(self, names: list[str], concurrency: int, limit: int) -> tuple[Run, Outcome, float]:
        options = self.options
        task = Task(self.lab, names, "", concurrency, self.program)
        extra = ["--connect-timeout", f"{options.connect_timeout}s", "--max-retries", str(options.max_retries)]
        return self.run(Command(audit(task, *extra, resolve=False, quiet=False)), names, "aasa-audit", limit)

    def floor(self, names: list[str], concurrency: int, limit: int, resolves: bool) -> tuple[Run, Outcome, float]:
        line = [str(self.lab.build / "floor"), "--cacert", str(self.lab.bundle), "--concurrency", str(concurrency)]
        line += ["--connect-timeout-ms", str(self.options.connect_timeout * 1000)]
        line += ["--failures", str(self.lab.run / "failures.txt")]
        path = self.lab.run / "names.txt"
        if resolves:
            line += ["--libcurl-resolves"]
            path.write_text("\n".join(names) + "\n")
        else:
            path.write_text("".join(f"{name} {self.rules.address(name)}\n" for name in names))
        return self.run(Command(line, standard_input=path), names, "floor", limit)

    def run(
        self, command: Command, names: list[str], client: str, limit: int, pinned: bool = True
    ) -> tuple[Run, Outcome, float]:
        output = self.lab.run / f"{client}.out"
        self.lab.forget_log()
        self.distance.attempts()
        run, seen = measure(
            self.lab, command.line, names, output, command.environment, command.standard_input, limit, pinned
        )
        if client == "floor":
            outcome = self.floor_outcome(output)
        else:
            outcome = self.audit_outcome(output)
        if run.exit_code not in (0, 2, 4):
            run.remarks.append(f"exit code {run.exit_code}. {complaint(output)}")
        return run, outcome, 1000 * seen.longest_pause(WHILE_BUSY)

    def floor_outcome(self, output: Path) -> Outcome:
        failures = (self.lab.run / "failures.txt").read_text().splitlines()
        try:
            pause = json.loads(output.read_text())["longestPauseMs"]
        except (ValueError, KeyError):
            pause = None
        return Outcome({line.split()[0] for line in failures if line}, pause)

    def audit_outcome(self, output: Path) -> Outcome:
        failed = set()
        with open(output, encoding="utf-8") as file:
            for line in file:
                try:
                    report = json.loads(line)
                except ValueError:
                    continue
                if report.get("status") == "unreachable":
                    failed.add(report["domain"])
        output.unlink()
        said = re.search(r"longest pause of a loop: (\d+) ms", output.with_suffix(".err").read_text("utf-8", "replace"))
        return Outcome(failed, float(said.group(1)) if said else None)

    def alone(self, case: Case) -> float:
        """How long this program takes for one silent domain when there is nothing else."""
        run, _, _ = self.audit([f"{case.prefix}09999.p256.lab.test"], 1, 120)
        return run.wall


def silent(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    chosen = options.concurrency or ([200] if options.quick else [50, 200, 1000])
    by_name = {client.name: client for client in CLIENTS}
    absent = missing(by_name["aasa-audit"], build, program)
    lines, records = [], []
    (build / "resolv.conf").write_text(f"nameserver {DISTANT.names}\n")
    with (
        Distance(build, options.latency) as distance,
        Laboratory(build, DISTANT, distance.namespace) as lab,
    ):
        bench = Bench(options, lab, distance, program)
        if absent:
            say(f"  aasa-audit is left out: {absent}")
        for case in CASES[:2] if options.quick or options.is_short else CASES:
            alone = bench.alone(case) if not absent else 0.0
            for concurrency in chosen:
                count = options.domains or (300 if options.quick else min(4000, max(1000, 10 * concurrency)))
                names = case.names(count)
                flags = [case.is_silent(name) for name in names]
                runners = []
                if not absent:
                    runners.append(("aasa-audit", lambda: bench.audit(names, concurrency, 600)))
                if case.title == HOSTS or (case, concurrency) == TRAP:
                    runners.append(("floor", lambda: bench.floor(names, concurrency, 300, case.title == NAMES)))
                for client, start in runners:
                    if options.only and client not in options.only:
                        continue
                    # Of the floor one run is enough to see the trap.
                    for _ in range(options.runs or (1 if options.quick or client == "floor" else 5)):
                        say(f"  {case.per_cent} % {case.title}, {concurrency} at once: {client}")
                        run, outcome, pause = start()
                        attempts = sorted(distance.attempts().values())
                        record = judge(
                            options, distance, case, client, concurrency, flags, names, run, outcome, pause, attempts, alone
                        )
                        records.append(record)
                        lines.append(row(record))
    print(f"\n{distance.latency_ms} ms round trip; connect timeout {options.connect_timeout} s; aasa-audit with")
    print(f"--max-retries {options.max_retries}. The floor tries once; for silent names libcurl resolves, which is the trap.")
    print("“needed”: what a perfect scheduler needs for the list in its order, from places, timeouts, round trips and")
    print("the CPU time measured. “server pause”: the longest time without a request before 95 % of them had come;")
    print("“loop pause”: the longest time that a client’s loop did one thing only, by its own clock.\n")
    headings = ["case", "client", "at once", "domains", "silent", "wall s", "needed s", "×", "any order s"]
    headings += ["CPU ms/dom", "attempts", "server pause ms", "loop pause ms", "failed", "wrongly", "remarks"]
    print(table(headings, lines))
    if absent:
        print(f"\nNot measured: aasa-audit: {absent}")
    return {
        "settings": {
            "latencyMs": distance.latency_ms,
            "connectTimeoutSeconds": options.connect_timeout,
            "maxRetries": options.max_retries,
        },
        "cases": records,
    }


def judge(
    options: argparse.Namespace,
    distance: Distance,
    case: Case,
    client: str,
    concurrency: int,
    flags: list[bool],
    names: list[str],
    run: Run,
    outcome: Outcome,
    pause: float,
    attempts: list[int],
    alone: float,
) -> dict[str, object]:
    """Holds a run to the arithmetic and to the list."""
    count, silent_count = len(flags), sum(flags)
    expected = {name for name, is_silent in zip(names, flags) if is_silent}
    tried = attempts[len(attempts) // 2] if attempts else None
    if client == "floor":
        held = until_known = float(options.connect_timeout)
    else:
        # Between two attempts a place is free; without a count it is taken to be held all the time.
        until_known = alone
        held = min(alone, tried * options.connect_timeout) if case.title == HOSTS and tried else alone
    cpu = run.cpu / max(1, count - silent_count)
    healthy = ROUND_TRIPS * distance.latency_ms / 1000
    arithmetic = None
    # With its own resolver libcurl’s time for a silent name is the resolver’s, not ours to compute.
    if not (client == "floor" and case.title == NAMES):
        arithmetic = unavoidable(flags, concurrency, healthy, held, until_known, cpu)
    return {
        "case": f"{case.per_cent} % {case.title}",
        "client": client,
        "concurrency": concurrency,
        "domains": count,
        "silent": silent_count,
        "wallSeconds": round(run.wall, 2),
        "neededSeconds": round(arithmetic, 2) if arithmetic else None,
        "ratio": round(run.wall / arithmetic, 3) if arithmetic else None,
        "neededInAnyOrderSeconds": round(
            at_least(silent_count, count - silent_count, concurrency, healthy, held, until_known, cpu), 2
        )
        if arithmetic
        else None,
        "placeHeldSeconds": round(held, 2),
        "knownAfterSeconds": round(until_known, 2),
        "cpuMsPerDomain": round(1000 * run.cpu / count, 3),
        "attemptsPerSilentHost": [attempts[0], tried, attempts[-1]] if attempts else None,
        # Where places wait for silent hosts, a pause is no stall.
        "serverPauseMs": round(pause, 1) if case.title == NAMES else None,
        "loopPauseMs": outcome.longest_pause_ms,
        "failed": len(outcome.failed),
        "failedThoughHealthy": sorted(outcome.failed - expected)[:20],
        "failedThoughHealthyCount": len(outcome.failed - expected),
        "silentButNotFailed": sorted(expected - outcome.failed)[:20],
        "silentButNotFailedCount": len(expected - outcome.failed),
        "run": run.record(),
    }


def row(record: dict[str, object]) -> list[str]:
    def text(value: object, form: str = "") -> str:
        return "-" if value is None else format(value, form)

    tried = record["attemptsPerSilentHost"]
    wrong = f"{record['failedThoughHealthyCount']} + {record['silentButNotFailedCount']}"
    remarks = record["run"]["remarks"]
    return [
        str(record["case"]),
        str(record["client"]),
        str(record["concurrency"]),
        str(record["domains"]),
        str(record["silent"]),
        text(record["wallSeconds"], ".1f"),
        text(record["neededSeconds"], ".1f"),
        text(record["ratio"], ".2f"),
        text(record["neededInAnyOrderSeconds"], ".1f"),
        text(record["cpuMsPerDomain"], ".2f"),
        "-".join(str(number) for number in sorted(set(tried))) if tried else "-",
        text(record["serverPauseMs"], ".0f"),
        text(record["loopPauseMs"], ".0f"),
        str(record["failed"]),
        wrong,
        "; ".join(remarks),
    ]
