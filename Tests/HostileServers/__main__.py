"""Audits good domains together with hundreds of hostile servers, which must not affect the results of good domains.

Each hostile server misbehaves in one way, at its own address; one process runs all of them. nginx serves the good
domains. The first run audits only the good domains, the second run all domains. With --timed, a third run audits the
good domains again: if the two runs without hostile servers differ, or exceed a limit, the machine was busy with other
work, and the times of the round say nothing about the servers. Time limits apply to the sum of all other rounds.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import tempfile
import time
from pathlib import Path

import kinds_connection  # noqa: F401
import kinds_http  # noqa: F401
import kinds_http2  # noqa: F401
from kinds import KINDS
from laboratory import HOST_CONCURRENCY, Laboratory, Result

MEMORY_MIB, WORK_MS, RATIO, SLACK_SECONDS = 150, 50, 1.5, 2
# The ratio of two runs without hostile servers above which the machine was busy, and the largest share of such rounds.
BUSY_RATIO, BUSY_SHARE = 1.25, 0.25


def say(text: str) -> None:
    print(text, flush=True)


def problems(result: Result, is_timed: bool) -> list[str]:
    """Returns the violated requirements, as sentences."""
    found = [f"the run ended with {result.ending}"] if result.ending else []
    found += [f"good domains were lost: {len(result.lost)}, such as {sample(result.lost)}"] if result.lost else []
    found += [f"findings that are not expected: {sample(result.strange)}"] if result.strange else []
    found += [f"more than {HOST_CONCURRENCY} connections at once to one address: {result.crowded}"] if result.crowded else []
    found += [f"a hostile server failed: {sample(dict(enumerate(result.errors)))}"] if result.errors else []
    if result.peak_mib > MEMORY_MIB:
        found.append(f"{result.peak_mib:.0f} MiB of memory, more than {MEMORY_MIB}")
    # CPU time is compared, because the pause by the clock also includes the time in which other processes run.
    if is_timed and (result.work_ms is None or result.work_ms > WORK_MS):
        found.append(f"a loop was at work for {result.work_ms} ms, more than {WORK_MS}, and paused for {result.pause_ms} ms")
    return found


def sample(all_of_them: dict) -> str:
    parts = [f"{key}: {value}" for key, value in list(all_of_them.items())[:5]]
    return "; ".join(parts) + (f" and {len(all_of_them) - 5} more" if len(all_of_them) > 5 else "")


def line(name: str, result: Result, healthy: int, hostile: int) -> str:
    return (
        f"{name:34} {hostile:5} {len(result.lost):5} {result.wall:7.1f} {result.cpu:7.1f} {result.peak_mib:7.0f} "
        f"{'-' if result.pause_ms is None else result.pause_ms:>7} {'-' if result.work_ms is None else result.work_ms:>5}  "
        f"{result.ending[:40]}"
    )


def findings_of(result: Result) -> str:
    return ", ".join(f"{count} × {key}" for key, count in collections.Counter(result.codes).most_common(4))


class Spent:
    """The time of all rounds, and the allowed time: RATIO × the time without hostile servers, plus a deadline.

    The rounds are added up, because other load on the machine can affect a single round more than the servers do.
    """

    def __init__(self) -> None:
        self.rounds, self.seconds, self.allowed, self.over, self.busy = 0, 0.0, 0.0, 0, 0

    def add(self, seconds: float, allowed: float) -> None:
        """Adds a round."""
        self.rounds += 1
        self.seconds += seconds
        self.allowed += allowed
        self.over += seconds > allowed

    def __str__(self) -> str:
        if self.rounds == 0:
            return "the machine was busy with other work in all rounds"
        text = f"{self.seconds / self.rounds:.2f} s a round; allowed are {self.allowed / self.rounds:.2f} s"
        return text + (f" ({self.over} of {self.rounds} rounds took longer)" if self.rounds > 1 else "")

    def problems(self) -> list[str]:
        """The limits that all rounds together exceed, in sentences."""
        found = [str(self)] if self.seconds > self.allowed else []
        if self.busy > BUSY_SHARE * (self.rounds + self.busy):
            found.append(
                f"{self.busy} of {self.rounds + self.busy} rounds were not counted: without hostile servers, the runs differed or kept "
                "a loop at work for too long, so the machine was busy with other work, or the program is slow by itself"
            )
        return found


def run_once(options: argparse.Namespace, seed: str, copies: dict[str, int], name: str, spent: Spent) -> list[str]:
    limits = {
        "timeout": f"{options.timeout}s", "connect_timeout": f"{options.timeout * 500}ms", "deadline": f"{options.deadline}s",
        "max_retries": options.retries,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        with Laboratory(Path(folder), options.program, seed, copies, limits) as lab:
            alone = lab.run(options.healthy, False, 120 + options.healthy / 10)
            hostile = lab.hostile_domains()[0]
            result = lab.run(options.healthy, True, options.limit or RATIO * alone.wall + 4 * options.deadline + 30)
            if options.keep:
                for each in ("output", "errors", "run.yaml"):
                    (Path(options.keep) / f"{name}.{each}").write_bytes((Path(folder) / each).read_bytes())
            references = [alone]
            if options.timed:
                references.append(lab.run(options.healthy, False, 120 + options.healthy / 10))
    alone = max(references, key=lambda each: each.wall)
    if name == "all":
        say(line("(good domains alone)", alone, options.healthy, 0))
    say(line(name, result, options.healthy, len(hostile)) + ("  " + findings_of(result) if name != "all" else ""))
    if options.timed and is_busy(references):
        spent.busy += 1
        say("the machine was busy with other work: the times of this round are not counted")
        return [*without_servers(references, False), *problems(result, False)]
    allowed = RATIO * alone.wall + options.deadline
    spent.add(result.wall, allowed)
    found = without_servers(references, options.timed) + problems(result, options.timed)
    if options.timed and result.wall > allowed + SLACK_SECONDS:
        found.append(f"{result.wall:.1f} s, more than {allowed:.1f} s and {SLACK_SECONDS:.0f} s that the machine may take")
    return found


def without_servers(references: list[Result], is_timed: bool) -> list[str]:
    """The limits that runs without hostile servers exceeded, in sentences."""
    return [f"without hostile servers: {text}" for each in references for text in problems(each, is_timed)]


def is_busy(references: list[Result]) -> bool:
    """Whether runs without hostile servers differ, or keep a loop at work for too long."""
    walls = [each.wall for each in references]
    return max(walls) > BUSY_RATIO * min(walls) or any((each.work_ms or 0) > WORK_MS for each in references)


def vary(copies: dict[str, int], choice: random.Random) -> None:
    """Removes some kinds and doubles others, without increasing the number of names."""
    names = 0
    for kind in choice.sample(list(copies), len(copies)):
        count = KINDS[kind].domains
        taken = copies[kind] if choice.random() < 0.25 else 0
        copies[kind] -= taken
        names += taken * count
        if choice.random() < 0.35 and copies[kind] * count <= names:
            names -= copies[kind] * count
            copies[kind] *= 2


def heading() -> None:
    say(f"{'kind':34} {'names':>5} {'lost':>5} {'wall s':>7} {'CPU s':>7} {'MiB':>7} {'pause':>7} {'work':>5}")


def main() -> int:
    parser = argparse.ArgumentParser("HostileServers", description=__doc__, allow_abbrev=False)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--only", metavar="KIND", action="append", help="these kinds alone; a * at the end stands for all such")
    parser.add_argument("--each", action="store_true", help="a run for each kind, and a table")
    parser.add_argument("--list", action="store_true", help="list the kinds")
    parser.add_argument("--healthy", type=int, default=1_000, metavar="N", help="good domains")
    parser.add_argument("--copies", type=int, default=1, metavar="N", help="servers of each kind")
    parser.add_argument("--minutes", type=float, default=0, help="rounds with other seeds for so long")
    parser.add_argument("--timed", action="store_true", help="hold times to their limits as well")
    parser.add_argument("--timeout", type=int, default=4, metavar="S")
    parser.add_argument("--deadline", type=int, default=8, metavar="S")
    parser.add_argument("--retries", type=int, default=1)
    parser.add_argument("--limit", type=float, help="seconds after which a run is killed")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", metavar="DIR", help="where output and configuration of the runs are kept")
    options = parser.parse_args()
    wanted = [
        name for name in KINDS
        if not options.only or any(name == only or only.endswith("*") and name.startswith(only[:-1]) for only in options.only)
    ]  # fmt: skip
    if not wanted:
        parser.error("there is no such kind")
    if options.list:
        say("\n".join(wanted))
        return 0
    heading()
    found: list[str] = []
    spent = Spent()
    if options.each:
        for name in wanted:
            found += [f"{name}: {text}" for text in run_once(options, options.seed, {name: options.copies}, name, spent)]
    else:
        until = time.monotonic() + 60 * options.minutes
        number = 0
        while True:
            seed = options.seed if number == 0 else f"{options.seed}.{number}"
            choice = random.Random(seed)
            copies = dict.fromkeys(wanted, options.copies)
            if number > 0:
                vary(copies, choice)
            found += [f"seed {seed}: {text}" for text in run_once(options, seed, copies, "all", spent)]
            number += 1
            if time.monotonic() >= until or found:
                break
    if options.timed:
        say(str(spent))
        found += spent.problems()
    for text in found:
        print(f"error: {text}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
