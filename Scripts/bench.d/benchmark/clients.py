"""The clients that are compared, and how each is told what to ask for."""

from __future__ import annotations

import functools
import json
import os
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .laboratory import ROOT, WELL_KNOWN, Laboratory, Seen
from .measuring import Run

SCRIPTS = Path(__file__).parent.parent / "clients"


@dataclass(frozen=True)
class Scenario:
    """Names of one kind."""

    name: str
    title: str
    http2: bool = False
    share: float = 1.0

    def names(self, count: int, prefix: str = "d") -> list[str]:
        return [f"{prefix}{number:06d}.{self.name}.lab.test" for number in range(count)]


SCENARIOS = (
    Scenario("p256", "P-256 chain, servers with HTTP/1.1"),
    Scenario("h2", "P-256 chain, servers with HTTP/2", http2=True, share=0.5),
    Scenario("own", "P-256 chain, servers with HTTP/1.1, a file of its own at each name"),
    Scenario("le", "Let's-Encrypt-like chain (P-256, P-384, RSA-4096), servers with HTTP/1.1"),
)
SCENARIO_NAMES = [scenario.name for scenario in SCENARIOS]


@dataclass(frozen=True)
class Task:
    """What a client is to do."""

    lab: Laboratory
    names: list[str]
    address: str
    concurrency: int
    program: Path | None

    @property
    def bundle(self) -> str:
        return str(self.lab.bundle)

    def write(self, name: str, lines: list[str]) -> Path:
        path = self.lab.run / name
        path.write_text("\n".join(lines) + "\n")
        return path

    @functools.cached_property
    def name_list(self) -> Path:
        return self.write("names.txt", self.names)

    @functools.cached_property
    def urls(self) -> Path:
        return self.write("urls.txt", [f"https://{name}{path}" for name in self.names for path in (WELL_KNOWN, ROOT)])


@dataclass(frozen=True)
class Command:
    """How a client is started."""

    line: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    standard_input: Path | None = None


@dataclass(frozen=True)
class Client:
    """Something that asks for both locations of names."""

    name: str
    what: str
    start: Callable[[Task], Command]
    needs: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ("p256",)
    share: float = 1.0  # of the domains, so that slow ones end in time
    newer_libraries: bool = False
    check: Callable[[Task, Run, Path], None] | None = None


# The floor


def floor(*extra: str, binary: str = "floor") -> Callable[[Task], Command]:
    def start(task: Task) -> Command:
        line = [str(task.lab.build / binary), "--cacert", task.bundle, "--address", task.address]
        line += ["--concurrency", str(task.concurrency), *extra]
        if "--facts" in extra:
            line += ["--output", str(task.lab.run / "facts.ndjson")]
        return Command(line, standard_input=task.name_list)

    return start


def check_floor(task: Task, run: Run, output: Path) -> None:
    said = json.loads(output.read_text())
    if said["served"] != len(task.names):
        run.remarks.append(f"says {said['served']} served, {said['failed']} failed")


# This program


