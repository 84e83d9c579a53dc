"""The job: reads names, audits those of parts without results, and writes the totals."""

from __future__ import annotations

import argparse
import datetime
import json
import re
import sys
from functools import partial

from pyspark import AccumulatorParam, SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import results
from .asking import Asking, now, placed
from .lease import Lease
from .schema import line_type
from .store import Store

NAMES_PER_PART = 50_000
# The maximum number of connections to one server address from all processes together; the default of a single aasa-audit.
HOST_CONCURRENCY = 20


def arguments(words: list[str]) -> argparse.Namespace:
    own, flags = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    # Scripts/spark-audit --help describes the options.
    parser = argparse.ArgumentParser("spark-audit", allow_abbrev=False)
    parser.add_argument("--input", required=True)
    parser.add_argument("--input-format")
    parser.add_argument("--column", default="domain")
    parser.add_argument("--output", required=True)
    parser.add_argument("--run", default=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H-%M-%SZ"))
    parser.add_argument("--series")
    parser.add_argument("--parts", type=int)
    parser.add_argument("--take-doubtful", action="store_true")
    parser.add_argument("--export", action="store_true")
    parser.add_argument("--where")
    parser.add_argument("--program", default="aasa-audit")
    options = parser.parse_args(own)
    options.flags = flags
    if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}", options.run):
        parser.error(f"--run {options.run}: letters, digits, dots, hyphens and underscores are allowed")
    if options.parts is not None and options.parts < 1:
        parser.error("--parts: at least 1")
    return options


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Together(AccumulatorParam):
    """Joins the lists of all tasks."""

    def zero(self, value: list) -> list:
        return []

    def addInPlace(self, value1: list, value2: list) -> list:
        return value1 + value2


def read_names(spark: SparkSession, source: str, kind: str | None, column: str) -> tuple[DataFrame, list[str]]:
    """Returns the names of a list with the other columns as `attributes`, and the names of those columns."""
    suffix = source.rpartition("/")[2].rpartition(".")[2]
    kind = kind or {"csv": "csv", "parquet": "parquet", "orc": "orc", "txt": "text"}.get(suffix, "text" if "/" in source else "table")
    if kind == "table":
        rows = spark.table(source)
    elif kind != "text":
        rows = spark.read.format(kind).option("header", True).load(source)
    else:
        # As in --list: a `#` begins a comment at the start or after white space.
        name = F.regexp_replace(F.ltrim(F.regexp_replace("value", "^\ufeff", "")), r"(^|\s)#.*$", "")
        rows = spark.read.text(source).select(name.alias(column))
    if column not in rows.columns:
        raise SystemExit(f"{source} has no column “{column}”; it has {', '.join(rows.columns)}. --column names another one.")
    columns = [name for name in rows.columns if name != column]
    attributes = F.array(*(F.coalesce(F.col(f"`{name}`").cast("string"), F.lit("")) for name in columns))
    name = F.trim(F.regexp_replace(F.col(f"`{column}`").cast("string"), r"\s+", " "))
    rows = rows.select(name.alias("domain"), attributes.cast("array<string>").alias("attributes"))
    return rows.where("domain <> ''").withColumn("position", F.monotonically_increasing_id()), columns


def question(options: argparse.Namespace) -> dict:
    """Returns the input and the settings of a run, which must be the same when it is resumed."""
    kinds = {"format": options.input_format, "column": options.column, "series": options.series or options.input}
    return {"input": options.input, **kinds, "flags": options.flags}


