"""Where a job keeps what it has: a folder of any file system that Spark knows."""

from __future__ import annotations

import json

from pyspark.sql import SparkSession

from .asking import now


class Store:
    """The folder of --output.

    targets/run=ID   what is asked: position, domain, attributes, part
    results/run=ID   a part=N for each part that was asked, written as one file when all of it is there
    changes/run=ID   what came, went and stayed since the run before
    export/run=ID    NDJSON, in the order of the input
    runs/ID.json     what the run is, and its totals once it has ended
    leases/run=ID    a file of the driver that has the run
    """

    def __init__(self, spark: SparkSession, root: str) -> None:
        self.root = root.rstrip("/")
        self.jvm = spark.sparkContext._jvm
        self.settings = spark.sparkContext._jsc.hadoopConfiguration()

    def path(self, kind: str, run: str) -> str:
        return f"{self.root}/{kind}/run={run}"

    def is_written(self, kind: str, run: str) -> bool:
        """Whether all of a kind was written."""
        return "_SUCCESS" in self.names(f"{kind}/run={run}")

    def parts(self, run: str) -> set[int]:
        """The parts whose results are there. A part becomes visible with its only file, which is renamed when it is whole."""
        found = set()
        for name in self.names(f"results/run={run}"):
            kind, _, number = name.partition("=")
            if kind == "part" and any(file.endswith(".parquet") for file in self.names(f"results/run={run}/{name}")):
                found.add(int(number))
        return found

    def names(self, folder: str) -> list[str]:
        """The names in a folder; none where it is not there."""
        return sorted(self.stamps(folder))

    def stamps(self, folder: str) -> dict[str, float]:
        """The names in a folder, and when each was written, in seconds by the clock of the file system."""
        system, path = self._at(folder)
        found = system.listStatus(path) if system.exists(path) else []
        return {status.getPath().getName(): status.getModificationTime() / 1000 for status in found}

    def touch(self, name: str) -> None:
        """Writes a file, or writes it again."""
        self._write(self._at(name)[1], now())

    def remove(self, name: str) -> None:
        """Deletes a file, where it is there."""
        system, path = self._at(name)
        system.delete(path, False)

    def record(self, run: str) -> dict | None:
        """What is known of a run; None where there is none."""
        system, path = self._at(f"runs/{run}.json")
        if not system.exists(path):
            # A job that ended between removing the old record and moving the new one left the new one beside its place.
            _, written = self._at(f"runs/_{run}.new")
            if not system.exists(written):
                return None
            try:
                self._json(written)
            except ValueError:
                # Half of the first record of a run, which had asked nothing yet.
                return None
            self._move(written, path)
        return self._json(path)

    def keep(self, run: str, record: dict) -> None:
        """Writes a record beside its place and moves it there: a job that ends meanwhile leaves no half of one."""
        system, path = self._at(f"runs/{run}.json")
        _, written = self._at(f"runs/_{run}.new")
        self._write(written, json.dumps(record, indent=2))
        # Not every file system replaces a file that is there.
        system.delete(path, False)
        self._move(written, path)

    def run_before(self, record: dict) -> str | None:
        """The newest run of the same series that had ended and began before this one."""
        runs = [self.record(name.removesuffix(".json")) for name in self.names("runs") if name.endswith(".json")]
        ended = [one for one in runs if one and one.get("finishedAt") and one["series"] == record["series"]]
        earlier = [one for one in ended if one["run"] != record["run"] and one["startedAt"] < record["startedAt"]]
        return max(earlier, key=lambda one: one["startedAt"])["run"] if earlier else None

    def _json(self, path) -> dict:
        stream = path.getFileSystem(self.settings).open(path)
        try:
            return json.loads(self.jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
        finally:
            stream.close()

    def _write(self, path, text: str) -> None:
        stream = path.getFileSystem(self.settings).create(path, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()

    def _move(self, written, path) -> None:
        if not path.getFileSystem(self.settings).rename(written, path):
            raise OSError(f"{path} could not be written")

    def _at(self, name: str):
        path = self.jvm.org.apache.hadoop.fs.Path(f"{self.root}/{name}")
        return path.getFileSystem(self.settings), path
