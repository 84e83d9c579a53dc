/// All SQL statements except insertions of single rows; a test checks SQLite's query plan for each of them.
enum Queries {
    // MARK: Writing a run

    static let finishRun = """
        UPDATE run SET finished_at = ?, state = ?, summary = ?, ending = ?, is_in_doubt = ?,
            reported_segment = CASE WHEN ? THEN segment ELSE reported_segment END
        WHERE id = ?
        """
    static let continueRun = """
        UPDATE run SET finished_at = NULL, ending = NULL, is_in_doubt = 0, state = 'running',
            segment = segment + 1, options = ?
        WHERE id = ?
        """
    static let settleRun = "UPDATE run SET settled_at = ? WHERE id = ? AND state = 'complete'"
    /// Deletes the results of a resumed run that was in doubt, because its domains are audited again.
    static let deleteResultsOfRun = "DELETE FROM result WHERE run_id = ?"
    static let updateDomain = "UPDATE domain SET results = ?, report_id = ? WHERE id = ?"
    static let continueFinding = """
        UPDATE finding SET previous_number = seen_number, previous_at = seen_at, pointer = ?, severity = ?, message = ?,
            seen_number = ?, seen_at = ?, is_waived = ?, subject = ?
        WHERE id = ?
        """
    static let closeFinding = "UPDATE finding SET closed_number = ?, closed_at = ? WHERE id = ?"
    /// Gives the results of a resumed run negative places, until the resumed run reaches their domains in the list.
    static let displaceResults = "UPDATE result SET place = -1 - place WHERE run_id = ? AND place >= 0"
    static let deleteDisplacedResults = "DELETE FROM result WHERE run_id = ? AND place < 0 RETURNING domain_id, number"
    static let moveResult = "UPDATE result SET place = ? WHERE run_id = ? AND domain_id = ? AND place <> ?"

    // MARK: Single rows

    static let domain = "SELECT id, results, report_id FROM domain WHERE name = ? AND port = ?"
    static let findings = "SELECT * FROM finding WHERE domain_id = ? ORDER BY id"
    static let report = "SELECT data FROM report WHERE id = ?"
    static let bodyByHash = "SELECT id FROM body WHERE sha256 = ?"
    static let body = "SELECT data FROM body WHERE id = ?"
    static let result = "SELECT report_id, file_id, delta FROM result WHERE run_id = ? AND domain_id = ?"

    // MARK: Runs

    static let runByID = "SELECT * FROM run WHERE id = ? AND state <> 'deleted'"
    static let runByName = "SELECT * FROM run WHERE name >= ? AND name < ? AND state <> 'deleted' ORDER BY name LIMIT 2"
    /// Finds the newest complete run before run ?1; ?2 specifies whether runs in doubt are skipped.
    static let newestComplete =
        "SELECT * FROM run WHERE state = 'complete' AND id < ?1 AND NOT (?2 AND is_in_doubt) ORDER BY id DESC LIMIT 1"
    static let runs = "SELECT * FROM run WHERE state <> 'deleted' ORDER BY id DESC LIMIT ?"
    static let newestEnd = "SELECT max(finished_at) FROM run WHERE NOT is_in_doubt"
    static let series = "SELECT name FROM series"
    /// Selects the domains audited by the newest run before run ? if the newest run was interrupted.
    static let domainsOfInterruptedRun = """
        SELECT domain.name, domain.port FROM result JOIN domain ON domain.id = result.domain_id
        WHERE result.run_id = (
            SELECT iif(state = 'complete', NULL, id) FROM run WHERE state <> 'deleted' AND id < ? ORDER BY id DESC LIMIT 1)
        """
    static let settledBefore = """
        SELECT * FROM run
        WHERE state = 'complete' AND settled_at IS NOT NULL AND NOT is_in_doubt AND id < ?
        ORDER BY id DESC LIMIT 1
        """
    /// Selects the earlier runs whose results were reported in messages, newest first.
    static let reportedBefore =
        "SELECT * FROM run WHERE state <> 'deleted' AND reported_segment > 0 AND id < ? ORDER BY id DESC"
    /// Finds the newest result of a domain in a message about a run before ?2.
    static let reportedResult = """
        SELECT result.report_id, result.delta, result.number, result.is_partial
        FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ?1 AND result.run_id < ?2 AND result.segment <= run.reported_segment
            AND NOT run.is_in_doubt
        ORDER BY result.run_id DESC LIMIT 1
        """
    /// Finds the number of a domain's newest result in the settled runs up to the specified one.
    static let newestSettledNumber = """
        SELECT result.number FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? AND result.run_id <= ? AND run.settled_at IS NOT NULL AND NOT run.is_in_doubt
        ORDER BY result.run_id DESC LIMIT 1
        """
    static let runsBetween =
        "SELECT * FROM run WHERE started_at >= ? AND started_at < ? AND state <> 'deleted' ORDER BY started_at DESC LIMIT 1"
    static let dailyRuns = """
        SELECT started_at, summary, is_in_doubt FROM run
        WHERE state = 'complete' AND started_at >= ? AND started_at <= ? AND id < ?
        ORDER BY id DESC
        """
    static let resultCount = "SELECT count(*) FROM result WHERE run_id = ?"

