"""The servers for the clients: nginx and a name server, on the loopback interface or behind a link with a delay."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from . import authorities

WELL_KNOWN = "/.well-known/apple-app-site-association"
ROOT = "/apple-app-site-association"
FILE_BYTES = 1769
# Public addresses are used, because private ones would cause findings; no packet can leave the namespaces.
SERVER_SIDE, CLIENT_SIDE = "11.99.0.2", "11.99.0.1"
SERVED_NETWORK, SILENT_NETWORK = "11.99.1.0/24", "11.98.0.0/16"
CORES = sorted(os.sched_getaffinity(0))
CLIENT_CORE, SERVER_CORE = CORES[0], CORES[1 % len(CORES)]
TICKS = os.sysconf("SC_CLK_TCK")


def association_file() -> str:
    """Returns a realistic file of FILE_BYTES bytes."""
    apps = [f"A1B2C3D4E{number}.test.lab.app{number}" for number in range(3)]
    details = []
    for number, app in enumerate(apps):
        components = [
            {"/": "/buy/*", "?": {"articleNumber": "????"}, "comment": "an article"},
            {"/": "/help/website/*", "exclude": True, "comment": "pages without an app"},
            {"/": f"/{number}/products/*/details", "comment": "product pages"},
            {"#": "nondeeplinking", "exclude": True},
        ]
        details.append({"appIDs": [app], "paths": ["/buy/*", f"/{number}/products/*/details"], "components": components})
    applinks = {"apps": [], "details": details}
    file = {"applinks": applinks, "webcredentials": {"apps": apps}, "activitycontinuation": {"apps": apps}}
    missing = FILE_BYTES - len(json.dumps(file, separators=(",", ":")))
    details[0]["components"][0]["comment"] += (" of the shop" * FILE_BYTES)[:missing]
    return json.dumps(file, separators=(",", ":"))


def ip(*arguments: str, inside: tuple[str, ...] = ()) -> None:
    subprocess.run((*inside, "ip", *arguments), check=True)


def process_seconds(process: int) -> float:
    """Returns the CPU time of a process and its running children; 0 if the process has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS + sum(process_seconds(int(child)) for child in children)


