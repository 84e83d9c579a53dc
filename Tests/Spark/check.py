#!/usr/bin/env python3
"""Checks that a job on Spark has the same results as a plain run:
check.py --program FILE --spark FILE --folder DIR [--names N] [--kill]

A local server with real TLS serves N names in several ways. A plain run and a job in local-cluster mode audit all of
them; --kill ends an executor and an aasa-audit meanwhile. Checks that every name has one result, that totals and
reports equal those of the plain run, that the same job sends no further requests, and that only a lost part is audited
again. A name that crashes the program, a part without targets and a second driver must not affect other names.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests/Benchmarks"), str(ROOT / "Scripts/spark.d")]
from benchmark import authorities  # noqa: E402
from spark_audit.asking import places  # noqa: E402

WELL_KNOWN = "/.well-known/apple-app-site-association"
FILE = json.dumps({"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{"/": "/shop/*"}]}]}})
# Each name is a site of its own below a registry suffix, and one certificate covers all of them.
SUFFIX = "co.zz"
# The behaviour of the server by the first letter of a name; most names are served correctly.
SERVED = {
    "g": f"location = {WELL_KNOWN} {{ default_type application/json; return 200 '{FILE}'; }}",
    "m": "",
    "r": f"location = {WELL_KNOWN} {{ return 301 https://www.$host$request_uri; }}",
    "t": f"location = {WELL_KNOWN} {{ default_type text/plain; return 200 '{FILE}'; }}",
    "h": f"location = {WELL_KNOWN} {{ default_type text/html; return 200 '<html></html>'; }}",
}
LETTERS = "gggggggggggggggggmth"


def expect(holds: bool, words: str) -> None:
    if not holds:
        raise SystemExit(f"error: {words}")


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


class Server:
    """nginx on its own port, which runs during a `with` statement."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        authorities.HOSTS["p256"] = (f"*.{SUFFIX}",)
        (folder / "keys").mkdir(parents=True)
        authorities.make_chain(folder / "keys", "p256")
        self.roots = str(folder / "keys" / "p256-root.crt")
        self.port, self.status = free_ports(2)
        self.lock = threading.Lock()

    def __enter__(self) -> Server:
        servers = "".join(
            f"""
    server {{
        listen 127.0.0.1:{self.port} ssl{" backlog=4096" if letter == "g" else ""}; server_name ~^{letter}[0-9]; {served}
        location / {{ return 404; }}
    }}"""
            for letter, served in SERVED.items()
        )
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)
        user = "user root;" if os.getuid() == 0 else ""
        configuration = f"""
daemon off; {user} worker_processes 1; worker_rlimit_nofile 8192; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log warn;
events {{ worker_connections 8000; }}
http {{
    access_log off; {temporary} keepalive_requests 1000;
    ssl_certificate {self.folder}/keys/p256.pem; ssl_certificate_key {self.folder}/keys/p256-leaf.key;
    server {{ listen 127.0.0.1:{self.status}; stub_status; }}{servers}
}}
"""
        path, log = self.folder / "nginx.conf", str(self.folder / "nginx.log")
        path.write_text(configuration)
        command = ["nginx", "-p", str(self.folder), "-e", log, "-c", str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                self.requests()
                return self
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"error: nginx did not start: {Path(log).read_text()}") from None
                time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    def requests(self) -> int:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with self.lock, opener.open(f"http://127.0.0.1:{self.status}/", timeout=10) as response:
            self.asked = getattr(self, "asked", 0) + 1
            return int(re.search(r"(\d+) (\d+) (\d+)", response.read().decode())[3]) - self.asked


class Pace:
    """The rate of requests during a `with` statement, without the phases before and after the requests."""

    def __init__(self, server: Server) -> None:
        self.server, self.ended, self.samples = server, threading.Event(), []
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self) -> None:
        while not self.ended.wait(0.5):
            self.samples.append((time.monotonic(), self.server.requests()))

    def __enter__(self) -> Pace:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()

    def middle(self) -> float:
        """Returns the requests per second between the first and the last quarter of all requests."""
        if not self.samples:
            return 0
        first, last = self.samples[0][1], self.samples[-1][1]
        inner = [(at, number) for at, number in self.samples if 0.25 <= (number - first) / max(1, last - first) <= 0.75]
        return (inner[-1][1] - inner[0][1]) / max(0.001, inner[-1][0] - inner[0][0]) if len(inner) > 1 else 0