@functools.cache
def program_options(program: Path) -> frozenset[str]:
    """The long options that `audit` has."""
    done = subprocess.run(
        [str(program), "audit", "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )
    words = done.stdout.decode("utf-8", "replace").replace("<", " ").replace(",", " ").replace("/", " ").split()
    return frozenset(word for word in words if word.startswith("--"))


def audit(task: Task, *extra: str, resolve: bool = True, quiet: bool = True) -> list[str]:
    """The command line of this program, with the options that it has."""
    assert task.program is not None
    wanted = [("--cacert", task.bundle), ("--max-concurrency", str(task.concurrency)), ("--loops", "1")]
    # All names of the laboratory live behind one address.
    wanted += [("--host-concurrency", str(task.concurrency)), ("--no-db", None)]
    if quiet:
        wanted.append(("--no-progress", None))
    if resolve:
        wanted.append(("--resolve", f"*:443:{task.address}"))
    known = program_options(task.program)
    line = [str(task.program), "audit", "-f", "ndjson"]
    for option, value in wanted:
        if option in known:
            line += [option] if value is None else [option, value]
    line += extra
    return line + (["--list", str(task.name_list)] if "--list" in known else task.names)


def this_program(resolve: bool = True, newer: bool = False) -> Callable[[Task], Command]:
    def start(task: Task) -> Command:
        environment = {"LD_LIBRARY_PATH": str(task.lab.build / "newer")} if newer else {}
        return Command(audit(task, resolve=resolve), environment)

    return start


def check_program(task: Task, run: Run, output: Path) -> None:
    """Holds the reports to what is there: 200, 404, and a chain that verifies."""
    right, lines = 0, 0
    with open(output, encoding="utf-8") as file:
        for line in file:
            lines += 1
            try:
                locations = json.loads(line)["locations"]
                first, second = locations["wellKnown"], locations["root"]
                right += first["status"] == 200 and second["status"] == 404 and first["tls"]["verified"] is True
            except (ValueError, KeyError, TypeError):
                continue
    if right != len(task.names) or lines != right:
        run.remarks.append(f"{right} of {lines} reports say what is there")
    output.unlink()  # they are large


# Other people's


def curl(task: Task) -> Command:
    lines = []
    for name in task.names:
        for path in (WELL_KNOWN, ROOT):
            lines += [f'url = "https://{name}{path}"', 'output = "/dev/null"']
    config = task.write("curl.config", lines)
    line = ["curl", "--disable", "--silent", "--parallel", "--parallel-max", str(min(task.concurrency, 300))]
    return Command([*line, "--cacert", task.bundle, "--resolve", f"*:443:{task.address}", "--config", str(config)])


def wget2(task: Task) -> Command:
    line = ["wget2", "--no-config", "--quiet", f"--max-threads={task.concurrency}", "--tries=1", "--timeout=30"]
    line += ["--no-hsts", "--no-robots", f"--ca-certificate={task.bundle}", "--output-document=/dev/null"]
    return Command([*line, f"--input-file={task.urls}"])


def python(script: str, *arguments: Callable[[Task], str]) -> Callable[[Task], Command]:
    def start(task: Task) -> Command:
        interpreter = str(task.lab.build / "python" / "bin" / "python")
        return Command([interpreter, str(SCRIPTS / script), str(task.name_list), *(value(task) for value in arguments)])

    return start


def bundle(task: Task) -> str:
    return task.bundle


def concurrency(task: Task) -> str:
    return str(task.concurrency)


def address(task: Task) -> str:
    return task.address


EVERYWHERE = ("p256", "h2", "le")
NEWER = ("newer", "python")

CLIENTS = (
    Client(
        "floor", "C on libcurl, nothing of certificates", floor(), scenarios=(*EVERYWHERE, "own"), check=check_floor
    ),
    Client(
        "floor-facts",
        "the same with certificate facts, a line for each name",
        floor("--facts"),
        scenarios=(*EVERYWHERE, "own"),
        check=check_floor,
    ),
    Client("floor-http1.1", "without offering HTTP/2", floor("--http1.1"), scenarios=("h2",), check=check_floor),
    Client(
        "floor-trap",
        "with the distribution's CApath: roots read for each connection",
        floor("--authorities", "distribution"),
        share=0.06,
        check=check_floor,
    ),
    Client(
        "aasa-audit",
        "this program: NDJSON with everything",
        this_program(),
        ("program",),
        (*EVERYWHERE, "own"),
        check=check_program,
    ),
    Client(
        "aasa-audit-dns",
        "the same, asking the name server",
        this_program(resolve=False),
        ("program",),
        check=check_program,
    ),
    Client(
        "floor-new",
        "the floor on the libraries of PyPI's pycurl",
        floor(binary="floor-newer"),
        NEWER,
        EVERYWHERE,
        newer_libraries=True,
        check=check_floor,
    ),
    Client(
        "floor-facts-new",
        "the same with certificate facts",
        floor("--facts", binary="floor-newer"),
        NEWER,
        EVERYWHERE,
        newer_libraries=True,
        check=check_floor,
    ),
    Client(
        "aasa-audit-new",
        "this program on those libraries",
        this_program(newer=True),
        ("program", *NEWER),
        EVERYWHERE,
        newer_libraries=True,
        check=check_program,
    ),
    Client(
        "pycurl",
        "pycurl from PyPI, multi, its own libraries",
        python("pycurl_client.py", bundle, concurrency, address),
        ("python",),
        EVERYWHERE,
        newer_libraries=True,
    ),
    Client("curl", "curl --parallel, Debian's defaults", curl, ("curl",), ("p256", "h2"), share=0.06),
    Client("wget2", "wget2 --max-threads", wget2, ("wget2",), share=0.5),
    Client(
        "aiohttp",
        "aiohttp, its own resolver and loop",
        python("aiohttp_client.py", bundle, concurrency),
        ("python",),
        share=0.7,
    ),
    Client(
        "aiohttp-tuned",
        "aiohttp without resolver, uvloop, connections closed",
        python("aiohttp_client.py", bundle, concurrency, address),
        ("python",),
        share=0.7,
    ),
    Client(
        "httpx", "httpx, one connection for both", python("httpx_client.py", bundle, concurrency), ("python",), share=0.2
    ),
    Client("scrapy", "Scrapy", python("scrapy_client.py", concurrency), ("python",), share=0.2),
)
NAMES = [client.name for client in CLIENTS]


def chosen(only: list[str] | None) -> list[Client]:
    """The clients that were asked for, and the floors that they are held against."""
    names = set(only or NAMES) | {"floor", "floor-facts"}
    if any(client.newer_libraries for client in CLIENTS if client.name in names):
        names |= {"floor-new", "floor-facts-new"}
    return [client for client in CLIENTS if client.name in names]


def missing(client: Client, build: Path, program: Path | None) -> str | None:
    """Why a client cannot be measured here; None when it can."""
    if "program" in client.needs:
        if program is None:
            return "the program was not built"
        if "--cacert" not in program_options(program):
            return f"{program.name} has no command “audit” yet"
    if "newer" in client.needs and not (build / "floor-newer").exists():
        reason = build / "newer.reason"
        return reason.read_text().strip() if reason.exists() else "the newer libraries could not be linked"
    if "newer" in client.needs and "program" in client.needs:
        done = subprocess.run(
            [str(program), "--help"],
            env={**os.environ, "LD_LIBRARY_PATH": str(build / "newer")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        if done.returncode != 0:
            return "it does not start on the newer libraries: " + done.stderr.decode("utf-8", "replace").strip()[-200:]
    if "python" in client.needs and "newer" not in client.needs:
        module = client.name.partition("-")[0]
        interpreter = build / "python" / "bin" / "python"
        if subprocess.run([str(interpreter), "-c", f"import {module}"], capture_output=True, check=False).returncode:
            return f"the Python package {module} could not be installed"
    return None


def describe(command: Command) -> str:
    """The command as one could type it."""
    prefix = [f"{key}={value}" for key, value in command.environment.items()]
    return " ".join([*prefix, shlex.join(command.line)])


def unverified_request(seen: Seen) -> bool:
    """Whether the client asked a server whose certificate it could not trust."""
    return seen.requests > 0
