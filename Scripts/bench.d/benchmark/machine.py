"""What is known of the machine, and who used its processors."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cores() -> tuple[int, int]:
    """The core for the clients and the one for the servers; the same one where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    return (allowed[0], allowed[1]) if len(allowed) > 1 else (allowed[0], allowed[0])


def busy_seconds() -> float:
    """CPU time that all processes together have used since the start of the machine."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    user, nice, system, _, _, irq, softirq, *_ = (int(field) for field in fields)
    return (user + nice + system + irq + softirq) / TICKS


def process_seconds(root: int) -> float:
    """CPU time of a process and of its living children; 0 when it is gone."""
    try:
        fields = Path(f"/proc/{root}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{root}/task/{root}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / TICKS
    return own + sum(process_seconds(int(child)) for child in children)


def first_line(*command: str, environment: dict[str, str] | None = None) -> str | None:
    """The first line that a command prints; None when it cannot be run."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
    return lines[0] if lines else None


def facts() -> dict[str, object]:
    """The machine, for the record."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*:\s*(.+)$", info, re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE)
    release = Path("/etc/os-release")
    system = re.search(r'^PRETTY_NAME="?([^"\n]+)', release.read_text(), re.MULTILINE) if release.exists() else None
    client, server = cores()
    return {
        "processor": model.group(1) if model else platform.machine(),
        "cores": os.cpu_count(),
        "memoryMiB": int(memory.group(1)) // 1024 if memory else None,
        "system": system.group(1) if system else platform.system(),
        "kernel": platform.release(),
        "clientCore": client,
        "serverCore": server,
        "loadAtStart": os.getloadavg()[0],
    }