def loopback_bytes() -> int:
    """Returns the number of bytes received on the loopback device."""
    return int(re.search(r"lo:\s*(\d+)", Path("/proc/net/dev").read_text())[1])


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def below(process: int) -> list[int]:
    """Returns the running descendants of a process."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *below(child)]
    return found


def kill_one(job: int, words: str) -> bool:
    """Kills a process of the job whose command line contains `words`."""
    for process in below(job):
        try:
            line = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if words in line and not line.startswith(("bash", "/bin/bash")):
            os.kill(process, signal.SIGKILL)
            return True
    return False


class Check:
    def __init__(self, options: argparse.Namespace, server: Server) -> None:
        self.options, self.server = options, server
        self.output = options.folder / "output"
        self.list = options.folder / "names.csv"
        self.names = [f"{LETTERS[n % len(LETTERS)]}{n:07d}.{SUFFIX}" for n in range(options.names)]
        rows = [f"{name},team {n % 7}" for n, name in enumerate(self.names)]
        # A password must not be in any output, and must not change the order of names.
        rows[1] = f"https://user:secret@{self.names[1]}/,team 1"
        self.names[1] = f"https://***@{self.names[1]}/"
        # A repeated name in another notation must be requested only once.
        self.list.write_text("\n".join(["domain,team", *rows, f"https://{self.names[0].upper()}/,team 0"]) + "\n")
        place = f":443:127.0.0.1:{server.port}"
        self.flags = ["--connect-to", place, "--cacert", server.roots, "--host-concurrency", "1000"]

    def plain(self) -> dict:
        """Performs a plain run; returns the results to compare, and the resources that it used."""
        before, begun, bytes_before = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), loopback_bytes()
        lines = self.options.folder / "plain.ndjson"
        command = [self.options.program, "--list", str(self.list), "--no-db", "--fail-on", "never", "--no-progress"]
        command += ["-o", str(lines), "-f", "json", "--loops", str(self.options.executors), *self.flags]
        with open(self.options.folder / "plain.json", "wb") as output, Pace(self.server) as pace:
            subprocess.run(command, stdout=output, check=True)
        self.pace = pace.middle()
        self.measured("plain run", before, begun)
        say(f"plain run: {(loopback_bytes() - bytes_before) / len(self.names):.0f} bytes a name on loopback, both ways together")
        return json.loads((self.options.folder / "plain.json").read_text())

    def job(self, run: str, *more: str, source: Path | None = None, meanwhile: Callable | None = None) -> dict:
        """Runs the job, and `meanwhile` with its process; returns the record of the job."""
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command = [self.options.spark, "--master", f"local-cluster[{self.options.executors},1,1024]", "--program", self.options.program]
        settings = ["spark.ui.enabled=false", "spark.executor.memory=1g", "spark.driver.host=127.0.0.1"]
        if len(self.names) < 10_000:
            # The virtual machine runs only for a minute, so optimisation would not pay.
            settings += [f"spark.{side}.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" for side in ("driver", "executor")]
            settings += ["spark.sql.codegen.wholeStage=false"]
        for setting in settings:
            command += ["--conf", setting]
        command += ["--input", str(source or self.list), "--output", str(self.output), "--run", run, "--series", "lab"]
        command += [*more, "--", *self.flags]
        errors = self.options.folder / "spark.log"
        with open(errors, "ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
            if meanwhile:
                meanwhile(process)
            process.wait()
        expect(process.returncode == 0, f"the job ended with {process.returncode}; its last words are in {errors}")
        self.measured(f"job {run}", before, begun)
        return json.loads((self.output / "runs" / f"{run}.json").read_text())

    def disturb(self, job: subprocess.Popen) -> None:
        requests = self.server.requests()
        for share, words in ((0.25, "CoarseGrainedExecutorBackend"), (0.5, "aasa-audit audit --list -")):
            while self.server.requests() - requests < share * 2 * len(self.names):
                expect(job.poll() is None, "the job ended before it could be disturbed")
                time.sleep(0.2)
            while not kill_one(job.pid, words):
                expect(job.poll() is None, f"the job ended before it had a process with “{words}”")
                time.sleep(0.05)
            say(f"Killed a process with “{words}” after {self.server.requests() - requests} requests.")

    def measured(self, what: str, before: resource.struct_rusage, begun: float) -> None:
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begun
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        say(f"{what}: {wall:.1f} s, {cpu:.1f} s of CPU time in processes that were waited for, {len(self.names) / wall:.0f} names a second")

    def results(self, run: str) -> list[str]:
        files = sorted((self.output / "export" / f"run={run}").glob("part-*"))
        return [line for file in files for line in file.read_text().splitlines()]

    def parts(self, names: list[str], count: int) -> dict[str, int]:
        """Returns the part of each name, in a job of `count` parts."""
        return {name: int(place["hash"]) % count for name, place in zip(names, places(self.options.program, names))}

    def run(self) -> None:
        plain = self.plain()
        with Pace(self.server) as pace:
            found = self.job("first", "--export", meanwhile=self.disturb if self.options.kill else None)
        if self.pace:
            say(f"While asking, from the first quarter to the last: {pace.middle():.0f} requests a second, {self.pace:.0f} in the plain run"
                f" (ratio {pace.middle() / self.pace:.2f})")
        lines = self.results("first")
        inputs = [json.loads(line)["input"] for line in lines]
        expect(inputs == self.names, f"{len(lines)} results, {len(set(inputs))} names of {len(self.names)}, in the order of the input")
        expect(found["names"] == len(self.names), f"{found['names']} names")
        for key, value in plain["summary"].items():
            numbers = {code: number for code, number in value.items() if number} if isinstance(value, dict) else value
            expect(found["summary"][key] == numbers, f"{key}: {found['summary'][key]}, and {numbers} in the plain run")
        stored = sum(file.stat().st_size for file in (self.output / "results" / "run=first").glob("part=*/*.parquet"))
        exported = sum(len(line) + 1 for line in lines)
        say(f"{stored / len(lines):.0f} bytes a name in Parquet, {exported / len(lines):.0f} in NDJSON")
        say(f"Every name has one result, and the totals are those of the plain run: {plain['summary']}")

        # This is the state after a job was killed before it replaced the old record by the new one.
        records = self.output / "runs"
        for old, new in (("first.json", "_first.new"), (".first.json.crc", "._first.new.crc")):
            (records / old).rename(records / new)
        before = self.server.requests()
        expect(self.job("first") == found, "the second time the job says something else")
        expect(self.server.requests() == before, f"the second time the job asked {self.server.requests() - before} times")
        say("The same job once more asked nothing.")

        parts = sorted((self.output / "results" / "run=first").glob("part=*"))
        shutil.rmtree(parts[len(parts) // 2])
        (self.output / "results" / "run=first" / "_SUCCESS").unlink()
        again = self.job("first", "--export")
        lost = len(self.names) - sum(old == new for old, new in zip(lines, self.results("first")))
        asked = self.server.requests() - before
        expect(again["summary"] == found["summary"], "a lost part changed the totals")
        expect(0 < lost < 2 * len(self.names) / len(parts) and lost <= asked <= 5 * lost, f"{lost} new results, {asked} requests")
        say(f"A lost part of {len(parts)}: {lost} names asked again with {asked} requests, and no other.")

        self.compare_reports()
        self.check_faults()
        if self.options.second:
            self.compare_runs()

    def check_faults(self) -> None:
        """Checks a name that crashes the program, a part without targets, a driver that died, and a second driver."""
        parts, without = 4, 3
        part = self.parts([f"{kind}{n}.{SUFFIX}" for kind in ("g", "crash", "excluded") for n in range(40)], parts)
        names = [name for name in part if (part[name] == without) == name.startswith("excluded")]
        crashing = [name for name in names if name.startswith("crash")][:1]
        asked = [name for name in names if name.startswith("g")] + crashing
        source, program, barrier = (self.options.folder / name for name in ("faults.txt", "faulty", "barrier"))
        source.write_text("\n".join([*asked, *(name for name in names if name.startswith("excluded"))]) + "\n")
        program.write_text(
            f"""#!/bin/sh
            [ "$1" = audit ] || exec {self.options.program} "$@"
            ulimit -c 0; names=$(cat)
            while [ ! -e {barrier} ]; do sleep 0.1; done
            case $names in *crash*) kill -SEGV $$ ;; esac
            echo "$names" | {self.options.program} "$@" --exclude ^excluded
            """
        )
        program.chmod(0o755)
        leases = self.output / "leases" / "run=faults"
        leases.mkdir(parents=True, exist_ok=True)
        dead = leases / "elsewhere_1_earlier"
        dead.touch()
        os.utime(dead, (0, 0))

        def try_second(job: subprocess.Popen) -> None:
            while dead.exists():
                expect(job.poll() is None, "the job ended before it had taken the run over")
                time.sleep(0.2)
            second = subprocess.run(job.args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            barrier.touch()
            last = second.stdout.splitlines()[-1]
            expect(second.returncode == 1 and "has a driver already" in last, f"a second driver ended with {second.returncode}: {last}")
            say(f"A second driver: {last}")

        options = ["--program", str(program), "--parts", str(parts), "--series", "faults", "--export"]
        summary = self.job("faults", *options, source=source, meanwhile=try_second)["summary"]
        lines = [json.loads(line) for line in self.results("faults")]
        expect([line["input"] for line in lines] == asked, f"{len(lines)} results, not {len(asked)} in the order of the input")
        unasked = [line["input"] for line in lines if line["status"] == "unreachable"]
        expect(unasked == crashing and summary["unreachable"] == 1, f"{unasked} could not be asked, not {crashing}")
        expect(list(leases.iterdir()) == [], f"leases are left: {list(leases.iterdir())}")
        files = sorted(str(file) for file in (self.output / "export" / "run=faults").glob("part-*"))
        command = [self.options.program, "report", "-f", "json", "--from", *files]
        document = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        expect(document["summary"]["unreachable"] == 1, f"the report has {document['summary']}")
        say(f"{crashing[0]}: {lines[-1]['notes'][0]} The other {len(asked) - 1} names have results; a part without targets is there.")

    def compare_runs(self) -> None:
        # The list of a run is stored as Parquet and can be used again. A run of other names in between is not compared.
        source, records = self.output / "targets" / "run=first", self.output / "runs"
        other = {**json.loads((records / "first.json").read_text()), "run": "other", "series": "other"}
        (records / "other.json").write_text(json.dumps({**other, "startedAt": other["finishedAt"]}))
        changed = self.job("second", "--input-format", "parquet", source=source)["summary"]["changes"]
        wanted = {"previousRun": "first", "new": 0, "fixed": 0, "domainsAdded": 0, "domainsRemoved": 0, "notCompared": 0}
        expect({key: changed[key] for key in wanted} == wanted and changed["still"] > 0, f"changes: {changed}")
        say(f"A second run of the same names: {changed}")

        # All findings of a domain that the previous run did not have are new.
        part = sorted((self.output / "results" / "run=first").glob("part=*"))[0]
        number = int(part.name.removeprefix("part="))
        record = json.loads((records / "second.json").read_text())
        added = [json.loads(line) for line in self.results("first")]
        parts = self.parts([domain["input"] for domain in added], record["parts"])
        added = [domain for domain in added if parts[domain["input"]] == number]
        findings = sum(finding["severity"] != "info" for domain in added for finding in domain["findings"])
        shutil.rmtree(part)
        (records / ".second.json.crc").unlink()
        (records / "second.json").write_text(json.dumps({key: value for key, value in record.items() if key != "finishedAt"}))
        changed = self.job("second", "--input-format", "parquet", source=source)["summary"]["changes"]
        wanted |= {"new": findings, "domainsAdded": len(added)}
        expect({key: changed[key] for key in wanted} == wanted, f"changes: {changed}, not {wanted}")
        say(f"Of {len(added)} domains that the run before did not have, {findings} findings are new.")

    def compare_reports(self) -> None:
        """The export, and the reports that are created from it, equal those of the plain run except for times."""
        texts = {}
        for kind, lines in (("plain", (self.options.folder / "plain.ndjson").read_text().splitlines()), ("spark", self.results("first"))):
            values = {value["input"]: value for value in (timeless(json.loads(line)) for line in lines)}
            texts[kind] = "".join(json.dumps(values[name]) + "\n" for name in self.names)
            (self.options.folder / f"{kind}-timeless.ndjson").write_text(texts[kind])
        expect(texts["plain"] == texts["spark"], "the export says something else than the plain run")
        for format in ("json", "sarif", "html"):
            documents = []
            for kind in texts:
                path = self.options.folder / f"{kind}.{format}"
                sources = ["--from", str(self.options.folder / f"{kind}-timeless.ndjson")]
                command = [self.options.program, "report", "-f", "json", "-o", str(path), *sources]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                documents.append(path.read_bytes())
            expect(documents[0] == documents[1], f"the {format} of the export is not that of the plain run")
        files = sorted(str(file) for file in (self.output / "export" / "run=first").glob("part-*"))
        command = [self.options.program, "report", "-f", "json", "--from", *files]
        document = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        expect(document["run"]["id"] == "first" and document["complete"], f"the run is {document['run']}")
        say("The export has what the plain run wrote, and so have JSON, SARIF and HTML.")


def timeless(value: object, key: str = "") -> object:
    """Returns a value without times and the id of the run."""
    if isinstance(value, dict):
        return {name: timeless(member, name) for name, member in value.items()}
    if key.endswith("Ms") and value is not None:
        return 0
    if key in ("startedAt", "date"):
        return "2026-01-01T00:00:00.000Z" if key == "startedAt" else ["now"]
    if key == "run":
        return "run"
    return [timeless(item) for item in value] if isinstance(value, list) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=os.path.abspath, required=True)
    parser.add_argument("--spark", default=str(ROOT / "Scripts/spark-audit"))
    parser.add_argument("--folder", type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--names", type=int, default=200)
    parser.add_argument("--executors", type=int, default=2)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    with Server(options.folder) as server:
        Check(options, server).run()


if __name__ == "__main__":
    main()
