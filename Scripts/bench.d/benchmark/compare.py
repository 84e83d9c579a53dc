"""All clients side by side: rounds in which each runs once, so that a slow minute of the machine meets all of them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from . import clients, machine
from .clients import Client, Scenario, Task
from .laboratory import Laboratory
from .measuring import Run, complaint, measure
from .tables import median, say, spread, summary, table

NOISY = 0.2  # cores used by others, above which a run's wall time says little


@dataclass
class Row:
    """A client in a scenario."""

    client: Client
    task: Task
    runs: list[Run] = field(default_factory=list)


@dataclass
class Start:
    """What a client needs before the first name, and whether it verifies."""

    cpu: float
    verifies: bool


def run_once(row_client: Client, task: Task, limit: int = 300) -> Run:
    command = row_client.start(task)
    output = task.lab.run / f"{row_client.name}.out"
    run, _ = measure(
        task.lab, command.line, task.names, output, command.environment, command.standard_input, limit
    )
    if run.answered != len(task.names):
        run.remarks.append(f"server saw {run.answered} of {len(task.names)} names served. {complaint(output)}".strip())
    if row_client.check and not run.timed_out:
        row_client.check(task, run, output)
    return run


def find_start(client: Client, lab: Laboratory, program: Path | None, repeats: int) -> Start:
    """Runs a client for one name, and once for a name whose certificate cannot be trusted."""
    one = Task(lab, [f"s000000.p256.lab.test"], lab.places.http1, 1, program)
    cpu = median([run_once(client, one, 60).cpu for _ in range(repeats)])
    bad = Task(lab, ["s000000.untrusted.lab.test"], lab.places.http1, 1, program)
    command = client.start(bad)
    _, seen = measure(
        lab, command.line, bad.names, lab.run / "untrusted.out", command.environment, command.standard_input, 60
    )
    return Start(cpu, verifies=not clients.unverified_request(seen))


def choose(options: argparse.Namespace, build: Path, program: Path | None) -> tuple[list[Client], dict[str, str]]:
    """The clients that can be measured, and why the others cannot."""
    chosen, absent = [], {}
    for client in clients.chosen(options.only):
        reason = clients.missing(client, build, program)
        if reason:
            absent[client.name] = reason
            say(f"  {client.name} is left out: {reason}")
        else:
            chosen.append(client)
    return chosen, absent


def run_scenario(
    scenario: Scenario, chosen: list[Client], lab: Laboratory, program: Path | None, domains: int, concurrency: int, runs: int
) -> list[Row]:
    address = lab.places.http2 if scenario.http2 else lab.places.http1
    rows = []
    for client in chosen:
        if scenario.name in client.scenarios:
            count = max(10, round(domains * scenario.share * client.share))
            rows.append(Row(client, Task(lab, scenario.names(count), address, concurrency, program)))
    for number in range(runs):
        say(f"  {scenario.name}: round {number + 1} of {runs}")
        lab.forget_log()
        for row in rows:
            # The lists of the clients have the same names: each is written anew.
            row.task = Task(lab, row.task.names, address, concurrency, program)
            run = run_once(row.client, row.task)
            row.runs.append(run)
            note = f"  {'; '.join(run.remarks)}" if run.remarks else ""
            say(f"    {row.client.name:<16} {1000 * run.cpu / run.domains:8.2f} ms/domain{note}")
    return rows


def ratios(row: Row, reference: Row | None) -> list[float]:
    """CPU for each domain beside the reference's, round by round."""
    if reference is None:
        return []
    pairs = zip(row.runs, reference.runs)
    return [(run.cpu / run.domains) / (other.cpu / other.domains) for run, other in pairs]


def summarise(scenario: Scenario, rows: list[Row], starts: dict[str, Start]) -> tuple[dict[str, object], str]:
    by_name = {row.client.name: row for row in rows}
    records, lines = [], []
    for row in rows:
        name, runs = row.client.name, row.runs
        suffix = "-new" if row.client.newer_libraries else ""
        against = {
            "floor": ratios(row, by_name.get("floor")),
            "sameLibrariesFloor": ratios(row, by_name.get("floor" + suffix)),
            "sameLibrariesFloorWithFacts": ratios(row, by_name.get("floor-facts" + suffix)),
        }
        start = starts[name]
        cpu = [1000 * run.cpu / run.domains for run in runs]
        marginal = [1000 * (run.cpu - start.cpu) / max(1, run.domains - 1) for run in runs]
        rate = [run.domains / run.wall for run in runs]
        remarks = sorted({remark for run in runs for remark in run.remarks})
        foreign = median([run.foreign_cores for run in runs])
        if foreign > NOISY:
            remarks.append(f"others used {foreign:.1f} cores")
        if not start.verifies:
            remarks.append("does not verify certificates")
        records.append(
            {
                "client": name,
                "what": row.client.what,
                "command": clients.describe(row.client.start(row.task)),
                "newerLibraries": row.client.newer_libraries,
                "verifiesCertificates": start.verifies,
                "domains": runs[0].domains,
                "cpuMsPerDomain": summary(cpu),
                "startCpuMs": round(1000 * start.cpu, 2),
                "cpuMsPerDomainWithoutStart": summary(marginal),
                "domainsPerSecond": summary(rate, 1),
                "peakMiB": summary([run.peak_kilobytes / 1024 for run in runs], 1),
                "connectionsPerDomain": round(median([run.accepted / run.domains for run in runs]), 3),
                "requestsPerDomain": round(median([run.requests / run.domains for run in runs]), 3),
                "cpuRatio": {key: summary(values, 3) if values else None for key, values in against.items()},
                "remarks": remarks,
                "runs": [run.record() for run in runs],
            }
        )

        def ratio(key: str) -> str:
            return f"{median(against[key]):.2f}" if against[key] else "-"

        lines.append(
            [
                name,
                str(runs[0].domains),
                f"{median(cpu):.2f}",
                spread(cpu),
                f"{median(marginal):.2f}",
                ratio("floor"),
                ratio("sameLibrariesFloor"),
                ratio("sameLibrariesFloorWithFacts"),
                f"{median(rate):.0f}",
                f"{median([run.peak_kilobytes / 1024 for run in runs]):.0f}",
                f"{median([run.accepted / run.domains for run in runs]):.2f}",
                f"{median([run.requests / run.domains for run in runs]):.2f}",
                "; ".join([row.client.what, *remarks]),
            ]
        )
    headings = ["client", "domains", "CPU ms/dom", "spread", "less start", "× floor", "× its floor", "× with facts"]
    headings += ["dom/s", "peak MiB", "conn/dom", "req/dom", "what"]
    text = f"{scenario.title}\n\n{table(headings, lines)}"
    return {"scenario": scenario.name, "title": scenario.title, "clients": records}, text