class Laboratory:
    """The servers, which run during a `with` statement; with a round-trip time, they are in their own namespace."""

    def __init__(self, build: Path, round_trip_ms: int | None = None) -> None:
        self.build, self.run, self.round_trip_ms = build, build / "run", round_trip_ms
        self.bundle = authorities.make_all(build / "authorities")
        self.processes: list[subprocess.Popen] = []
        self.inside: tuple[str, ...] = ()
        self.status_requests = 0

    def __enter__(self) -> Laboratory:
        shutil.rmtree(self.run, ignore_errors=True)
        self.run.mkdir(parents=True)
        try:
            if self.round_trip_ms is None:
                ip("route", "replace", "local", SERVED_NETWORK, "dev", "lo")
            else:
                self.make_distance()
                script = str(Path(__file__).with_name("name_server.py"))
                self.serve(sys.executable, script, SERVER_SIDE, is_announced=True)
            self.start_nginx()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        # A namespace and its devices are removed when its last process ends.
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()

    def serve(self, *command: str, is_announced: bool = False, **options: object) -> subprocess.Popen:
        """Starts a server that ends with this process on the servers' core; `is_announced` waits for its message."""
        full = ("setpriv", "--pdeathsig", "TERM", *self.inside, "taskset", "-c", str(SERVER_CORE), *command)
        if is_announced:
            options["stdout"] = subprocess.PIPE
        process = subprocess.Popen(full, stdin=subprocess.DEVNULL, start_new_session=True, **options)
        self.processes.append(process)
        if is_announced and process.stdout.readline().strip() != b"ready":
            raise RuntimeError(f"{command[0]} did not start")
        return process

    def make_distance(self) -> None:
        """Creates a namespace for the servers, a link to it with a delay, and a network that never responds."""
        one_way = str(self.round_trip_ms * 500)
        self.serve(str(self.build / "delay"), "aasa-near", "aasa-far", one_way, is_announced=True)
        holder = self.serve("unshare", "--net", "sh", "-c", "echo ready; exec sleep infinity", is_announced=True)
        self.inside = ("nsenter", f"--net=/proc/{holder.pid}/ns/net")
        ip("link", "set", "aasa-far", "netns", str(holder.pid))
        for device, own, other, inside in (
            ("aasa-near", CLIENT_SIDE, SERVER_SIDE, ()),
            ("aasa-far", SERVER_SIDE, CLIENT_SIDE, self.inside),
        ):
            ip("address", "add", own, "peer", other, "dev", device, inside=inside)
            ip("link", "set", device, "txqueuelen", "10000", "up", inside=inside)
        ip("link", "set", "lo", "up", inside=self.inside)
        ip("route", "add", "local", SERVED_NETWORK, "dev", "lo", inside=self.inside)
        ip("route", "add", "blackhole", SILENT_NETWORK, inside=self.inside)
        for network in (SERVED_NETWORK, SILENT_NETWORK):
            ip("route", "add", network, "via", SERVER_SIDE, "dev", "aasa-near", "onlink")

    def configuration(self) -> str:
        keys, limit = self.build / "authorities", os.sysconf("SC_OPEN_MAX")
        (self.run / "served.conf").write_text(
            f"""
        location = {WELL_KNOWN} {{
            default_type application/json;
            if ($is_none) {{ return 404; }}
            return 200 '{association_file()}';
        }}
        location / {{ return 404; }}
"""
        )
        servers = "".join(
            f"""
    server {{
        listen 443 ssl{" backlog=8192" if (chain, number) == ("p256", 0) else ""};
        server_name {" ".join(host.replace("*", f"*.l{number}") for host in hosts)};
        ssl_certificate {keys}/{chain}/{number}.pem;
        ssl_certificate_key {keys}/{chain}-leaf.key;
        include {self.run}/served.conf;
    }}"""
            for chain, hosts in authorities.HOSTS.items()
            for number in range(authorities.LEAVES)
        )
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self.run}/{kind};" for kind in kinds)
        # In the namespace of an unprivileged user, root is the only user.
        return f"""
daemon off; user root root; worker_processes 1; worker_rlimit_nofile {limit};
pid {self.run}/nginx.pid; error_log {self.run}/nginx.log warn;
events {{ worker_connections {max(1024, limit - 64)}; }}
http {{
    access_log off; keepalive_requests 1000; ssl_protocols TLSv1.2 TLSv1.3;
    {temporary}
    server_names_hash_max_size 16384; server_names_hash_bucket_size 128;
    map $ssl_server_name $is_none {{ hostnames; default ""; *.none.lab.test 1; }}
    server {{ listen {self.status_place}; stub_status; }}{servers}
}}
"""

    @property
    def status_place(self) -> str:
        return "127.0.0.3:8080" if self.round_trip_ms is None else f"{SERVER_SIDE}:8080"

    def start_nginx(self) -> None:
        path = self.run / "nginx.conf"
        path.write_text(self.configuration())
        # Until nginx has read its configuration, it would write to the system's log that was compiled in.
        command = ("nginx", "-p", str(self.run), "-e", str(self.run / "nginx.log"), "-c", str(path))
        self.nginx = self.serve(*command, stderr=subprocess.DEVNULL)
        # nginx reads thousands of certificates before it serves.
        until = time.monotonic() + 60
        while True:
            try:
                self.counters()
                return
            except OSError:
                if self.nginx.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"nginx did not start: {(self.run / 'nginx.log').read_text()}") from None
                time.sleep(0.05)

    def counters(self) -> tuple[int, int]:
        """Returns the numbers of connections and requests, without those for these counters."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{self.status_place}/", timeout=10) as response:
            accepted, _, requests = re.search(r"(\d+) (\d+) (\d+)", response.read().decode()).groups()
        self.status_requests += 1
        return int(accepted) - self.status_requests, int(requests) - self.status_requests

    def seconds(self) -> float:
        """Returns the CPU time of the servers."""
        return sum(process_seconds(process.pid) for process in self.processes)