    // MARK: The domains of a run

    static let resultsInOrder = """
        SELECT domain_id, place, report_id, file_id, delta FROM main.result INDEXED BY result_in_order
        WHERE run_id = ? AND (place, domain_id) > (?, ?) ORDER BY place, domain_id LIMIT ?
        """
    static let aliases = "SELECT place, inputs FROM alias WHERE run_id = ? ORDER BY place"

    // MARK: A domain's past

    // Runs in doubt, except the current run, are ignored, because their results provide no evidence about a domain.

    /// Selects the statuses of a domain in runs that began from ?2 to ?4, the newest first; ?3 is the current run.
    static let statusesOfDomain = """
        SELECT run.started_at, result.status FROM result CROSS JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ?1
            AND result.run_id >= (SELECT min(id) FROM main.run INDEXED BY run_by_start WHERE started_at >= ?2)
            AND result.run_id <= ?3 AND run.started_at BETWEEN ?2 AND ?4
            AND (NOT run.is_in_doubt OR result.run_id = ?3)
        ORDER BY result.run_id DESC
        """
    /// Finds the start of the first run since which domain ?1 has had status ?3; ?2 is the current run.
    static let startOfStatus = """
        SELECT run.started_at FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ?1 AND (NOT run.is_in_doubt OR result.run_id = ?2) AND result.run_id > ifnull((
            SELECT other.run_id FROM result AS other CROSS JOIN run AS other_run ON other_run.id = other.run_id
            WHERE other.domain_id = ?1 AND other.run_id <= ?2 AND other.status <> ?3 AND NOT other_run.is_in_doubt
            ORDER BY other.run_id DESC LIMIT 1), 0)
        ORDER BY result.run_id LIMIT 1
        """
    /// Finds a domain's newest result before a run; if ?3 is true, skips statuses 3 (unreachable) and 4 (invalid).
    static let resultBefore = """
        SELECT result.report_id, result.delta, run.started_at FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ?1 AND result.run_id < ?2 AND NOT (?3 AND result.status IN (3, 4))
            AND NOT run.is_in_doubt
        ORDER BY result.run_id DESC LIMIT 1
        """
    static let resultByNumber = """
        SELECT result.report_id, result.delta, run.started_at FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? AND result.number = ?
        """
    static let domainsByName = "SELECT id, port, display FROM domain WHERE name = ? ORDER BY port"
    /// Selects a domain's newest results, each with the fingerprint of the last earlier result that is not in doubt.
    static let timeline = """
        SELECT run.*, result.status, result.fingerprint, result.errors, result.warnings, (
                SELECT past.fingerprint FROM result AS past JOIN run AS past_run ON past_run.id = past.run_id
                WHERE past.domain_id = result.domain_id AND past.run_id < result.run_id AND NOT past_run.is_in_doubt
                ORDER BY past.run_id DESC LIMIT 1) AS previous_fingerprint
        FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? ORDER BY result.run_id DESC LIMIT ?
        """

