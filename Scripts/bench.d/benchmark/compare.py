"""All clients side by side: rounds in which each runs once, so that a slow minute of the machine meets all of them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from . import clients, machine
from .clients import CLIENTS, Client, Scenario, Task
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
    for client in CLIENTS:
        wanted = not options.only or client.name in options.only or client.name == "floor"
        if not wanted:
            continue
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


def goals(rows: list[Row]) -> list[list[str]]:
    """How many times less than each other client this program uses, round by round."""
    by_name = {row.client.name: row for row in rows}
    found = []
    for ours in ("aasa-audit", "aasa-audit-new"):
        if ours not in by_name:
            continue
        for row in rows:
            if row.client.name.startswith(("aasa-audit", "floor")):
                continue
            values = ratios(row, by_name[ours])
            found.append([f"{row.client.name} / {ours}", f"{median(values):.2f}", f"{min(values):.2f}", f"{max(values):.2f}"])
    return found


def compare(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    runs = options.runs or (1 if options.quick else 5)
    domains = options.domains or (400 if options.quick else 1500)
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
            others = goals(rows)
            if others:
                text += "\n\nTimes the CPU of this program:\n\n" + table(["", "median", "min", "max"], others)
            record["timesThisProgram"] = {line[0]: float(line[1]) for line in others}
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
