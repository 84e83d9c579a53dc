"""The entry point: python3 -m benchmark [options]; Scripts/bench runs it in its own namespaces."""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from .authorities import LEAVES
from .laboratory import SERVER_SIDE, Laboratory
from .measuring import Client, Run, Task, audit, curl, floor, instructions, last_error, measure, median, spread, table

TEXT = """\
Measures this program beside a floor (a minimal C program on libcurl that asks for both locations of each name, on one
connection) and curl, on this machine alone.

modes:
  compare  (default) CPU time, rate, memory, connections and requests of this program, the floor and curl --parallel, with a
           P-256 chain, with a chain like Let's Encrypt's, and where there is no file
  growth   CPU time for each domain and peak memory from 1,000 to 100,000 domains; also recorded: with database, JSON, NDJSON
  dead     10,000 names 50 ms away with 4 % silent hosts and 1 % silent names among them, with the program's own settings
  content  reading, checking, compiling and matching files, without any server
  html     writing the HTML report of many domains, and opening it in Chromium
  site     writing the site of many domains: the first night, one without changes, and one with some

What was measured, and what was measured and rejected: Tests/Benchmarks/NOTES.md
"""
SCENARIOS = {
    "p256": "P-256 chain",
    "le": "Let's-Encrypt-like chain (P-256, P-384, RSA-4096)",
    "none": "P-256 chain, no file at any location (the floor asks for two, this program for four)",
}
NOISY_CORES = 0.2
DEAD_HOSTS_PERCENT, DEAD_NAMES_PERCENT = 4, 1
ROUND_TRIP_MS = 50
HEADINGS = ["client", "domains", "CPU ms/dom", "spread", "× floor", "dom/s", "peak MiB", "conn/dom", "req/dom", "remarks"]


def say(text: str) -> None:
    """Prints progress to the standard error."""
    print(text, file=sys.stderr, flush=True)


def names(count: int, scenario: str) -> list[str]:
    return [f"d{number:06d}.l{number % LEAVES}.{scenario}.lab.test" for number in range(count)]


def programs(options: argparse.Namespace, *extra: str, is_recorded: bool = False) -> list[Client]:
    suffix = ", recorded" if is_recorded else ""
    titles = ["aasa-audit"] if len(options.program) == 1 else [str(path) for path in options.program]
    return [audit(title + suffix, path, *extra, is_recorded=is_recorded) for title, path in zip(titles, options.program)]


def row(client: Client, runs: list[Run], floor_runs: list[Run] | None) -> list[str]:
    """Returns a row of the table; the ratio is the median over all rounds."""
    remarks = {remark for run in runs for remark in run.remarks}
    foreign = median([run.foreign_cores for run in runs])
    if foreign > NOISY_CORES:
        remarks.add(f"others used {foreign:.1f} cores")
    ratio = f"{median([run.ms / other.ms for run, other in zip(runs, floor_runs)]):.2f}" if floor_runs else "-"
    return [
        client.name, str(runs[0].domains), f"{median([run.ms for run in runs]):.3f}", spread([run.ms for run in runs]), ratio,
        f"{median([run.domains / run.wall for run in runs]):.0f}", f"{median([run.peak_mib for run in runs]):.0f}",
        f"{median([run.connections / run.domains for run in runs]):.2f}",
        f"{median([run.requests / run.domains for run in runs]):.2f}", "; ".join(sorted(remarks)),
    ]  # fmt: skip


def task(lab: Laboratory, client: Client, scenario: str, count: int, concurrency: int) -> Task:
    return Task(lab, names(max(10, round(count * client.share)), scenario), concurrency, scenario != "none")


