"""A night's list with some dead hosts and names in it, with the program's own settings and all cores: what they cost."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from .clients import CLIENTS, Command, Task, missing
from .distance import Distance
from .laboratory import DISTANT, Laboratory
from .silent import Bench
from .tables import say, table

# Per cent of the list: hosts that drop every packet, and names whose servers never answer.
HOSTS, NAMES = 4, 1


def names(count: int) -> list[str]:
    """The list, the dead ones scattered over it the same way each time."""
    kinds = ["hush"] * (count * HOSTS // 100) + ["mute"] * (count * NAMES // 100)
    kinds += ["d"] * (count - len(kinds))
    random.Random(count).shuffle(kinds)
    return [f"{kind}{number:05d}.p256.lab.test" for number, kind in enumerate(kinds)]


def dead(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    absent = missing(next(client for client in CLIENTS if client.name == "aasa-audit"), build, program)
    if absent:
        raise RuntimeError(f"aasa-audit cannot be measured: {absent}")
    count = options.domains or (1000 if options.quick else 10_000)
    lines, records = [], []
    (build / "resolv.conf").write_text(f"nameserver {DISTANT.names}\n")
    with Distance(build, options.latency) as distance, Laboratory(build, DISTANT, distance.namespace) as lab:
        bench = Bench(options, lab, distance, program)
        wanted = names(count)
        expected = {name for name in wanted if not name.startswith("d")}

        def run(asked: list[str]) -> tuple:
            task = Task(lab, asked, "", 1, program)
            line = ["-f", "ndjson", "--cacert", task.bundle, "--no-db", "--list", str(task.name_list)]
            # All living names of the laboratory are behind one address, as no company's are.
            line += ["--host-concurrency", "10000"]
            if options.concurrency:
                line += ["--max-concurrency", str(options.concurrency[0])]
            return bench.run(Command([str(program), "audit", *line]), asked, "aasa-audit", 900, pinned=False)

        alone = max(run([f"{kind}09999.p256.lab.test"])[0].wall for kind in ("hush", "mute"))
        for _ in range(options.runs or (1 if options.quick else 3)):
            say(f"  {count} names")
            seen, outcome, _ = run(wanted)
            needed = max(seen.cpu, alone)
            record = {
                "domains": count, "wallSeconds": seen.wall, "cpuSeconds": seen.cpu, "aloneSeconds": alone,
                "ratio": seen.wall / needed, "peakMiB": seen.peak_kilobytes / 1024,
                "failedThoughHealthy": len(outcome.failed - expected),
                "deadButNotFailed": len(expected - outcome.failed), "run": seen.record(),
            }
            records.append(record)
            lines.append([
                str(count), f"{seen.wall:.1f}", f"{seen.cpu:.1f}", f"{alone:.1f}", f"{record['ratio']:.2f}",
                f"{record['peakMiB']:.0f}", f"{record['failedThoughHealthy']} + {record['deadButNotFailed']}",
                "; ".join(seen.remarks),
            ])
    print(f"\n{HOSTS} % silent hosts and {NAMES} % silent names, {distance.latency_ms} ms away, with the program's own timeouts.")
    print("“×”: wall time beside the longer of CPU time and what one dead name takes alone.\n")
    print(table(["domains", "wall s", "CPU s", "dead alone s", "×", "peak MiB", "wrongly", "remarks"], lines))
    return {"cases": records}