def begin(spark: SparkSession, store: Store, options: argparse.Namespace) -> dict:
    """Stores the targets and the parts of a new run, so that they are the same when it is resumed."""
    names, columns = read_names(spark, options.input, options.input_format, options.column)
    rows = names.rdd.mapPartitions(partial(placed, options.program))
    schema = "position long, domain string, key string, attributes array<string>, hash decimal(20, 0)"
    keyed = spark.createDataFrame(rows, schema, verifySchema=False)
    first = F.min(F.struct("position", "domain", "attributes", "hash")).alias("first")
    keyed.groupBy("key").agg(first).select("first.*").write.mode("overwrite").parquet(store.path("targets", options.run))
    count = spark.read.parquet(store.path("targets", options.run)).count()
    if count == 0:
        raise SystemExit(f"There is no name in {options.input}.")
    cores = spark.sparkContext.defaultParallelism
    parts = options.parts or min(count, max(4 * cores, -(-count // NAMES_PER_PART)))
    record = {"run": options.run, **question(options), "names": count, "parts": parts, "columns": columns, "startedAt": now()}
    store.keep(options.run, record)
    return record


def targets(spark: SparkSession, store: Store, record: dict) -> DataFrame:
    """Returns the targets of a run, each with its part: part I of N contains the names of `aasa-audit --shard I/N`."""
    rows = spark.read.parquet(store.path("targets", record["run"]))
    return rows.withColumn("part", (F.col("hash") % record["parts"]).cast("int"))


def ask(spark: SparkSession, store: Store, record: dict, pending: list[int], program: str, takes_doubtful: bool) -> None:
    """Audits the names of the parts, each part in a separate task, and writes the results of a part when it is complete."""
    slots = {part: number for number, part in enumerate(pending)}
    rows = targets(spark, store, record).where(F.col("part").isin(pending)).select("part", "position", "domain", "attributes")
    rows = rows.rdd.map(lambda row: (slots[row[0]], tuple(row)))
    together = max(1, spark.sparkContext.defaultParallelism)
    politely = ["--host-concurrency", str(max(1, HOST_CONCURRENCY // together))]
    given = [] if any(flag.startswith("--host-concurrency") for flag in record["flags"]) else politely
    # One core for each process; findings and invalid names are results.
    flags = ["--loops", "1", "--log-format", "json", "--fail-on", "never", "--skip-invalid", "--allow-unreachable"]
    flags += [*given, *record["flags"]]
    empty = spark.sparkContext.accumulator([], Together())
    asking = Asking(program, flags, record["run"], empty, record["columns"], takes_doubtful)
    lines = rows.partitionBy(len(pending), lambda slot: slot).values().mapPartitions(asking)
    schema = line_type(json.load(open(SparkFiles.get("aasa-audit-report.schema.json"), encoding="utf-8")))
    frame = spark.createDataFrame(lines, "part int, position long, line string", verifySchema=False)
    frame = frame.select("part", "position", F.from_json("line", schema).alias("report"), "line")
    frame = frame.select("part", "position", "report.*", "line")
    # Each task moves its file into place itself, so that completed parts remain if the job ends early.
    (
        frame.write.mode("append").partitionBy("part")
        .option("mapreduce.fileoutputcommitter.algorithm.version", "2").option("parquet.block.size", 32 << 20)
        .parquet(store.path("results", record["run"]))
    )  # fmt: skip
    nothing = spark.createDataFrame([], frame.drop("part").schema)
    for part in set(empty.value):
        # A file without rows marks the part as complete.
        nothing.write.mode("overwrite").parquet(f"{store.path('results', record['run'])}/part={part}")


def conclude(spark: SparkSession, store: Store, record: dict) -> None:
    """Writes the totals and changes of a run whose parts are complete."""
    run = record["run"]
    spark.read.parquet(store.path("results", run)).createOrReplaceTempView("results")
    record["summary"] = results.summary(spark)
    if record["summary"]["targets"] == 0:
        raise SystemExit(f"All names of {record['input']} are left out by --exclude; a run needs at least one domain.")
    record["excluded"] = record["names"] - record["summary"]["targets"]
    record["teams"], record["teamsLeftOut"] = results.teams(spark)
    before = store.run_before(record)
    if before:
        spark.read.parquet(store.path("results", before)).createOrReplaceTempView("earlier")
        rows = results.changes(spark).cache()
        rows.write.mode("overwrite").parquet(store.path("changes", run))
        record["summary"]["changes"] = {"previousRun": before, **results.change_numbers(spark, rows)}
        rows.unpersist()
    record["finishedAt"] = now()
    store.keep(run, record)


def export(spark: SparkSession, store: Store, run: str, where: str | None) -> str:
    """Writes the lines in the order of the input, and returns the folder."""
    rows = spark.read.parquet(store.path("results", run))
    rows = rows.where(where) if where else rows
    rows.orderBy(F.col("position").asc_nulls_last()).select("line").write.mode("overwrite").text(store.path("export", run))
    return store.path("export", run)


def drive(spark: SparkSession, store: Store, options: argparse.Namespace) -> None:
    """Begins or resumes the run, and completes it."""
    record = store.record(options.run)
    if record is None or not store.is_written("targets", options.run):
        record = begin(spark, store, options)
    # A value that the record of an earlier version lacks was the same for all runs.
    differs = [f"{key} {record[key]}" for key, value in question(options).items() if record.get(key, value) != value]
    if differs:
        raise SystemExit(f"Run {options.run} was begun with {', '.join(differs)}. Give another run another --run.")
    wanted = {row[0] for row in targets(spark, store, record).select("part").distinct().collect()}
    pending = sorted(wanted - store.parts(options.run))
    say(f"Run {options.run}: {record['names']} names in {len(wanted)} parts, of which {len(pending)} are to be asked.")
    if pending:
        ask(spark, store, record, pending, options.program, options.take_doubtful)
        missing = wanted - store.parts(options.run)
        if missing:
            raise SystemExit(f"{len(missing)} parts have no results. The same command with --run {options.run} asks those alone.")
    if pending or not record.get("finishedAt"):
        conclude(spark, store, record)
    if options.export:
        say(f"Exported to {export(spark, store, options.run, options.where)}.")
    say(json.dumps(record["summary"], indent=2))
    say(f"Run {options.run} is complete: {options.output}/runs/{options.run}.json.")


def main(words: list[str]) -> None:
    options = arguments(words)
    spark = (
        SparkSession.builder.appName(f"aasa-audit {options.run}")
        .config("spark.sql.session.timeZone", "UTC").config("spark.sql.caseSensitive", "true")
        # A second attempt of a slow task would send requests to the same servers twice.
        .config("spark.speculation", "false")
        # A task writes one part, so its rows need no sorting, which would delay all results of the part.
        .config("spark.sql.maxConcurrentOutputFileWriters", "2")
        .getOrCreate()
    )  # fmt: skip
    try:
        store = Store(spark, options.output)
        with Lease(store, options.run):
            drive(spark, store, options)
    finally:
        # Otherwise, pages of messages from Spark follow an error of one sentence.
        spark.stop()
