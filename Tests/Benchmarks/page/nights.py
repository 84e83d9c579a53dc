#!/usr/bin/env python3
"""Times the nights of a site: nights.py PROGRAM FOLDER COUNT

Prints for each night how long it took with reading the file, the most memory, how many pages were written, and how large the site is.
"""

import json
import os
import pathlib
import subprocess
import sys

import estate

KINDS = ["redirect", "rule", "warned", "silent"] + ["well"] * 16

MEASURE = """import resource, subprocess, sys, time
began = time.monotonic()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss, code)"""


def night(file, number, count, changed):
    """Writes the domains of a night; times differ, and the `changed` domains have the opposite status."""
    estate.DAY = f"2026-05-{number:02}T02:00:00.000Z"
    with open(file, "w", encoding="utf-8") as lines:
        for index in range(count):
            kind = KINDS[index % len(KINDS)]
            if changed and index % 100 == 50:
                kind = "redirect" if kind == "well" else "well"
            domain = estate.domain(index, kind)
            domain["timings"]["totalMs"] += number
            lines.write(json.dumps(domain, separators=(",", ":")) + "\n")


def pages(site):
    """Returns the inode numbers of a site's pages, which change when a page is written, and their sizes."""
    found = {}
    for folder, _, files in os.walk(site):
        for file in files:
            facts = os.stat(os.path.join(folder, file))
            found[os.path.join(folder, file)] = (facts.st_ino, facts.st_size, facts.st_blocks * 512)
    return found


def main(program, folder, count):
    lines, site = pathlib.Path(folder, "night.ndjson"), pathlib.Path(folder, "site")
    print(f"{'night':24} {'seconds':>8} {'CPU s':>7} {'MiB':>6} {'written':>8} {'pages':>8} {'MB':>7} {'on disk':>8}")
    for number, (name, changed) in enumerate([("first", False), ("nothing changed", False), ("each hundredth changed", True)], 1):
        night(lines, number, count, changed)
        before = pages(site)
        # Each run has a parent process, because the resource usage of children is a sum over all of them.
        timed = subprocess.run(
            [sys.executable, "-c", MEASURE, program, "report", "--from", str(lines), "-f", "ndjson", "--bodies", "always",
             "-o", f"site:{site}"], check=True, stdout=subprocess.PIPE, text=True)
        seconds, cpu, kilobytes, code = timed.stdout.split()
        if code != "0":
            sys.exit(f"{program} ended with exit code {code}.")
        after = pages(site)
        written = sum(before.get(page) != facts for page, facts in after.items())
        print(f"{name:24} {float(seconds):8.1f} {float(cpu):7.1f} {int(kilobytes) / 1024:6.0f} {written:8} {len(after):8} "
              f"{sum(facts[1] for facts in after.values()) / 1e6:7.0f} {sum(facts[2] for facts in after.values()) / 1e6:8.0f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