    // MARK: Comparing two runs

    /// Selects the domains of both runs whose results differ, or are partial.
    static let differing = """
        SELECT later.domain_id, later.place, earlier.number, earlier.is_partial,
            earlier.report_id AS earlier_report, earlier.file_id AS earlier_file, earlier.delta AS earlier_delta,
            later.report_id AS later_report, later.file_id AS later_file, later.delta AS later_delta
        FROM result AS earlier JOIN result AS later ON later.domain_id = earlier.domain_id AND later.run_id = ?2
        WHERE earlier.run_id = ?1
            AND (earlier.fingerprint <> later.fingerprint OR earlier.is_partial OR later.is_partial)
            \(segmentsOnly)
        ORDER BY later.domain_id
        """
    /// The condition that limits a comparison to segments of both runs.
    ///
    /// ?3 is the last included segment of the earlier run, ?4 the last excluded segment of the later run. ?5 lists runs
    /// after the earlier one, each with its last included segment; domains in these segments are left out.
    private static let segmentsOnly = """
        AND earlier.segment <= ?3 AND later.segment > ?4 AND NOT EXISTS (
            SELECT 1 FROM json_each(?5) AS newer CROSS JOIN result AS other
                ON other.run_id = json_extract(newer.value, '$[0]') AND other.domain_id = earlier.domain_id
            WHERE other.segment <= json_extract(newer.value, '$[1]'))
        """
    /// Selects the domains of both runs with equal results that contain errors or warnings.
    static let equalWithProblems = """
        SELECT domain.display, later.place, later.errors + later.warnings AS finding_count, later.report_id, later.delta
        FROM result AS earlier JOIN result AS later ON later.domain_id = earlier.domain_id AND later.run_id = ?2
            CROSS JOIN domain ON domain.id = later.domain_id
        WHERE earlier.run_id = ?1 AND earlier.fingerprint = later.fingerprint
            AND NOT earlier.is_partial AND NOT later.is_partial
            AND later.errors + later.warnings > 0
            \(segmentsOnly)
        ORDER BY later.domain_id
        """
    /// Selects the domains of run ?1, in segments after ?2, that are in none of the runs in ?3, which lists each run
    /// with its last included segment.
    static let onlyInRun = """
        SELECT result.domain_id, result.place, domain.display, result.status,
            result.errors + result.warnings AS finding_count, result.report_id, result.delta
        FROM result JOIN domain ON domain.id = result.domain_id
        WHERE result.run_id = ?1 AND result.segment > ?2 AND NOT EXISTS (
            SELECT 1 FROM json_each(?3) AS known CROSS JOIN result AS other
                ON other.run_id = json_extract(known.value, '$[0]') AND other.domain_id = result.domain_id
            WHERE other.segment <= json_extract(known.value, '$[1]'))
        ORDER BY result.domain_id
        """

    // MARK: Messages

    static let isReceiver = "SELECT EXISTS (SELECT 1 FROM receiver WHERE team = ?)"
    static let messageCount =
        "SELECT count(*) FROM message WHERE run_id = ?1 AND (key = ?2 OR substr(key, 1, length(?2) + 1) = ?2 || '-')"
    static let pendingMessages = "SELECT id, run_id, key, notice FROM message WHERE state = 'pending' ORDER BY id"
    /// Ends a message and clears its content; the row is kept so that its key is not used again.
    static let endMessage = "UPDATE message SET state = ?, notice = x'' WHERE id = ?"

    // MARK: Outages that were reported

