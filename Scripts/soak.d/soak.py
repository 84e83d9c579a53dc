#!/usr/bin/env python3
"""Heavy proofs of the database of runs; started by Scripts/soak, which installs and builds what they need."""

import argparse
import os
import random
import signal
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
    """An nginx that serves any number of hosts below soak.test: most well, some with a redirect, some without a file."""

    def __init__(self, folder):
        self.folder = Path(folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.roots = self.folder / "root.crt"
        self.log = self.folder / "access.log"
        self._certificates()
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

    def _certificates(self):
        folder = self.folder
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-keyout", f"{folder}/root.key", "-out", f"{folder}/root.crt", "-subj", "/CN=Soak Root",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
        run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", f"{folder}/leaf.key", "-out", f"{folder}/leaf.csr", "-subj", "/CN=soak.test")
        (folder / "leaf.ext").write_text(
            "subjectAltName=DNS:*.soak.test\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n")
        run("openssl", "x509", "-req", "-in", f"{folder}/leaf.csr", "-CA", f"{folder}/root.crt", "-CAkey",
            f"{folder}/root.key", "-CAcreateserial", "-days", "20", "-out", f"{folder}/leaf.crt", "-extfile",
            f"{folder}/leaf.ext")

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
                    ssl_certificate {folder}/leaf.crt;
                    ssl_certificate_key {folder}/leaf.key;
                    location / {{
                        if ($kind = missing) {{ return 404; }}
                        if ($kind = moved) {{ return 301 https://target.soak.test$request_uri; }}
                        default_type application/json;
                        root {folder}/files;
                        try_files $uri =404;
                    }}
                }}
            }}
            """

    def serve_file(self):
        well_known = self.folder / "files" / ".well-known"
        well_known.mkdir(parents=True, exist_ok=True)
        for path in (well_known, well_known.parent):
            (path / "apple-app-site-association").write_text(FILE)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Audits:
    """Runs of the program over hosts of the server."""

    def __init__(self, options, server, folder):
        self.program, self.server, self.folder = options.program, server, Path(folder)

    def list_of(self, name, hosts):
        path = self.folder / name
        path.write_text("\n".join(hosts) + "\n")
        return str(path)

    def start(self, targets, database, *arguments):
        # Every host is this server: no resolver is asked.
        return subprocess.Popen(
            [self.program, "--list", targets, "--db", database, "--cacert", str(self.server.roots), "--connect-to",
             f":443:127.0.0.1:{self.server.port}", "--no-progress", "-f", "ndjson", "--fail-on", "never",
             "--host-concurrency", "200", "--max-retries", "0", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def check(database):
    """What SQLite itself says of the file."""
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


def proof_of_kill(options, folder):
    server = Server(folder)
    server.serve_file()
    try:
        audits = Audits(options, server, folder)
        hosts = [f"d{number}.soak.test" for number in range(options.domains)]
        targets = audits.list_of("list.txt", hosts)
        began = time.monotonic()
        whole = audits.start(targets, f"{folder}/whole.sqlite")
        _, errors = whole.communicate()
        length = time.monotonic() - began
        if whole.returncode not in (0, 4):
            fail(f"the run without an end ended with {whole.returncode}: {errors}")
        print(f"an undisturbed run over {options.domains} domains takes {length:.2f} s")
        database = f"{folder}/runs.sqlite"
        choice = random.Random(options.seed)
        done, kills, asked_again, in_run, late = 0, 0, 0, 0, 0
        while done < options.times:
            process = audits.start(targets, database)
            # Sometimes a run is killed more than once before it comes to its end.
            strikes = choice.choice([1, 1, 1, 2, 3])
            for strike in range(strikes):
                try:
                    process.wait(choice.uniform(0, length))
                    late += 1
                except subprocess.TimeoutExpired:
                    process.kill()
                    in_run += 1
                process.communicate()
                kills += 1
                if strike + 1 < strikes:
                    process = audits.start(targets, database, "--resume")
            run_before = newest(database)
            stored = set(names_of(database, run_before[0])) if run_before and run_before[1] != "complete" else set()
            offset = server.log.stat().st_size
            resumed = audits.start(targets, database, "--resume")
            _, errors = resumed.communicate()
            if resumed.returncode not in (0, 4):
                fail(f"going on ended with {resumed.returncode}: {errors}")
            number, state = newest(database)
            if run_before and run_before[1] != "complete" and number != run_before[0]:
                fail(f"another run than {run_before[0]} was gone on with: {errors}")
            names = names_of(database, number)
            if state != "complete" or sorted(names) != sorted(hosts):
                fail(f"run {number} is {state} with {len(names)} results of {len(set(names))} domains")
            with open(server.log, encoding="ascii") as log:
                log.seek(offset)
                again = {line.split()[0] for line in log} & stored
            asked_again += len(again)
            check(database)
            done += 1
            if done % 10 == 0:
                print(f"{done} runs, {kills} strikes: every domain once, integrity_check ok", flush=True)
        print(
            f"{done} runs of {options.domains} domains, {in_run} times kill -9 while one went on ({late} times it had "
            f"just ended): every domain exactly once in each, {asked_again} stored domains asked again, "
            f"integrity_check ok {done} times")
        if asked_again:
            fail("stored domains were asked again")
    finally:
        server.stop()


def proof_of_together(options, folder):
    server = Server(folder)
    server.serve_file()
    try:
        audits = Audits(options, server, folder)
        hosts = [f"d{number}.soak.test" for number in range(options.domains)]
        targets = audits.list_of("list.txt", hosts)
        database = f"{folder}/runs.sqlite"
        for round_number in range(1, 4):
            processes = [audits.start(targets, database, "--max-concurrency", "50") for _ in range(2)]
            for process in processes:
                _, errors = process.communicate()
                if process.returncode not in (0, 4):
                    fail(f"a run ended with {process.returncode}: {errors}")
            number = newest(database)[0]
            for each in (number - 1, number):
                names = names_of(database, each)
                if sorted(names) != sorted(hosts):
                    fail(f"run {each} has {len(names)} results of {len(set(names))} domains")
            check(database)
            print(f"runs {number - 1} and {number} at once: {options.domains} results each, integrity_check ok")
    finally:
        server.stop()


def multiply(database, copies):
    """Adds copies of all domains with all that belongs to them, bodies too: as large as if each had been recorded."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    steps = {
        table: connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
        for table in ("domain", "report", "body", "finding")
    }
    connection.execute("BEGIN")
    for copy in range(1, copies):
        domain, report, body, finding = (steps[table] * copy for table in ("domain", "report", "body", "finding"))
        place = copy * 100_000_000
        for sql in (
            f"""INSERT INTO domain (id, name, port, display, results, report_id)
                SELECT id + {domain}, 'copy{copy}.' || name, port, 'copy{copy}.' || display, results, report_id + {report}
                FROM domain WHERE id <= {steps['domain']}""",
            f"""INSERT INTO body (id, sha256, size, data)
                SELECT id + {body}, randomblob(32), size, data FROM body WHERE id <= {steps['body']}""",
            f"""INSERT INTO report (id, domain_id, data)
                SELECT id + {report}, domain_id + {domain}, data FROM report WHERE id <= {steps['report']}""",
            f"""INSERT INTO result SELECT run_id, domain_id + {domain}, place + {place}, number, status, likeness, is_partial,
                errors, warnings, report_id + {report}, file_id + {body}, delta
                FROM result WHERE domain_id <= {steps['domain']} ORDER BY run_id, domain_id""",
            f"""INSERT INTO finding SELECT id + {finding}, domain_id + {domain}, code, location, pointer, severity, message,
                is_return, opened_number, opened_at, seen_number, seen_at, closed_number, closed_at
                FROM finding WHERE id <= {steps['finding']}""",
            f"""INSERT INTO observation SELECT domain_id + {domain}, run_id, data
                FROM observation WHERE domain_id <= {steps['domain']}""",
            f"""INSERT INTO observation_body SELECT domain_id + {domain}, place, body_id + {body}
                FROM observation_body WHERE domain_id <= {steps['domain']}""",
        ):
            connection.execute(sql)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def proof_of_large(options, folder):
    database = f"{folder}/runs.sqlite"
    recorded = options.domains // options.copies
    results = recorded * options.copies * options.nights
    began = time.monotonic()
    if not os.path.exists(database):
        subprocess.run([options.fill, database, str(recorded), str(options.nights)], check=True)
    elapsed = time.monotonic() - began
    multiply(database, options.copies)
    size = os.path.getsize(database)
    print(f"{recorded * options.nights} results made up, judged and recorded in {elapsed:.0f} s, then {options.copies} of each: "
          f"{results} results of {recorded * options.copies} domains in {options.nights} nights")
    print(f"{size} bytes: {size / results:.0f} for each result, {size / recorded / options.copies:.0f} for each domain")
    with sqlite3.connect(database) as connection:
        try:
            rows = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 8")
            for name, count in rows.fetchall():
                print(f"  {name}: {count / results:.1f} bytes for each result")
        except sqlite3.OperationalError:
            pass
    host = f"host-{recorded // 2}.estate{recorded // 2 % 97}.example"
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
    parser.add_argument("proof", choices=["kill", "together", "large"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--fill")
    parser.add_argument("--folder", help="where the database is made; gone afterwards unless it is named")
    parser.add_argument("--domains", type=int)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--nights", type=int, default=10)
    parser.add_argument("--copies", type=int, default=10, help="how often what was recorded stands in the large database")
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    options.domains = options.domains or (100_000 if options.proof == "large" else 2000)
    proof = {"kill": proof_of_kill, "together": proof_of_together, "large": proof_of_large}[options.proof]
    if options.folder:
        os.makedirs(options.folder, exist_ok=True)
        proof(options, options.folder)
        return
    with tempfile.TemporaryDirectory(prefix="aasa-soak-") as folder:
        proof(options, folder)


if __name__ == "__main__":
    main()
