"""One run of one client: what it used, and what the server saw of it."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import machine
from .laboratory import Laboratory, Seen


@dataclass
class Run:
    """What one run used. Times are seconds."""

    domains: int
    user: float
    system: float
    wall: float
    peak_kilobytes: int
    exit_code: int
    timed_out: bool
    accepted: int
    requests: int
    answered: int  # names that got the file and the 404
    server_cpu: float
    foreign_cores: float  # what others used of the processors meanwhile
    protocols: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    @property
    def cpu(self) -> float:
        return self.user + self.system

    def record(self) -> dict[str, object]:
        return {**asdict(self), "cpu_ms_per_domain": round(1000 * self.cpu / self.domains, 4)}


def measure(
    lab: Laboratory,
    command: list[str],
    names: list[str],
    output: Path,
    environment: dict[str, str] | None = None,
    standard_input: Path | None = None,
    limit: int = 300,
    pinned: bool = True,
) -> tuple[Run, Seen]:
    """Runs a command that asks for `names` and gives what it used; its output goes to `output`."""
    core, _ = machine.cores()
    usage_path = lab.run / "usage.json"
    usage_path.unlink(missing_ok=True)
    full = [str(lab.build / "measure"), str(core if pinned else -1), str(limit), str(usage_path), *command]
    # Nothing of the user's own settings reaches the clients.
    clean = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "TMPDIR")}
    clean["HOME"] = str(lab.run)
    lab.begin()
    servers, others = lab.seconds(), machine.busy_seconds()
    with (
        open(standard_input or os.devnull, "rb") as source,
        open(output, "wb") as out,
        open(output.with_suffix(".err"), "wb") as errors,
    ):
        process = subprocess.Popen(
            full, stdin=source, stdout=out, stderr=errors, env={**clean, **(environment or {})}
        )
        try:
            process.wait()
        except BaseException:
            process.terminate()
            process.wait()
            raise
    others = machine.busy_seconds() - others
    servers = lab.seconds() - servers
    if not usage_path.exists():
        raise RuntimeError(f"{command[0]} could not be measured: {complaint(output)}")
    usage = json.loads(usage_path.read_text())
    seen = lab.end()
    asked = set(names)
    cpu = usage["userSeconds"] + usage["systemSeconds"]
    run = Run(
        domains=len(names),
        user=usage["userSeconds"],
        system=usage["systemSeconds"],
        wall=usage["wallSeconds"],
        peak_kilobytes=usage["peakKilobytes"],
        exit_code=usage["exitCode"],
        timed_out=usage["timedOut"],
        accepted=seen.accepted,
        requests=seen.requests,
        answered=len(asked & seen.file_names & seen.missing_names),
        server_cpu=servers,
        foreign_cores=round(max(0.0, others - servers - cpu) / max(usage["wallSeconds"], 0.001), 3),
        protocols=dict(seen.protocols),
    )
    if run.timed_out:
        run.remarks.append(f"stopped after {limit} s")
    return run, seen


def complaint(output: Path) -> str:
    """The last words of a run on its standard error."""
    text = output.with_suffix(".err").read_text("utf-8", "replace").strip()
    return text.splitlines()[-1][:300] if text else ""
