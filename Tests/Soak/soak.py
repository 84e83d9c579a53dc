#!/usr/bin/env python3
"""Long tests of the database of runs; Scripts/soak starts them after installing and building their requirements."""

import argparse
import os
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILE = (
    '{"applinks":{"apps":[],"details":[{"appIDs":["A1B2C3D4E5.com.acme.app"],'
    '"components":[{"/":"/shop/*"}]}]}}'
)


def fail(text):
    sys.exit(f"error: {text}")


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


class Server:
    """An nginx that serves any number of hosts below soak.test, some of them with a redirect or without a file."""

    def __init__(self, options, folder):
        self.folder, self.program = Path(folder), options.program
        self.hosts = [f"d{number}.soak.test" for number in range(options.domains)]
        self.targets = self.folder / "list.txt"
        self.targets.write_text("\n".join(self.hosts) + "\n")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.certificate = self.folder / "server.crt"
        self.log = self.folder / "access.log"
        self._certificate()
        (self.folder / "nginx.conf").write_text(self._configuration())
        self.process = subprocess.Popen(
            ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"],
            env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        fail("nginx does not start: " + (self.folder / "error.log").read_text())

    def _certificate(self):
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-subj", "/CN=soak.test", "-addext", "subjectAltName=DNS:*.soak.test", "-addext", "extendedKeyUsage=serverAuth",
            "-keyout", f"{self.folder}/server.key", "-out", str(self.certificate))

    def _configuration(self):
        user = "user root;" if os.geteuid() == 0 else ""
        folder = self.folder
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return f"""
            daemon off; {user} worker_processes 1; pid {folder}/nginx.pid;
            events {{ worker_connections 4096; }}
            http {{
                log_format hosts '$host $uri';
                access_log {self.log} hosts;
                keepalive_timeout 5;
                {temporary}
                map $host $kind {{ default good; "~7\\.soak" missing; "~13\\.soak" moved; }}
                server {{
                    listen 127.0.0.1:{self.port} ssl http2 backlog=4096;
                    server_name .soak.test;
                    ssl_certificate {folder}/server.crt;
                    ssl_certificate_key {folder}/server.key;
                    location / {{
                        if ($kind = missing) {{ return 404; }}
                        if ($kind = moved) {{ return 301 https://target.soak.test$request_uri; }}
                        default_type application/json;
                        return 200 '{FILE}';
                    }}
                }}
            }}
            """

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def audit(self, *arguments):
        """Starts an audit of the list of hosts, which all connect to this server without a resolver."""
        return subprocess.Popen(
            [self.program, "--list", str(self.targets), "--cacert", str(self.certificate), "--connect-to",
             f":443:127.0.0.1:{self.port}", "--no-progress", "-f", "ndjson", "--fail-on", "never",
             "--host-concurrency", "200", "--max-retries", "0", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def end(process):
    """Waits for the end of a run, which must succeed, and returns its messages."""
    _, errors = process.communicate()
    if process.returncode not in (0, 4):
        fail(f"a run ended with {process.returncode}: {errors}")
    return errors


def check(database):
    """Checks the database with SQLite."""
    with sqlite3.connect(database) as connection:
        answer = connection.execute("PRAGMA integrity_check").fetchall()
        if answer != [("ok",)]:
            fail(f"integrity_check: {answer}")
        if connection.execute("PRAGMA foreign_key_check").fetchall():
            fail("foreign_key_check: a row leads nowhere")


def names_of(database, number):
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT name FROM result JOIN domain ON domain.id = domain_id WHERE run_id = ?", (number,)).fetchall()
    return [row[0] for row in rows]


def newest(database):
    try:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT id, state FROM run ORDER BY id DESC LIMIT 1").fetchone()
    except sqlite3.OperationalError:
        return None


def proof_of_kill(options, server, database):
    began = time.monotonic()
    end(server.audit("--db", f"{database}-whole"))
    length = time.monotonic() - began
    print(f"an undisturbed run over {options.domains} domains takes {length:.2f} s")
    choice = random.Random(options.seed)
    in_run, late = 0, 0
    for done in range(1, options.times + 1):
        # Some runs are killed more than once before they end.
        for strike in range(choice.choice([1, 1, 1, 2, 3])):
            process = server.audit("--db", database, *(["--resume"] if strike else []))
            try:
                process.wait(choice.uniform(0, length))
                late += 1
            except subprocess.TimeoutExpired:
                process.kill()
                in_run += 1
            process.communicate()
        before = newest(database)
        is_unfinished = before is not None and before[1] != "complete"
        stored = set(names_of(database, before[0])) if is_unfinished else set()
        offset = server.log.stat().st_size
        errors = end(server.audit("--db", database, "--resume"))
        number, state = newest(database)
        if is_unfinished and number != before[0]:
            fail(f"another run than {before[0]} was gone on with: {errors}")
        names = names_of(database, number)
        if state != "complete" or sorted(names) != sorted(server.hosts):
            fail(f"run {number} is {state} with {len(names)} results of {len(set(names))} domains")
        with open(server.log, encoding="ascii") as log:
            log.seek(offset)
            again = {line.split()[0] for line in log} & stored
        if again:
            fail(f"stored domains were asked again: {len(again)}")
        check(database)
        if done % 10 == 0 or done == options.times:
            print(
                f"{done} runs, {in_run} times kill -9 while one went on ({late} times it had just ended): every domain "
                "exactly once in each, no stored domain asked again, integrity_check ok", flush=True)


def proof_of_large(options, database):
    results = options.domains * options.nights
    began = time.monotonic()
    if not os.path.exists(database):
        subprocess.run([options.fill, database, str(options.domains), str(options.nights)], check=True)
    elapsed = time.monotonic() - began
    size = os.path.getsize(database)
    print(f"{results} results of {options.domains} domains in {options.nights} nights, recorded in {elapsed:.0f} s")
    print(f"{size} bytes: {size / results:.0f} for each result, {size / options.domains:.0f} for each domain")
    host = f"host-{options.domains // 2}.estate{options.domains // 2 % 97}.example"
    commands = [["diff"], ["diff", "1", str(options.nights)], ["diff", "-f", "json"], ["history", host], ["history"]]
    for command in commands:
        times = []
        for _ in range(5):
            began = time.monotonic()
            output = run(options.program, *command, "--db", database).stdout
            times.append(time.monotonic() - began)
        times.sort()
        print(f"{' '.join(command)}: {times[2] * 1000:.0f} ms (median of 5), {len(output.splitlines())} lines")
    print(run(options.program, "diff", "--db", database).stdout.splitlines()[-2:])
    began = time.monotonic()
    check(database)
    print(f"integrity_check ok ({time.monotonic() - began:.1f} s)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proof", choices=["kill", "large"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--fill")
    parser.add_argument("--folder", help="where the database is made; gone afterwards unless it is named")
    parser.add_argument("--domains", type=int)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--nights", type=int, default=10)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    options.domains = options.domains or (100_000 if options.proof == "large" else 2000)
    with tempfile.TemporaryDirectory(prefix="aasa-soak-") as temporary:
        folder = options.folder or temporary
        os.makedirs(folder, exist_ok=True)
        database = f"{folder}/runs.sqlite"
        if options.proof == "large":
            return proof_of_large(options, database)
        server = Server(options, folder)
        try:
            proof_of_kill(options, server, database)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
