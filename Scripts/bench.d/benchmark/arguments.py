"""The command line."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import clients

MODES = ("compare", "growth", "silent", "dead", "profile", "limits", "all")

TEXT = """\
Measures aasa-audit beside what people would use instead, on this machine alone.

modes:
  compare   (default) this program, the floor (a minimal C program on libcurl) and other clients ask for both
            locations of the same names; CPU time, rate and memory of each, and ratios to the floor
  growth    CPU time for each domain and peak memory from 1,000 to 100,000 domains
  silent    10 % silent hosts and 1 % silent names, 50 ms away, at several concurrencies, beside the arithmetic of
            what concurrency and timeouts make unavoidable
  dead      10,000 names with 4 % silent hosts and 1 % silent names among them, with the program's own settings
  profile   where the instructions go: our own code, the Swift libraries, libcurl, OpenSSL
  limits    what is promised when there is much to do: interruption of 10,000 domains, full disks, a reader that goes
            away, requests a second and domains at one address as the server counts them; exit code 1 if one does not hold
  all       compare, growth, silent and profile, one after the other, in about half an hour
  content   reading, checking, compiling and matching files, without any server
"""


def whole(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("a number from 1 on is expected")
    return value


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="Scripts/bench", description=TEXT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", nargs="?", choices=MODES, default="compare", metavar="MODE")
    parser.add_argument("--quick", action="store_true", help="few domains and one run, to see that it works")
    parser.add_argument("--runs", type=whole, metavar="N", help="measured runs of each client (default: 5)")
    parser.add_argument("--only", metavar="NAME,…", help="these clients only, beside their floors: " + ", ".join(clients.NAMES))
    parser.add_argument("--scenario", metavar="NAME,…", help="these only: " + ", ".join(clients.SCENARIO_NAMES))
    parser.add_argument(
        "--domains", type=whole, metavar="N", help="domains of a run; slow clients get a share (default: 1200)"
    )
    parser.add_argument(
        "--concurrency", metavar="N,…", help="domains at once (default: 200; silent: 50,200,1000)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there as well")
    parser.add_argument("--program", type=Path, metavar="FILE", help="measure this binary instead of building this checkout")
    parser.add_argument("--connect-timeout", type=whole, default=5, metavar="SECONDS", help="silent: (default: 5)")
    parser.add_argument("--max-retries", type=int, default=1, metavar="N", help="silent: (default: 1)")
    parser.add_argument("--latency", type=int, default=50, metavar="MS", help="silent: round trip (default: 50)")
    parser.set_defaults(is_short=False)
    parser.add_argument("--build", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--needs", action="store_true", help=argparse.SUPPRESS)
    return parser


def read(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = make_parser()
    options = parser.parse_args(arguments)

    def listed(text: str | None, known: list[str], what: str) -> list[str] | None:
        if text is None:
            return None
        names = [name.strip() for name in text.split(",") if name.strip()]
        for name in names:
            if name not in known:
                parser.error(f"no {what} is called “{name}”; there are: {', '.join(known)}")
        return names

    options.only = listed(options.only, clients.NAMES, "client")
    options.scenario = listed(options.scenario, clients.SCENARIO_NAMES, "scenario")
    try:
        text = options.concurrency
        options.concurrency = [whole(part) for part in text.split(",")] if text else None
    except (ValueError, argparse.ArgumentTypeError):
        parser.error(f"--concurrency takes numbers from 1 on, not “{text}”")
    if not 0 <= options.max_retries <= 10:
        parser.error("--max-retries takes 0 to 10")
    if not 0 <= options.latency <= 1000:
        parser.error("--latency takes 0 to 1000")
    return options


def needs(options: argparse.Namespace) -> list[str]:
    """What has to be installed or built for these options."""
    if options.mode in ("compare", "all"):
        found = {need for client in clients.chosen(options.only) for need in client.needs}
        return sorted(found | ({"program", "valgrind"} if options.mode == "all" else set()))
    found = {"program"}
    if options.only:
        found = {need for client in clients.CLIENTS if client.name in options.only for need in client.needs}
    if options.mode == "profile":
        found.add("valgrind")
    if options.mode == "limits":
        found.add("validator")
    return sorted(found)
