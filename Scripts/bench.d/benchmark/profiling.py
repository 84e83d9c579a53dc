"""Where the instructions go, counted with callgrind."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from .clients import CLIENTS, SCENARIOS, Client, Scenario, Task, missing
from .laboratory import Laboratory
from .measuring import complaint, measure
from .tables import say, table

# Few at once: under callgrind everything is some fifty times slower, and connections would time out.
CONCURRENCY = 4
PROFILED = ("floor", "floor-facts", "aasa-audit")
PROFILED_SCENARIOS = ("p256", "own")
GROUPS = (
    ("OpenSSL", r"lib(ssl|crypto)"),
    ("libcurl", r"lib(curl|nghttp2|nghttp3|ngtcp2|brotli|zstd|psl|ssh2)"),
    ("Swift libraries", r"lib(swift|_?Foundation|dispatch|BlocksRuntime|_Internationali)"),
    ("c-ares, libidn2", r"lib(cares|idn2|unistring)"),
)
SYSTEM = "C library, mimalloc, loader"
# Instructions there belong to who asked for them.
LENT = (SYSTEM, "OpenSSL", "Swift libraries")


def group(path: str, binary: str) -> str:
    name = Path(path).name
    if name == binary:
        return "own code"
    for title, pattern in GROUPS:
        if re.match(pattern, name):
            return title
    return SYSTEM


@dataclass
class Counts:
    """Instructions by function, and what functions asked of others."""

    own: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    # callee -> caller -> inclusive instructions
    calls: dict[tuple[str, str], dict[tuple[str, str], int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )

    @classmethod
    def read(cls, path: Path, binary: str) -> Counts:
        """Reads a file of callgrind, whose names are written in full once and by number later."""
        counts = cls()
        names: dict[str, dict[str, str]] = {"ob": {}, "fn": {}}
        groups: dict[str, str] = {}
        objects, function = "", ("", "")
        called_object, called_function, after_calls = None, "", False

        def name(kind: str, text: str) -> str:
            number, _, full = text.partition(" ")
            if full:
                names[kind][number] = full
            return names[kind].get(number, text)

        def group_of(text: str) -> str:
            if text not in groups:
                groups[text] = group(text, binary)
            return groups[text]

        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                line = line.rstrip("\n")
                key, equals, value = line.partition("=")
                if equals and key in ("ob", "fn", "cob", "cfn", "calls"):
                    if key == "ob":
                        objects = name("ob", value)
                    elif key == "fn":
                        function = (group_of(objects), name("fn", value))
                    elif key == "cob":
                        called_object = name("ob", value)
                    elif key == "cfn":
                        called_function = name("fn", value)
                    else:
                        after_calls = True
                elif line[:1].isdigit() or line[:1] in "+-*":
                    fields = line.split()
                    cost = int(fields[1]) if len(fields) > 1 else 0
                    if after_calls:
                        callee = (group_of(called_object or objects), called_function)
                        counts.calls[callee][function] += cost
                        called_object, after_calls = None, False
                    else:
                        counts.own[function] += cost
        return counts

    def by_group(self) -> dict[str, int]:
        totals: dict[str, int] = defaultdict(int)
        for (title, _), cost in self.own.items():
            totals[title] += cost
        return totals

    def on_behalf(self, lender: str) -> dict[str, float]:
        """The instructions of a library, by the group whose code asked for them."""
        # The C library only hands on: what it calls back (sorting, once-only initialisation) was asked for by its caller.
        through = {lender, SYSTEM}
        functions = [function for function in {*self.own, *self.calls} if function[0] in through]
        shares: dict[tuple[str, str], dict[str, float]] = {function: {} for function in functions}
        for _ in range(40):  # enough for calls within the library to settle
            for function in functions:
                callers = self.calls.get(function, {})
                total = sum(callers.values())
                found: dict[str, float] = defaultdict(float)
                for caller, cost in callers.items():
                    if total and caller[0] in through:
                        for title, part in shares.get(caller, {}).items():
                            found[title] += part * cost / total
                    elif total:
                        found[caller[0]] += cost / total
                shares[function] = found
        totals: dict[str, float] = defaultdict(float)
        for function in functions:
            if function[0] != lender or function not in self.own:
                continue
            known = sum(shares[function].values())
            for title, part in shares[function].items():
                totals[title] += self.own[function] * part
            totals["not known"] += self.own[function] * max(0.0, 1 - known)
        return totals


def count(lab: Laboratory, client: Client, scenario: Scenario, domains: int, program: Path | None) -> Counts:
    task = Task(lab, scenario.names(domains), lab.places.http1, CONCURRENCY, program)
    command = client.start(task)
    path = lab.build / f"{scenario.name}-{client.name}-{domains}.callgrind"
    line = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={path}", *command.line]
    output = lab.run / f"{client.name}.out"
    say(f"  {scenario.name}: {client.name}: {domains} domain(s) under callgrind")
    # Bound at the start, no call goes through the loader's resolver, which would count as the caller.
    environment = {**command.environment, "LD_BIND_NOW": "1", "LD_PRELOAD": str(lab.build / "sigsuspend.so")}
    run, _ = measure(lab, line, task.names, output, environment, command.standard_input, 1200)
    if run.answered != domains:
        raise RuntimeError(
            f"{client.name} under callgrind: the server saw {run.answered} of {domains} names served. {complaint(output)}"
        )
    return Counts.read(path, Path(command.line[0]).name)


def demangled(names: list[str]) -> list[str]:
    if not shutil.which("swift") or not names:
        return names
    done = subprocess.run(
        ["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    return lines if done.returncode == 0 and len(lines) == len(names) else names


def profile(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    domains = options.domains or (20 if options.quick else 100)
    results: dict[str, object] = {"settings": {"domains": domains, "concurrency": CONCURRENCY}, "scenarios": []}
    by_name = {client.name: client for client in CLIENTS}
    for scenario in SCENARIOS:
        if scenario.http2 or scenario.name not in (options.scenario or PROFILED_SCENARIOS):
            continue
        records = []
        for name in options.only or PROFILED:
            client = by_name[name]
            reason = missing(client, build, program)
            if reason:
                say(f"  {client.name} is left out: {reason}")
                continue
            with Laboratory(build) as lab:
                # What one domain costs is what more of them cost more: start and roots are in both.
                few = count(lab, client, scenario, 1, program)
                many = count(lab, client, scenario, 1 + domains, program)
            records.append(report(client, scenario, few, many, domains))
        # Counts do not depend on what else the machine does, so these ratios hold on a busy one, too.
        counted = {record["client"]: record["instructionsPerDomain"] for record in records}
        ratios = {}
        for suffix in ("", "-new"):
            ours = "aasa-audit" + suffix
            for floor in ("floor" + suffix, "floor-facts" + suffix):
                if ours in counted and floor in counted:
                    value = counted[ours] / counted[floor]
                    ratios[f"{ours} / {floor}"] = round(value, 4)
                    print(f"\n{scenario.name}: instructions for each domain, {ours} / {floor}: {value:.3f}")
        results["scenarios"].append({"scenario": scenario.name, "clients": records, "ratios": ratios})
    return results


def report(client: Client, scenario: Scenario, few: Counts, many: Counts, domains: int) -> dict[str, object]:
    def difference(later: dict, earlier: dict) -> dict:
        return {key: (later[key] - earlier.get(key, 0)) / domains for key in later}

    groups = difference(many.by_group(), few.by_group())
    total = sum(groups.values())
    behalf = {lender: difference(many.on_behalf(lender), few.on_behalf(lender)) for lender in LENT}

    def cells(title: str, value: float) -> list[str]:
        return [title, f"{value / 1000:,.0f}", f"{100 * value / total:.1f} %", ""]

    rows = []
    for title, value in sorted(groups.items(), key=lambda item: -item[1]):
        if value < 1:
            continue
        rows.append(cells(title, value))
        for asker, part in sorted(behalf.get(title, {}).items(), key=lambda item: -item[1]):
            if part / total > 0.0005:
                rows.append(cells(f"  … for {asker}", part))
    ours = groups.get("own code", 0) + sum(
        part for lender in (SYSTEM, "Swift libraries") for asker, part in behalf[lender].items() if asker == "own code"
    )
    ours += behalf[SYSTEM].get("Swift libraries", 0)
    print(f"\n{scenario.name}: {client.name}: instructions for each domain, start apart ({domains} domains)\n")
    print(table(["part", "thousands", "share", ""], rows))
    print(f"\nTotal {total / 1e6:.2f} million. Own code with what it asks of the Swift and C libraries: {100 * ours / total:.1f} %.")
    functions = difference(many.own, few.own)
    top = sorted(((value, name) for (title, name), value in functions.items() if title == "own code" and value >= 50), reverse=True)[:15]
    readable = demangled([name for _, name in top])
    if top:
        print("\nOwn functions with the most instructions of their own:\n")
        lines = [[name[:110], f"{value / 1000:,.1f}", ""] for name, (value, _) in zip(readable, top)]
        print(table(["function", "thousands", ""], lines))
    return {
        "client": client.name,
        "instructionsPerDomain": round(total),
        "groups": {title: round(value) for title, value in groups.items()},
        "onBehalf": {lender: {asker: round(part) for asker, part in parts.items()} for lender, parts in behalf.items()},
        "ownShareWithRuntime": round(ours / total, 4),
        "topOwnFunctions": [{"name": name, "instructions": round(value)} for name, (value, _) in zip(readable, top)],
    }
