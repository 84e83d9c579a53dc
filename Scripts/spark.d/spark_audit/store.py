"""The storage of a job: a folder of any file system that Spark supports."""

from __future__ import annotations

import json

from pyspark.sql import SparkSession

from .asking import now


class Store:
    """The folder of --output.

    targets/run=ID   the targets: position, domain, attributes, hash
    results/run=ID   part=N for each completed part, written as one file
    changes/run=ID   new, fixed and remaining findings since the previous run
    export/run=ID    NDJSON, in the order of the input
    runs/ID.json     the record of the run, with its totals when it has ended
    leases/run=ID    a file of the driver of the run
    """

    def __init__(self, spark: SparkSession, root: str) -> None:
        self.root = root.rstrip("/")
        self.jvm = spark.sparkContext._jvm
        self.settings = spark.sparkContext._jsc.hadoopConfiguration()

    def path(self, kind: str, run: str) -> str:
        return f"{self.root}/{kind}/run={run}"

    def is_written(self, kind: str, run: str) -> bool:
        """Returns whether a folder was written completely."""
        return "_SUCCESS" in self.names(f"{kind}/run={run}")

    def parts(self, run: str) -> set[int]:
        """Returns the completed parts. A part appears with its only file, which is renamed when it is complete."""
        found = set()
        for name in self.names(f"results/run={run}"):
            kind, _, number = name.partition("=")
            if kind == "part" and any(file.endswith(".parquet") for file in self.names(f"results/run={run}/{name}")):
                found.add(int(number))
        return found

    def names(self, folder: str) -> list[str]:
        """Returns the names in a folder; none if it does not exist."""
        return sorted(self.stamps(folder))

    def stamps(self, folder: str) -> dict[str, float]:
        """Returns the names in a folder, each with its modification time in seconds, by the clock of the file system."""
        system, path = self._at(folder)
        found = system.listStatus(path) if system.exists(path) else []
        return {status.getPath().getName(): status.getModificationTime() / 1000 for status in found}

    def touch(self, name: str) -> None:
        """Creates a file, or updates its modification time."""
        self._write(self._at(name)[1], now())

    def remove(self, name: str) -> None:
        """Deletes a file if it exists."""
        system, path = self._at(name)
        system.delete(path, False)

    def record(self, run: str) -> dict | None:
        """Returns the record of a run; None if it does not exist."""
        system, path = self._at(f"runs/{run}.json")
        if not system.exists(path):
            # If a job ended between deleting the old record and moving the new one, the new one has its temporary name.
            _, written = self._at(f"runs/_{run}.new")
            if not system.exists(written):
                return None
            try:
                self._json(written)
            except ValueError:
                # A partial first record: the run had not audited anything yet.
                return None
            self._move(written, path)
        return self._json(path)

    def keep(self, run: str, record: dict) -> None:
        """Writes a record under a temporary name and renames it, so that a killed job leaves no partial record."""
        system, path = self._at(f"runs/{run}.json")
        _, written = self._at(f"runs/_{run}.new")
        self._write(written, json.dumps(record, indent=2))
        # Not every file system replaces an existing file.
        system.delete(path, False)
        self._move(written, path)

    def run_before(self, record: dict) -> str | None:
        """Returns the newest completed run of the same series that began earlier; None if there is none."""
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