def rounds(lab: Laboratory, clients: list[Client], scenario: str, count: int, repeats: int, concurrency: int) -> list[list[Run]]:
    """Runs all clients in each round, so that changes in the machine's load affect all of them."""
    done: list[list[Run]] = [[] for _ in clients]
    for number in range(repeats):
        for client, runs in zip(clients, done):
            asked = task(lab, client, scenario, count, concurrency)
            run = measure(client, asked, limit=max(300, count // 20))
            if run.right not in (None, len(asked.names)):
                run.remarks.append(f"only {run.right} answers are right{last_error(lab)}")
            runs.append(run)
            say(f"  {scenario}, round {number + 1} of {repeats}: {client.name}: {run.ms:.2f} ms/domain")
    return done


def all_records(clients: list[Client], done: list[list[Run]]) -> list[dict[str, object]]:
    return [{"client": client.name, **run.record()} for client, runs in zip(clients, done) for run in runs]


def compare(options: argparse.Namespace) -> list[dict[str, object]]:
    repeats, count = options.runs or (1 if options.quick else 5), options.domains or (400 if options.quick else 1200)
    records = []
    with Laboratory(options.build) as lab:
        for scenario, title in SCENARIOS.items():
            clients = [floor(options.floor), *programs(options), *([curl()] if scenario == "p256" else [])]
            # The first run of a program is slower, because it is read from the disk.
            rounds(lab, clients, scenario, 50, 1, 50)
            done = rounds(lab, clients, scenario, count, repeats, options.concurrency)
            counts = [instructions(client, task(lab, client, scenario, count, options.concurrency)) for client in clients]
            print(f"\n{title}; {options.concurrency} domains at once, {repeats} round(s); instructions of one more run.\n")
            lines = [row(client, runs, done[0]) for client, runs in zip(clients, done)]
            for line, millions in zip(lines, counts):
                floor_share = f"{millions / counts[0]:.3f}" if millions and counts[0] else "-"
                line[-1:-1] = [f"{millions:.2f}" if millions else "-", floor_share]
            print(table([*HEADINGS[:-1], "Minstr/dom", "× floor", HEADINGS[-1]], lines))
            records += [{"scenario": scenario, **record} for record in all_records(clients, done)]
    return records


def growth(options: argparse.Namespace) -> list[dict[str, object]]:
    sizes = [300, 3_000] if options.quick else [1_000, 10_000, 100_000]
    if options.domains:
        sizes = [size for size in sizes if size < options.domains] + [options.domains]
    records, lines = [], []
    with Laboratory(options.build) as lab:
        clients = [floor(options.floor), *programs(options), *programs(options, is_recorded=True)]
        for size in sizes:
            repeats = options.runs or (1 if options.quick else max(1, 3 * 10_000 // max(size, 10_000)))
            done = rounds(lab, clients, "p256", size, repeats, options.concurrency)
            lines += [row(client, runs, done[0]) for client, runs in zip(clients, done)]
            records += all_records(clients, done)
    print(f"\n{SCENARIOS['p256']}; {options.concurrency} domains at once.\n")
    order = [client.name for client in clients]
    print(table(HEADINGS, sorted(lines, key=lambda line: order.index(line[0]))))
    return records


def dead(options: argparse.Namespace) -> list[dict[str, object]]:
    """Compares the wall time with its lower bound: the CPU time, or the time for one dead name if that is longer."""
    count = options.domains or (1000 if options.quick else 10_000)
    kinds = ["hush"] * (count * DEAD_HOSTS_PERCENT // 100) + ["mute"] * (count * DEAD_NAMES_PERCENT // 100)
    kinds += ["d"] * (count - len(kinds))
    random.Random(count).shuffle(kinds)
    asked = [f"{kind}{number:05d}.l{number % LEAVES}.p256.lab.test" for number, kind in enumerate(kinds)]
    living = sum(kind == "d" for kind in kinds)
    resolver, switch = options.build / "resolv.conf", options.build / "nsswitch.conf"
    resolver.write_text(f"nameserver {SERVER_SIDE}\n")
    switch.write_text("hosts: files dns\n")
    for ours, theirs in ((resolver, "/etc/resolv.conf"), (switch, "/etc/nsswitch.conf")):
        if os.path.exists(theirs):
            subprocess.run(["mount", "--bind", str(ours), os.path.realpath(theirs)], check=True)
    records, lines = [], []
    with Laboratory(options.build, ROUND_TRIP_MS) as lab:
        # The floor does not resolve names, so it is not run for names without an answer.
        cases = [(floor(options.floor), [name for name in asked if not name.startswith("mute")])]
        cases += [(client, asked) for client in programs(options)]
        for client, wanted in cases:
            silent = {name[:4]: name for name in wanted if not name.startswith("d")}.values()
            alone = max(measure(client, Task(lab, [name], 1), is_pinned=False).wall for name in silent)
            for _ in range(options.runs or (1 if options.quick else 3)):
                say(f"  {client.name}: {len(wanted)} names")
                run = measure(client, Task(lab, wanted, options.concurrency), 900, is_pinned=False)
                if run.right != living:
                    run.remarks.append(f"{run.right} of {living} living names were answered{last_error(lab)}")
                lines.append(
                    [client.name, str(len(wanted)), f"{run.wall:.1f}", f"{run.cpu:.1f}", f"{alone:.1f}",
                     f"{run.wall / max(run.cpu, alone):.2f}", f"{run.peak_mib:.0f}", "; ".join(run.remarks)]
                )  # fmt: skip
                records.append({"client": client.name, "alone_seconds": alone, **run.record()})
    print(f"\n{DEAD_HOSTS_PERCENT} % silent hosts and {DEAD_NAMES_PERCENT} % silent names, {ROUND_TRIP_MS} ms away.")
    print("×: wall time beside the longer of CPU time and what one dead name takes alone.\n")
    print(table(["client", "names", "wall s", "CPU s", "dead alone s", "×", "peak MiB", "remarks"], lines))
    return records


def first_line(*command: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return next(iter((done.stdout + done.stderr).splitlines()), "")


def number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 on is expected, not “{text}”")
    return int(text)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "Scripts/bench", description=TEXT, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("mode", nargs="?", choices=MODES, default="compare", metavar="MODE")
    parser.add_argument("--quick", action="store_true", help="few domains and one run, to see that it works")
    parser.add_argument("--runs", type=number, metavar="N", help="measured rounds (default: 5 in compare)")
    parser.add_argument("--domains", type=number, metavar="N", help="domains of a run (default: 1200 in compare)")
    parser.add_argument("--concurrency", type=number, default=200, metavar="N", help="domains at once (default: 200)")
    parser.add_argument(
        "--program", type=Path, action="append", metavar="FILE",
        help="measure this executable instead of building this checkout; given twice, both in one run",
    )  # fmt: skip
    parser.add_argument("--floor", type=Path, metavar="FILE", help="a floor that is built with other libraries than this machine's")
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    # Checks only the command line, before anything is installed or built.
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for path in [*(options.program or []), *([options.floor] if options.floor else [])]:
        if not os.access(path, os.X_OK):
            parser.error(f"{path} cannot be run")
    options.floor = options.floor or options.build / "floor"
    return options


MODES = {"compare": compare, "growth": growth, "dead": dead}


def stop(signal_number: int, _: object) -> None:
    # Raising an exception ends the servers and removes the devices.
    raise SystemExit(128 + signal_number)


def main() -> int:
    options = read_options()
    if options.check:
        return 0
    for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signal_number, stop)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # All names share few addresses, and a closed connection keeps its port for a minute. After about 14,000 of them,
    # the kernel searches thousands of ports for each new one (measured: 3 ms more CPU time per domain).
    Path("/proc/sys/net/ipv4/ip_local_port_range").write_text("1024 65535")
    Path("/proc/sys/net/ipv4/tcp_tw_reuse").write_text("1")
    # Every client may use as many sockets as the machine allows.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    versions = [first_line("nginx", "-v"), first_line("openssl", "version"), first_line("curl", "--version")]
    versions += [f"{path}: {first_line(str(path), '--version')}" for path in options.program]
    facts = {"system": platform.platform(), "cores": os.cpu_count(), "load": os.getloadavg()[0], "versions": versions}
    say("\n".join(f"  {version[:120]}" for version in versions))
    if facts["load"] > 0.5:
        say(f"The machine is busy (load {facts['load']:.1f}): wall times and, less so, CPU times will be worse than they are.")
    try:
        runs = MODES[options.mode](options)
    except (RuntimeError, OSError) as error:
        say(f"error: {error}")
        return 1
    results = options.build / "results" / f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{options.mode}.json"
    results.parent.mkdir(exist_ok=True)
    results.write_text(json.dumps({"mode": options.mode, **facts, "runs": runs}, indent=2, ensure_ascii=False) + "\n")
    say(f"Results: {results}")
    return 1 if any(run["remarks"] for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
