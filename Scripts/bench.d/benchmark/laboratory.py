"""Servers for the clients to ask: nginx and a name server, in a network namespace that only this run sees."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from . import authorities, machine

WELL_KNOWN = "/.well-known/apple-app-site-association"
ROOT = "/apple-app-site-association"
FILE_BYTES = 1769
# How many requests the slow server works on at once before it refuses more.
SLOW_AT_ONCE = 20


def association_file(own: bool = False) -> str:
    """A file as companies serve it, 1,769 bytes long; `own` ones name the host that was asked for in their rules."""
    apps = []
    for number in range(3):
        app = f"A1B2C3D4E{number}.test.lab.app{number}"
        components = [
            {"/": "/buy/*", "?": {"articleNumber": "????"}, "comment": "an article"},
            {"/": "/help/website/*", "exclude": True, "comment": "pages without an app"},
            {"/": f"/{number}/products/*/details", "comment": "product pages"},
            {"#": "nondeeplinking", "exclude": True},
        ]
        apps.append({"appIDs": [app], "paths": ["/buy/*", f"/{number}/products/*/details"], "components": components})
    file = {
        "applinks": {"apps": [], "details": apps},
        "webcredentials": {"apps": [app["appIDs"][0] for app in apps]},
        "activitycontinuation": {"apps": [app["appIDs"][0] for app in apps]},
    }
    # One comment is made as long as is needed.
    first = apps[0]["components"][0]
    missing = FILE_BYTES - len(json.dumps(file, separators=(",", ":")))
    first["comment"] += (" of the shop" * FILE_BYTES)[:missing]
    if own:
        # nginx puts the name there.
        for app in apps:
            app["components"][2]["/"] = "/$host" + app["components"][2]["/"]
            app["paths"][1] = "/$host" + app["paths"][1]
    text = json.dumps(file, separators=(",", ":"))
    if own:
        return text
    if len(text) != FILE_BYTES or "'" in text or "$" in text:
        raise AssertionError(f"the association file has {len(text)} bytes")
    return text


@dataclass(frozen=True)
class Places:
    """Where things are."""

    http1: str  # HTTP/1.1 only
    http2: str  # HTTP/2 and 1.1
    status: str
    names: str
    spread: int = 1  # how many addresses from http1 on serve the same


# Public addresses, because private ones would be a finding; no packet can leave the namespaces.
LOOPBACK = Places(http1="11.99.1.1", http2="11.99.2.1", status="127.0.0.3", names="127.0.0.53")
DISTANT = Places(http1="11.99.1.1", http2="11.99.2.1", status="11.99.0.2", names="11.99.0.2", spread=250)
SILENT_PREFIX = "11.98"


@dataclass
class Seen:
    """What the server saw in one run."""

    accepted: int = 0
    requests: int = 0
    connections: int = 0
    protocols: Counter = field(default_factory=Counter)
    statuses: Counter = field(default_factory=Counter)
    file_names: set[str] = field(default_factory=set)  # got the file from the well-known location
    missing_names: set[str] = field(default_factory=set)  # got 404 from the root location
    times: list[float] = field(default_factory=list)

    def longest_pause(self, share: float = 1) -> float:
        """The longest time without a request, in seconds, between the first and the last of a share of them."""
        ordered = sorted(self.times)
        ordered = ordered[: round(share * len(ordered))]
        return max((later - earlier for earlier, later in zip(ordered, ordered[1:])), default=0.0)


class Laboratory:
    """The servers, from `with` to the end of it."""

    def __init__(self, build: Path, places: Places = LOOPBACK, namespace: int | None = None) -> None:
        self.build = build
        self.places = places
        self.run = build / "run"
        self.bundle = authorities.make_all(build / "authorities")
        # The process whose network namespace the servers live in; None: this one's.
        self.namespace = namespace
        self.servers: list[subprocess.Popen] = []
        self.log = self.run / "access.log"
        self.log_read = 0
        self.status_requests = 0
        self.counted = (0, 0)

    def __enter__(self) -> Laboratory:
        shutil.rmtree(self.run, ignore_errors=True)
        self.run.mkdir(parents=True)
        try:
            if self.namespace is None:
                for address in (self.places.http1, self.places.http2):
                    # From an earlier laboratory of this run the address may be there already.
                    subprocess.run(("ip", "address", "replace", f"{address}/32", "dev", "lo"), check=True)
            self.start_names()
            self.start_nginx()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        self.servers = []

    def serve(self, *command: str, **options: object) -> subprocess.Popen:
        """Starts a server on the servers' core, in their namespace; it ends with this process, whatever happens."""
        _, core = machine.cores()
        inside = ("nsenter", f"--net=/proc/{self.namespace}/ns/net") if self.namespace else ()
        # nsenter and taskset become the server, so its process can be signalled and measured.
        full = ("setpriv", "--pdeathsig", "TERM", *inside, "taskset", "-c", str(core), *command)
        server = subprocess.Popen(full, stdin=subprocess.DEVNULL, start_new_session=True, **options)
        self.servers.append(server)
        return server

    # Names

    def start_names(self) -> None:
        places = self.places
        spread = f"/{places.spread}" if places.spread > 1 else ""
        rules = [
            f"suffix p256.lab.test {places.http1}{spread}",
            f"suffix le.lab.test {places.http1}{spread}",
            f"suffix own.lab.test {places.http1}{spread}",
            f"suffix slow.lab.test {places.http1}",
            f"suffix untrusted.lab.test {places.http1}",
            f"suffix h2.lab.test {places.http2}",
            "silent mute",
            f"own hush {SILENT_PREFIX}.0.0",
        ]
        path = self.run / "names.rules"
        path.write_text("\n".join(rules) + "\n")
        script = Path(__file__).with_name("name_server.py")
        server = self.serve(sys.executable, str(script), places.names, str(path), stdout=subprocess.PIPE)
        line = server.stdout.readline() if server.stdout else b""
        if line.strip() != b"ready":
            raise RuntimeError("the name server did not start")

    # nginx

    def configuration(self) -> str:
        places, keys = self.places, self.build / "authorities"
        limit = os.sysconf("SC_OPEN_MAX")

        def server(listen: str, name: str, chain: str, own: bool = False, slow: bool = False) -> str:
            # What is returned at once is not counted by limit_conn: the slow server reads a file, which does not fit
            # into the first second.
            answer = f"alias {self.run}/association.json" if slow else f"return 200 '{association_file(own)}'"
            limits = f"limit_conn at_once {SLOW_AT_ONCE}; limit_rate 1000;" if slow else ""
            return f"""
    server {{
        listen {listen};
        server_name *.{name}.lab.test;
        ssl_certificate {keys}/{chain}.pem;
        ssl_certificate_key {keys}/{chain}-leaf.key;
        {limits}
        location = {WELL_KNOWN} {{
            default_type application/json;
            {answer};
        }}
        location / {{ return 404; }}
    }}"""

        first = f"{places.http1}:443 ssl" if places.spread == 1 else "443 ssl"
        servers = [
            server(f"{first} backlog=8192", "p256", "p256"),
            server(first, "le", "le"),
            server(first, "own", "p256", own=True),
            server(first, "slow", "p256", slow=True),
            server(first, "untrusted", "untrusted"),
        ]
        if places.spread == 1:
            servers.append(server(f"{places.http2}:443 ssl http2 backlog=8192", "h2", "p256"))
        # In a namespace of an unprivileged user there is no other user than root to become.
        return f"""
daemon off;
user root root;
worker_processes 1;
worker_rlimit_nofile {limit};
pid {self.run}/nginx.pid;
error_log {self.run}/nginx.log warn;
events {{ worker_connections {max(1024, limit - 64)}; }}
http {{
    log_format exchange '$msec $status $connection $server_protocol $host $uri';
    access_log {self.log} exchange buffer=64k flush=100ms;
    client_body_temp_path {self.run}/nginx-body;
    proxy_temp_path {self.run}/nginx-proxy;
    fastcgi_temp_path {self.run}/nginx-fastcgi;
    uwsgi_temp_path {self.run}/nginx-uwsgi;
    scgi_temp_path {self.run}/nginx-scgi;
    keepalive_requests 1000;
    limit_conn_zone $server_addr zone=at_once:1m;
    ssl_protocols TLSv1.2 TLSv1.3;
    server {{
        listen {places.status}:8080;
        access_log off;
        stub_status;
    }}{"".join(servers)}
}}
"""

    def start_nginx(self) -> None:
        (self.run / "association.json").write_text(association_file())
        path = self.run / "nginx.conf"
        path.write_text(self.configuration())
        with open(self.run / "nginx.out", "wb") as output:
            # The first log is the compiled-in one until the file has been read: not for a place of the system.
            self.nginx = self.serve(
                *("nginx", "-p", str(self.run), "-e", str(self.run / "nginx.log"), "-c", str(path)),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + 10
        while True:
            try:
                self.counted = self.counters()
                return
            except OSError as error:
                if self.nginx.poll() is not None or time.monotonic() > until:
                    words = (self.run / "nginx.out").read_text() + (self.run / "nginx.log").read_text()
                    raise RuntimeError(f"nginx did not start:\n{words}") from error
                time.sleep(0.02)

    def counters(self) -> tuple[int, int]:
        """Connections and requests since the start, the questions for this apart."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{self.places.status}:8080/", timeout=5) as response:
            text = response.read().decode()
        self.status_requests += 1
        found = re.search(r"(\d+) (\d+) (\d+)", text)
        if not found:
            raise RuntimeError(f"nginx’s status is not understood: {text}")
        accepted, _, requests = (int(number) for number in found.groups())
        return accepted - self.status_requests, requests - self.status_requests

    def begin(self) -> None:
        """What is seen from here on belongs to the next run."""
        self.counted = self.counters()
        self.log_read = self.log.stat().st_size if self.log.exists() else 0

    def end(self) -> Seen:
        """What was seen since `begin`, once nothing more comes."""
        before, after = None, self.counters()
        while before != after:
            time.sleep(0.25)  # longer than nginx keeps lines back
            before, after = after, self.counters()
        seen = Seen(accepted=after[0] - self.counted[0], requests=after[1] - self.counted[1])
        connections = set()
        for line in self.new_lines():
            time_text, status, connection, protocol, host, path = line.split(" ", 5)
            connections.add(connection)
            seen.protocols[protocol] += 1
            seen.statuses[status] += 1
            seen.times.append(float(time_text))
            if path == WELL_KNOWN and status == "200":
                seen.file_names.add(host)
            elif path == ROOT and status == "404":
                seen.missing_names.add(host)
        seen.connections = len(connections)
        return seen

    def new_lines(self) -> Iterator[str]:
        with open(self.log, encoding="utf-8", errors="replace") as file:
            file.seek(self.log_read)
            for line in file:
                line = line.rstrip("\n")
                if line.count(" ") >= 5:
                    yield line

    def seconds(self) -> float:
        """CPU time that the servers have used."""
        return sum(machine.process_seconds(server.pid) for server in self.servers)

    def forget_log(self) -> None:
        """Empties the log, which grows in long runs."""
        if self.log.exists():
            os.truncate(self.log, 0)
            self.nginx.send_signal(signal.SIGUSR1)
            time.sleep(0.2)
        self.log_read = 0
