"""Totals and changes of a run, in Spark SQL. The views `results` and `earlier` contain this run and the previous run."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

MOST_TEAMS = 1000
STATUSES = "SELECT status, count(*) AS number FROM results GROUP BY status"
ANSWERS = "SELECT opensApp, count(*) AS number FROM results WHERE opensApp IS NOT NULL GROUP BY opensApp"
# As in the JSON report, without waived findings.
FINDINGS = """
    SELECT finding.code, count(*) AS number FROM results LATERAL VIEW explode(findings) AS finding
    WHERE finding.waived IS NULL GROUP BY finding.code ORDER BY number DESC, finding.code
"""
TEAMS = """
    SELECT team, owner, map_from_entries(collect_list(struct(status, number))) AS statuses
    FROM (SELECT team, owner, status, count(*) AS number FROM results GROUP BY team, owner, status)
    WHERE team IS NOT NULL OR owner IS NOT NULL GROUP BY team, owner ORDER BY team, owner
"""

# The number of warnings and errors of each domain, code and location, in total and without waived ones; domains that could not be
# checked are left out.
FOUND = """
    SELECT domain, port, finding.code, finding.location, first(finding.severity) AS severity, first(finding.message) AS message,
           count(*) AS number, count_if(finding.waived IS NULL) AS counting
    FROM {view} LATERAL VIEW explode(findings) AS finding
    WHERE status NOT IN ('unreachable', 'invalid') AND finding.severity <> 'info'
    GROUP BY domain, port, finding.code, finding.location
"""
# The findings of added domains are new. Findings that were or are waived count neither as new nor as fixed.
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
    """Returns the totals of a run, with the names of the JSON report."""
    numbers = _numbers(spark, STATUSES)
    statuses = ("pass", "warn", "fail", "unreachable", "invalid", "accepted")
    return {
        "targets": sum(numbers.values()),
        **{status: numbers.get(status, 0) for status in statuses},
        "opensApp": _numbers(spark, ANSWERS),
        "findings": _numbers(spark, FINDINGS),
    }


def teams(spark: SparkSession) -> tuple[list[dict], int]:
    """Returns the number of domains by status for the first thousand teams and owners, and the number of the others."""
    rows = spark.sql(TEAMS).cache()
    first, count = [row.asDict() for row in rows.limit(MOST_TEAMS).collect()], rows.count()
    rows.unpersist()
    return first, max(0, count - MOST_TEAMS)


def changes(spark: SparkSession) -> DataFrame:
    """Returns a row for each finding that is new, fixed or still present since the previous run."""
    return spark.sql(CHANGES)


def change_numbers(spark: SparkSession, rows: DataFrame) -> dict:
    """Returns the numbers of new, fixed and remaining findings, and of added, removed and unchecked domains."""
    numbers = {row[0]: row[1] for row in rows.groupBy("change").sum("number").collect()}
    domains = spark.sql(DOMAINS).first().asDict()
    return {**{change: numbers.get(change, 0) for change in ("new", "fixed", "still")}, **domains}


def _numbers(spark: SparkSession, query: str) -> dict[str, int]:
    return {row[0]: row[1] for row in spark.sql(query).collect()}
