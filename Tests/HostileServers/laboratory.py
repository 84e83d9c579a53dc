"""Starts the good and the hostile servers, and audits the domains of both."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from files import GOOD
from kinds import KINDS

HERE = Path(__file__).parent
# The number of addresses to which the good domains are distributed.
ADDRESSES = 50
HOST_CONCURRENCY = 20


@dataclass
class Result:
    """The resources that a run used, and the errors that it made."""

    wall: float
    cpu: float
    peak_mib: float
    pause_ms: int | None
    work_ms: int | None
    ending: str
    lost: dict[str, str] = field(default_factory=dict)
    strange: dict[str, str] = field(default_factory=dict)
    crowded: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    codes: dict[str, int] = field(default_factory=dict)


class Laboratory:
    """All servers, which run during a `with` statement."""

    def __init__(self, folder: Path, program: Path, seed: str, copies: dict[str, int], limits: dict[str, str]) -> None:
        self.folder, self.program, self.seed, self.copies, self.limits = folder, program, seed, copies, limits
        self.processes: list[subprocess.Popen] = []

    def __enter__(self) -> Laboratory:
        try:
            self.names = self.start(sys.executable, str(HERE / "names.py"))
            self.name_port = int(self.names.stdout.readline())
            kinds = [f"{kind}={count}" for kind, count in self.copies.items()]
            self.servers = self.start(sys.executable, str(HERE / "servers.py"), str(self.folder), self.seed, *kinds)
            self.places = json.loads(self.servers.stdout.readline() or "null")
            if self.places is None:
                raise RuntimeError("the hostile servers did not start")
            self.start_nginx()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()

    def start(self, *command: str) -> subprocess.Popen:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.processes.append(process)
        return process

    def start_nginx(self) -> None:
        folder = self.folder
        (folder / "file.json").write_bytes(GOOD)
        user = "user root;" if os.geteuid() == 0 else ""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        # The port is outside the range from which the system chooses ports of outgoing connections.
        for self.port in range(20_443, 20_643):
            listen = "".join(f"listen 127.1.0.{number}:{self.port} ssl http2;" for number in range(1, ADDRESSES + 1))
            (folder / "nginx.conf").write_text(
                f"""daemon off; {user} worker_processes 1; worker_rlimit_nofile 20000; pid {folder}/nginx.pid;
                events {{ worker_connections 8192; }}
                http {{
                    access_log off; {temporary}
                    server {{
                        {listen}
                        ssl_certificate {folder}/healthy.pem; ssl_certificate_key {folder}/leaf.key;
                        location = /.well-known/apple-app-site-association {{
                            default_type application/json; alias {folder}/file.json;
                        }}
                    }}
                }}"""
            )
            log = folder / "nginx.log"
            command = ["nginx", "-p", str(folder), "-c", f"{folder}/nginx.conf", "-e", str(log)]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None:
                if (folder / "nginx.pid").exists() and (folder / "nginx.pid").read_text().strip() == str(process.pid):
                    self.processes.append(process)
                    return
                time.sleep(0.02)
            if "Address already in use" not in log.read_text():
                raise RuntimeError(f"nginx did not start: {log.read_text()}")
        raise RuntimeError("nginx found no free port")

    def hostile_domains(self) -> tuple[dict[str, str], dict[str, list], dict[str, str]]:
        """Returns the kinds of the hostile names, the settings that connect to them, and their links."""
        kinds, settings, links = {}, {"connect_to": [], "resolve": []}, {}
        for index, (kind, address, port) in enumerate(self.places):
            for number in range(KINDS[kind].domains):
                name = f"s{index}-{number}-{kind}.hostile.test"
                addresses = KINDS[kind].addresses
                if addresses:
                    order = ",".join(each if "." in each else f"[{each}]" for each in addresses).replace("[]", address)
                    settings["resolve"].append(f"{name}:{port}:{order}")
                    name = f"{name}:{port}"
                else:
                    settings["connect_to"].append(f"{name}:443:{address}:{port}")
                kinds[name] = kind
                if KINDS[kind].opens:
                    links[name] = f"https://{name}{KINDS[kind].opens}"
        for kind, copies in self.copies.items():
            for number in range(copies * KINDS[kind].domains if KINDS[kind].name_fault else 0):
                kinds[f"{KINDS[kind].name_fault}-{number}.hostile.test"] = kind
        return kinds, settings, links

    def run(self, healthy: int, is_hostile: bool, limit: float) -> Result:
        """Audits the good domains, and the hostile ones if `is_hostile` is true."""
        good = [f"d{number}.healthy.test" for number in range(healthy)]
        kinds, settings, links = self.hostile_domains() if is_hostile else ({}, {"connect_to": [], "resolve": []}, {})
        places = {name: number % ADDRESSES + 1 for number, name in enumerate(good)}
        settings["connect_to"] += [f"{name}:443:{place}.address.test:{self.port}" for name, place in places.items()]
        order = [*good, *kinds]
        random.Random(self.seed).shuffle(order)
        domains = [{"name": name, "expect": {"opens": [links[name]]}} if name in links else name for name in order]
        configuration = {
            "domains": domains, **settings, **self.limits, "dns_servers": [f"127.0.0.1:{self.name_port}"], "no_db": True,
            "cacert": str(self.folder / "root.pem"), "fail_on": "never", "allow_unreachable": True, "format": "ndjson",
            "host_concurrency": HOST_CONCURRENCY, "max_unreachable": "100%",
        }  # fmt: skip
        (self.folder / "run.yaml").write_text(json.dumps(configuration))
        self.seen()
        result = self.measure(limit)
        self.judge(result, good, kinds)
        return result

    def measure(self, limit: float) -> Result:
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(self.folder)}
        command = [str(self.program), "-v", "--config", str(self.folder / "run.yaml")]
        begun = time.monotonic()
        with open(self.folder / "output", "wb") as output, open(self.folder / "errors", "wb") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment, start_new_session=True
            )
            watch = threading.Timer(limit, os.killpg, (process.pid, signal.SIGKILL))
            watch.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            finally:
                watch.cancel()
                if process.returncode is None:
                    os.killpg(process.pid, signal.SIGKILL)
        wall, text = time.monotonic() - begun, (self.folder / "errors").read_text("utf-8", "replace")
        pause = re.search(r"longest delay of an event loop: (\d+) ms \((\d+) ms of it computing\)", text)
        code = process.returncode
        ending = "" if code == 0 else f"killed after {limit:.0f} s" if wall >= limit else f"status {code}: {text[-300:]}"
        cpu = usage.ru_utime + usage.ru_stime
        # The peak memory of a child is at least that of this process when it was forked.
        return Result(wall, cpu, usage.ru_maxrss / 1024, *(map(int, pause.groups()) if pause else (None, None)), ending)

    def judge(self, result: Result, good: list[str], kinds: dict[str, str]) -> None:
        """Compares the reports of all domains with the expected ones."""
        reports = {}
        with open(self.folder / "output", encoding="utf-8") as output:
            for line in output:
                try:
                    report = json.loads(line)
                    reports[report["input"]] = report["status"], sorted({each["code"] for each in report["findings"]})
                except (ValueError, KeyError):
                    continue
        for name in good:
            status, codes = reports.get(name, ("missing", []))
            if status != "pass":
                result.lost[name] = f"{status} {' '.join(codes)}".strip()
        for name, kind in kinds.items():
            status, codes = reports.get(name, ("missing", []))
            found = {*codes, *(["pass"] if status == "pass" else []), *(["*"] if status != "missing" else [])}
            key = f"{kind}: {status} {' '.join(codes)}".strip()
            result.codes[key] = result.codes.get(key, 0) + 1
            if not found & KINDS[kind].expected:
                result.strange[name] = f"{status} {' '.join(codes)}".strip()
        seen = self.seen()
        result.crowded = {kind: peak for kind, peak in seen["peaks"].items() if peak > HOST_CONCURRENCY}
        result.errors = seen["errors"]

    def seen(self) -> dict:
        self.servers.stdin.write("\n")
        self.servers.stdin.flush()
        return json.loads(self.servers.stdout.readline())