    static let outage = "SELECT since FROM outage WHERE domain_id = ?"
    /// Selects the outages that have ended; ?2 and ?3 are the statuses of domains that could not be checked.
    static let endedOutages = """
        SELECT domain.display, outage.since, outage.domain_id, result.report_id, result.delta
        FROM outage CROSS JOIN result ON result.run_id = ?1 AND result.domain_id = outage.domain_id
            CROSS JOIN domain ON domain.id = outage.domain_id
        WHERE result.segment > (SELECT reported_segment FROM run WHERE id = ?1) AND result.status NOT IN (?2, ?3)
        ORDER BY result.place
        """
    static let deleteOutage = "DELETE FROM outage WHERE domain_id = ?"
    static let recentStatuses = """
        SELECT result.status, run.started_at, run.settled_at IS NOT NULL AS is_settled
        FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? AND result.run_id < ? AND run.state = 'complete'
            AND NOT run.is_in_doubt
        ORDER BY result.run_id DESC LIMIT ?
        """

    // MARK: Reverting a run in doubt

    /// Selects the domains with findings first seen, last seen or resolved in the run, and the number of each result.
    static let domainsToRevert = """
        SELECT DISTINCT result.domain_id, result.number
        FROM result CROSS JOIN finding ON finding.domain_id = result.domain_id
        WHERE result.run_id = ? AND result.number IN (finding.opened_number, finding.seen_number, finding.closed_number)
        """
    static let deleteFindingsOpened = "DELETE FROM finding WHERE domain_id = :domain AND opened_number = :number"
    static let reopenFindings = """
        UPDATE finding SET closed_number = NULL, closed_at = NULL WHERE domain_id = :domain AND closed_number = :number
        """
    static let revertLastSeen = """
        UPDATE finding SET seen_number = coalesce(previous_number, opened_number), seen_at = coalesce(previous_at, opened_at)
        WHERE domain_id = :domain AND seen_number = :number
        """

    // MARK: Deleting old runs

    static let runsToPrune =
        "SELECT * FROM run WHERE started_at < ? AND id <> (SELECT max(id) FROM run) OR state = 'deleted' ORDER BY id"
    static let runsAfter = """
        SELECT count(*) AS complete, count(settled_at) AS settled, count(nullif(reported_segment, 0)) AS reported
        FROM run WHERE state = 'complete' AND id > ?
        """
    /// Hides a run from all queries for previous runs before its results are deleted.
    static let hideRun = "UPDATE run SET state = 'deleted' WHERE id = ?"
    static let deleteRun = "DELETE FROM run WHERE id = ?"
    static let deleteClosedFindings =
        "DELETE FROM finding WHERE id IN (SELECT id FROM finding WHERE closed_at < ? LIMIT ?)"
    /// Creates the table of a batch of domains, to which the following statements apply.
    static let makePruned = "CREATE TEMP TABLE IF NOT EXISTS pruned (domain_id INTEGER PRIMARY KEY)"
    static let selectDomainsToPrune = "INSERT INTO temp.pruned SELECT domain_id FROM result WHERE run_id = ? LIMIT ?"
    static let clearPruned = "DELETE FROM temp.pruned"
    static let deleteResults =
        "DELETE FROM result WHERE run_id = ? AND domain_id IN (SELECT domain_id FROM temp.pruned)"
    /// Deletes the reports older than the basis of their domain's oldest result, and those of domains without results.
    ///
    /// Results refer to reports in ascending order, so no other report is unused.
    static let deleteReports = """
        DELETE FROM report WHERE domain_id IN (SELECT domain_id FROM temp.pruned) AND id < ifnull(
            (SELECT report_id FROM result WHERE result.domain_id = report.domain_id ORDER BY number LIMIT 1), 1 << 62)
        """
    /// Deletes the findings of domains without results; the open findings of other domains are kept.
    static let deleteLastFindings = """
        DELETE FROM finding WHERE domain_id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = finding.domain_id)
        """
    static let deleteDomains = """
        DELETE FROM domain WHERE id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = domain.id)
        """
    static let bodiesUpTo = "SELECT max(id) FROM (SELECT id FROM body WHERE id > ? ORDER BY id LIMIT ?)"
    static let deleteBodies = """
        DELETE FROM body WHERE id > ? AND id <= ?
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.file_id = body.id)
        """
}
