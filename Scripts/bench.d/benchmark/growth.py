"""Whether a domain costs the same in a long run, and whether memory stays where it is."""

from __future__ import annotations

import argparse
from pathlib import Path

from .clients import CLIENTS, SCENARIOS, Task, missing
from .compare import run_once
from .laboratory import Laboratory
from .tables import median, say, spread, summary, table

COMPARED = ("floor-facts", "aasa-audit")
# Domains, and how many runs: the long ones steady themselves.
SIZES = {1_000: 5, 10_000: 3, 100_000: 1}
QUICK_SIZES = {300: 1, 3_000: 1}


def growth(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    sizes = QUICK_SIZES if options.quick else SIZES
    if options.domains:
        sizes = {size: runs for size, runs in sizes.items() if size < options.domains} | {options.domains: 1}
    if options.runs:
        sizes = {size: options.runs for size in sizes}
    concurrency = (options.concurrency or [200])[0]
    scenario = SCENARIOS[0]
    lines, records, absent = [], [], {}
    with Laboratory(build) as lab:
        for client in CLIENTS:
            if client.name not in COMPARED or (options.only and client.name not in options.only):
                continue
            reason = missing(client, build, program)
            if reason:
                absent[client.name] = reason
                say(f"  {client.name} is left out: {reason}")
                continue
            one = Task(lab, scenario.names(1), lab.places.http1, 1, program)
            start = median([run_once(client, one, 60).cpu for _ in range(3)])
            first: dict[str, float] = {}
            for size, runs in sorted(sizes.items()):
                if options.is_short and size > 10_000 and client.name != "aasa-audit":
                    continue
                done = []
                for number in range(runs):
                    say(f"  {client.name}: {size} domains, run {number + 1} of {runs}")
                    lab.forget_log()
                    task = Task(lab, scenario.names(size), lab.places.http1, concurrency, program)
                    done.append(run_once(client, task, limit=max(300, size // 20)))
                cpu = [1000 * run.cpu / size for run in done]
                marginal = [1000 * (run.cpu - start) / max(1, size - 1) for run in done]
                peak = [run.peak_kilobytes / 1024 for run in done]
                if not first:
                    first = {"cpu": median(cpu), "marginal": median(marginal), "peak": median(peak)}
                remarks = sorted({remark for run in done for remark in run.remarks})
                # Against the servers' own cost one sees how much of a change is the machine's.
                server = [1000 * run.server_cpu / size for run in done]
                records.append(
                    {
                        "client": client.name,
                        "domains": size,
                        "cpuMsPerDomain": summary(cpu),
                        "cpuMsPerDomainWithoutStart": summary(marginal),
                        "startCpuMs": round(1000 * start, 2),
                        "peakMiB": summary(peak, 1),
                        "cpuAgainstSmallest": round(median(cpu) / first["cpu"], 3),
                        "cpuWithoutStartAgainstSmallest": round(median(marginal) / first["marginal"], 3),
                        "peakMiBOverSmallest": round(median(peak) - first["peak"], 1),
                        "remarks": remarks,
                        "runs": [run.record() for run in done],
                    }
                )
                lines.append(
                    [
                        client.name,
                        str(size),
                        str(runs),
                        f"{median(cpu):.3f}",
                        spread(cpu),
                        f"{median(cpu) / first['cpu']:.3f}",
                        f"{median(marginal):.3f}",
                        f"{median(marginal) / first['marginal']:.3f}",
                        f"{median([size / run.wall for run in done]):.0f}",
                        f"{median(peak):.1f}",
                        f"{median(peak) - first['peak']:+.1f}",
                        f"{median(server):.2f}",
                        "; ".join(remarks),
                    ]
                )
    headings = ["client", "domains", "runs", "CPU ms/dom", "spread", "× smallest", "less start", "× smallest"]
    headings += ["dom/s", "peak MiB", "more", "server ms/dom", "remarks"]
    print(f"\n{scenario.title}; {concurrency} at once.\n")
    print(table(headings, lines))
    for name, reason in absent.items():
        print(f"\nNot measured: {name}: {reason}")
    return {"settings": {"concurrency": concurrency}, "absent": absent, "sizes": records}