# At least how many times this program's CPU time, at most how many times the floor's.
RIVAL_GOALS = {"curl": 35.0, "wget2": 2.7, "aiohttp": 1.5, "scrapy": 7.0}
FLOOR_GOAL = 1.10
PEAK_GOAL_MIB = 60.0


def less_start(row: Row, start: Start) -> float:
    """CPU seconds for one domain more."""
    return median([(run.cpu - start.cpu) / max(1, run.domains - 1) for run in row.runs])


def against_others(scenario: Scenario, rows: list[Row], starts: dict[str, Start]) -> list[dict[str, object]]:
    """This program beside its floors and the other clients, with the goals that there are."""
    by_name = {row.client.name: row for row in rows}
    found = []

    def add(what: str, upper: Row, lower: Row, goal: float | None, at_most: bool) -> None:
        values = ratios(upper, lower)
        middle = median(values)
        found.append(
            {
                "ratio": what,
                **summary(values, 3),
                "withoutStart": round(
                    less_start(upper, starts[upper.client.name]) / less_start(lower, starts[lower.client.name]), 3
                ),
                "goal": None if goal is None else f"{'at most' if at_most else 'at least'} {goal:g}",
                "met": None if goal is None else (middle <= goal if at_most else middle >= goal),
            }
        )

    for suffix in ("", "-new"):
        ours = by_name.get("aasa-audit" + suffix)
        if ours is None:
            continue
        name = ours.client.name
        for floor in ("floor" + suffix, "floor-facts" + suffix):
            if floor in by_name:
                add(f"{name} / {floor}", ours, by_name[floor], FLOOR_GOAL, True)
        for row in rows:
            if not row.client.name.startswith(("aasa-audit", "floor")):
                # These goals were set for HTTP/1.1 and the libraries of the system.
                has_goal = not suffix and not scenario.http2
                goal = RIVAL_GOALS.get(row.client.name) if has_goal else None
                add(f"{row.client.name} / {name}", row, ours, goal, False)
        peak = [run.peak_kilobytes / 1024 for run in ours.runs]
        found.append(
            {
                "ratio": f"peak MiB of {name}",
                **summary(peak, 1),
                "withoutStart": None,
                "goal": f"at most {PEAK_GOAL_MIB:g}",
                "met": median(peak) <= PEAK_GOAL_MIB,
            }
        )
    return found


def goals_table(found: list[dict[str, object]]) -> str:
    lines = []
    for item in found:
        met = {True: "met", False: "not met", None: ""}[item["met"]]
        marginal = "-" if item["withoutStart"] is None else f"{item['withoutStart']:.2f}"
        numbers = [f"{item[key]:.2f}" for key in ("median", "min", "max")]
        lines.append([str(item["ratio"]), *numbers, marginal, str(item["goal"] or "-"), met])
    return table(["CPU for each domain", "median", "min", "max", "less start", "goal", ""], lines)


def compare(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    runs = options.runs or (1 if options.quick else 5)
    domains = options.domains or (400 if options.quick else 1200)
    concurrency = (options.concurrency or [200])[0]
    results: dict[str, object] = {
        "settings": {"runs": runs, "domains": domains, "concurrency": concurrency},
        "scenarios": [],
    }
    with Laboratory(build) as lab:
        chosen, absent = choose(options, build, program)
        results["absent"] = absent
        say("What each needs to start, and whether it verifies certificates")
        starts = {client.name: find_start(client, lab, program, 1 if options.quick else 3) for client in chosen}
        texts = []
        for scenario in clients.SCENARIOS:
            if options.scenario and scenario.name not in options.scenario:
                continue
            rows = run_scenario(scenario, chosen, lab, program, domains, concurrency, runs)
            record, text = summarise(scenario, rows, starts)
            record["ratios"] = against_others(scenario, rows, starts)
            if record["ratios"]:
                text += "\n\n" + goals_table(record["ratios"])
            results["scenarios"].append(record)
            texts.append(text)
    client_core, server_core = machine.cores()
    print(f"\n{concurrency} domains at once, {runs} run(s); clients on core {client_core}, servers on core {server_core}.")
    print("CPU is user and system time, start included. “its floor” runs on the same libraries; “with facts” is that")
    print("floor with certificate facts. Ratios are medians of the ratios of each round.\n")
    print("\n\n".join(texts))
    for name, reason in absent.items():
        print(f"\nNot measured: {name}: {reason}")
    return results
