"""Entry: python3 -m benchmark [options]; run by Scripts/bench inside namespaces of its own."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from . import arguments, clients, compare, dead, growth, limits, machine, profiling, silent
from .tables import say, write_json

def every_mode(options: argparse.Namespace, build: Path, program: Path | None) -> dict[str, object]:
    """What a release is measured by, in about half an hour."""
    results: dict[str, object] = {}
    # The last one leaves another name server behind.
    for mode in ("compare", "growth", "profile", "silent"):
        begun = time.monotonic()
        say(f"\n{mode}")
        print(f"\n## {mode}")
        chosen = argparse.Namespace(**{**vars(options), "mode": mode, "is_short": True})
        try:
            results[mode] = MODES[mode](chosen, build, program)
        except (RuntimeError, OSError) as error:
            # What has been measured is kept.
            say(f"error: {error}")
            results[mode] = {"error": str(error)}
        say(f"{mode}: {(time.monotonic() - begun) / 60:.1f} minutes")
        sys.stdout.flush()
        write_json(results[mode], build, mode, None)
    return results


MODES = {"compare": compare.compare, "growth": growth.growth, "silent": silent.silent, "profile": profiling.profile}
MODES |= {"dead": dead.dead, "limits": limits.limits, "all": every_mode}


def stop(number: int, _: object) -> None:
    # Unwinds, so that servers end and devices go.
    raise SystemExit(128 + number)


def versions(build: Path, program: Path | None) -> dict[str, str | None]:
    found = {
        "nginx": machine.first_line("nginx", "-v"),
        "openssl": machine.first_line("openssl", "version"),
        "curl": machine.first_line("curl", "--version"),
        "wget2": machine.first_line("wget2", "--version"),
        "python": sys.version.split()[0],
    }
    interpreter = str(build / "python" / "bin" / "python")
    listed = subprocess.run(
        [interpreter, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"],
        capture_output=True,
        check=False,
    ) if Path(interpreter).exists() else None
    wanted = ("aiohttp", "uvloop", "httpx", "Scrapy", "pycurl")
    for line in listed.stdout.decode().splitlines() if listed else []:
        name, _, version = line.partition("==")
        if name.lower() in [package.lower() for package in wanted]:
            found[name.lower()] = version
    found["pycurl’s libraries"] = machine.first_line(interpreter, "-c", "import pycurl; print(pycurl.version)")
    if program:
        found["aasa-audit"] = machine.first_line(str(program), "--version")
    return {name: version for name, version in found.items() if version}


def set_up_namespace(run: Path) -> None:
    """Makes the fresh namespaces usable: loopback, and our own name server in place of the machine's."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    allow_many_connections()
    run.mkdir(parents=True, exist_ok=True)
    resolver, switch = run.parent / "resolv.conf", run.parent / "nsswitch.conf"
    # The second run of a mode may ask another server; the file is written in place then.
    resolver.write_text("nameserver 127.0.0.53\noptions timeout:2 attempts:2\n")
    switch.write_text("passwd: files\ngroup: files\nhosts: files dns\n")
    for ours, theirs in ((resolver, "/etc/resolv.conf"), (switch, "/etc/nsswitch.conf")):
        if os.path.exists(theirs):
            subprocess.run(["mount", "--bind", str(ours), os.path.realpath(theirs)], check=True)


def allow_many_connections() -> None:
    """Lets every connection find a port at once, however many were closed a moment ago.

    All names live behind one address, and a closed connection keeps its port for a minute. After some 14,000 of them the
    kernel searches thousands of ports for each connection: measured, 3 ms more CPU time for a domain, whoever asks.
    """
    settings = Path("/proc/sys/net/ipv4")
    (settings / "ip_local_port_range").write_text("1024 65535")
    (settings / "tcp_tw_reuse").write_text("1")


def main() -> int:
    options = arguments.read()
    if options.needs:
        print(" ".join(arguments.needs(options)))
        return 0
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    build = options.build
    set_up_namespace(build / "run")
    program = options.program
    facts = {"machine": machine.facts(), "versions": versions(build, program)}
    load = os.getloadavg()[0]
    if load > 0.5:
        say(f"The machine is busy (load {load:.1f}): wall times and, less so, CPU times will be worse than they are.")
    say("\n".join(f"  {name}: {version[:100]}" for name, version in facts["versions"].items()))
    try:
        results = MODES[options.mode](options, build, program)
    except (RuntimeError, OSError) as error:
        say(f"error: {error}")
        return 1
    write_json({"mode": options.mode, **facts, **results}, build, options.mode, options.json)
    return 1 if results.get("failed") or any("error" in part for part in results.values() if isinstance(part, dict)) else 0


if __name__ == "__main__":
    sys.exit(main())
