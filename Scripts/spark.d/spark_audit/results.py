"""What is made of the results of a run, in Spark SQL. The views `results` and `earlier` are those of this run and of the one before."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

MOST_TEAMS = 1000
STATUSES = "SELECT status, count(*) AS number FROM results GROUP BY status"
ANSWERS = "SELECT opensApp, count(*) AS number FROM results WHERE opensApp IS NOT NULL GROUP BY opensApp"
# As in the JSON report: waived findings apart.
FINDINGS = """
    SELECT finding.code, count(*) AS number FROM results LATERAL VIEW explode(findings) AS finding
    WHERE finding.waived IS NULL GROUP BY finding.code ORDER BY number DESC, finding.code
"""
TEAMS = """
    SELECT team, owner, map_from_entries(collect_list(struct(status, number))) AS statuses
    FROM (SELECT team, owner, status, count(*) AS number FROM results GROUP BY team, owner, status)
    WHERE team IS NOT NULL OR owner IS NOT NULL GROUP BY team, owner ORDER BY team, owner
"""

# How many findings from warnings up a domain has of each code at each location, and how many of them count (are not waived); of what
# could not be reached nothing is known.
FOUND = """
    SELECT domain, port, finding.code, finding.location, first(finding.severity) AS severity, first(finding.message) AS message,
           count(*) AS number, count_if(finding.waived IS NULL) AS counting
    FROM {view} LATERAL VIEW explode(findings) AS finding
    WHERE status NOT IN ('unreachable', 'invalid') AND finding.severity <> 'info'
    GROUP BY domain, port, finding.code, finding.location
"""
# All findings of a domain that only this run has are new; what was waived or is waived neither comes nor goes.
CHANGES = f"""
    WITH now AS ({FOUND.format(view='results')}), before AS ({FOUND.format(view='earlier')}),
    compared AS (
        SELECT results.domain, results.port FROM results LEFT JOIN earlier USING (domain, port)
        WHERE results.status NOT IN ('unreachable', 'invalid')
            AND (earlier.status IS NULL OR earlier.status NOT IN ('unreachable', 'invalid'))
    ),
    counted AS (
        SELECT domain, port, code, location, coalesce(now.severity, before.severity) AS severity,
               coalesce(now.message, before.message) AS message,
               coalesce(now.number, 0) AS present, coalesce(before.number, 0) AS past,
               coalesce(now.counting, 0) AS presentCounting, coalesce(before.counting, 0) AS pastCounting
        FROM now FULL JOIN before USING (domain, port, code, location) LEFT SEMI JOIN compared USING (domain, port)
    )
    SELECT domain, port, code, location, severity, message, change, number FROM counted
    LATERAL VIEW stack(
        3, 'new', least(presentCounting, greatest(present - past, 0)), 'fixed', least(pastCounting, greatest(past - present, 0)),
        'still', least(presentCounting, least(present, past))
    ) AS change, number
    WHERE number > 0
"""
DOMAINS = """
    SELECT count_if(earlier.status IS NULL) AS domainsAdded, count_if(results.status IS NULL) AS domainsRemoved,
           count_if(results.status = 'unreachable' AND earlier.status IS NOT NULL
                    OR earlier.status = 'unreachable' AND results.status IS NOT NULL) AS notCompared
    FROM (SELECT domain, port, status FROM results WHERE status <> 'invalid') AS results
    FULL JOIN (SELECT domain, port, status FROM earlier WHERE status <> 'invalid') AS earlier USING (domain, port)
"""


def summary(spark: SparkSession) -> dict:
    """The totals of a run, with the names that the JSON report has for them."""
    numbers = _numbers(spark, STATUSES)
    statuses = ("pass", "warn", "fail", "unreachable", "invalid", "accepted")
    return {
        "targets": sum(numbers.values()),
        **{status: numbers.get(status, 0) for status in statuses},
        "opensApp": _numbers(spark, ANSWERS),
        "findings": _numbers(spark, FINDINGS),
    }


def teams(spark: SparkSession) -> tuple[list[dict], int]:
    """How many domains of each team and owner have each status: the first thousand, and how many more there are."""
    rows = spark.sql(TEAMS).cache()
    first, count = [row.asDict() for row in rows.limit(MOST_TEAMS).collect()], rows.count()
    rows.unpersist()
    return first, max(0, count - MOST_TEAMS)


def changes(spark: SparkSession) -> DataFrame:
    """A row for each finding that came, went or stayed since the run before."""
    return spark.sql(CHANGES)


def change_numbers(spark: SparkSession, rows: DataFrame) -> dict:
    """How much came, went and stayed."""
    numbers = {row[0]: row[1] for row in rows.groupBy("change").sum("number").collect()}
    domains = spark.sql(DOMAINS).first().asDict()
    return {**{change: numbers.get(change, 0) for change in ("new", "fixed", "still")}, **domains}


def _numbers(spark: SparkSession, query: str) -> dict[str, int]:
    return {row[0]: row[1] for row in spark.sql(query).collect()}
