/// Every statement of the database, in one place: a test asks SQLite how it goes about each of them.
enum Queries {
    // MARK: Writing a run

    static let insertRun = """
        INSERT INTO run (name, started_at, state, tool_version, rules_version, options, targets, source)
        VALUES (?, ?, 'running', ?, ?, ?, ?, ?)
        """
    static let finishRun = "UPDATE run SET finished_at = ?, state = ?, summary = ? WHERE id = ?"
    static let continueRun =
        "UPDATE run SET finished_at = NULL, state = 'running', options = ? WHERE id = ? AND state <> 'complete'"
    static let insertDomain = "INSERT INTO domain (name, port, display) VALUES (?, ?, ?)"
    static let updateDomain = "UPDATE domain SET results = ?, report_id = ? WHERE id = ?"
    static let insertReport = "INSERT INTO report (domain_id, data) VALUES (?, ?)"
    static let insertBody = "INSERT INTO body (sha256, size, data) VALUES (?, ?, ?)"
    static let insertResult = """
        INSERT INTO result (run_id, domain_id, place, number, status, likeness, is_partial, errors, warnings, report_id,
            file_id, delta)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    static let openFinding = """
        INSERT INTO finding (domain_id, code, location, pointer, severity, message, is_return, opened_number, opened_at,
            seen_number, seen_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    static let seeFinding =
        "UPDATE finding SET pointer = ?, severity = ?, message = ?, seen_number = ?, seen_at = ? WHERE id = ?"
    static let closeFinding = "UPDATE finding SET closed_number = ?, closed_at = ? WHERE id = ?"
    static let upsertObservation = """
        INSERT INTO observation (domain_id, run_id, data) VALUES (?, ?, ?)
        ON CONFLICT (domain_id) DO UPDATE SET run_id = excluded.run_id, data = excluded.data
        """
    static let deleteObservationBodies = "DELETE FROM observation_body WHERE domain_id = ?"
    static let insertObservationBody = "INSERT INTO observation_body (domain_id, place, body_id) VALUES (?, ?, ?)"
    static let moveResult = "UPDATE result SET place = ? WHERE run_id = ? AND domain_id = ? AND place <> ?"
    static let insertAlias = "INSERT OR REPLACE INTO alias (run_id, place, inputs) VALUES (?, ?, ?)"

    // MARK: Looking up one thing

    static let domain = "SELECT id, results, report_id FROM domain WHERE name = ? AND port = ?"
    static let findings = """
        SELECT id, code, location, pointer, message, opened_at, closed_number IS NOT NULL FROM finding
        WHERE domain_id = ? ORDER BY id
        """
    static let report = "SELECT data FROM report WHERE id = ?"
    static let bodyByHash = "SELECT id FROM body WHERE sha256 = ?"
    static let body = "SELECT data FROM body WHERE id = ?"
    static let observation = "SELECT data FROM observation WHERE domain_id = ? AND run_id = ?"
    static let observationBodies = "SELECT place, body_id FROM observation_body WHERE domain_id = ? ORDER BY place"
    static let result = "SELECT report_id, file_id, delta FROM result WHERE run_id = ? AND domain_id = ?"
    static let isInRun = "SELECT 1 FROM result WHERE run_id = ? AND domain_id = ?"

    // MARK: Runs

    static let runByID = "SELECT * FROM run WHERE id = ?"
    static let runByName = "SELECT * FROM run WHERE name >= ? AND name < ? ORDER BY name LIMIT 2"
    static let newestRun = "SELECT * FROM run ORDER BY id DESC LIMIT 1"
    static let newestComplete = "SELECT * FROM run WHERE state = 'complete' ORDER BY id DESC LIMIT 1"
    static let runs = "SELECT * FROM run ORDER BY id DESC LIMIT ?"
    static let unfinished =
        "SELECT * FROM run WHERE targets = ? AND state IN ('running', 'interrupted') ORDER BY id DESC"
    static let newestUnfinished = "SELECT * FROM run WHERE state <> 'complete' ORDER BY id DESC LIMIT 1"
    static let completeBefore =
        "SELECT * FROM run WHERE targets = ? AND state = 'complete' AND id < ? ORDER BY id DESC LIMIT 1"
    static let anyCompleteBefore = "SELECT * FROM run WHERE state = 'complete' AND id < ? ORDER BY id DESC LIMIT 1"
    static let runsBetween =
        "SELECT * FROM run WHERE started_at >= ? AND started_at < ? ORDER BY started_at DESC LIMIT 1"
    static let statuses = "SELECT status, count(*) FROM result WHERE run_id = ? GROUP BY status"
    static let countOfRun = "SELECT count(*) FROM result WHERE run_id = ?"

    // MARK: The domains of a run

    static let inOrder = """
        SELECT domain_id, place, report_id, file_id, delta FROM result INDEXED BY result_in_order
        WHERE run_id = ? AND (place, domain_id) > (?, ?) ORDER BY place, domain_id LIMIT ?
        """
    static let aliases = "SELECT place, inputs FROM alias WHERE run_id = ? ORDER BY place"

    // MARK: A domain's past

    static let statusesOfDomain = """
        SELECT run.started_at, result.status FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? AND result.run_id <= ? ORDER BY result.run_id DESC LIMIT ?
        """
    static let lastOtherStatus = """
        SELECT run_id FROM result WHERE domain_id = ? AND run_id <= ? AND status <> ? ORDER BY run_id DESC LIMIT 1
        """
    static let firstAfter = """
        SELECT run.started_at FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? AND result.run_id > ? ORDER BY result.run_id LIMIT 1
        """
    static let domainsByName = "SELECT id, name, port, display FROM domain WHERE name = ? ORDER BY port"
    static let timeline = """
        SELECT result.run_id, result.status, result.likeness, result.errors, result.warnings, result.is_partial,
            run.started_at, run.name
        FROM result JOIN run ON run.id = result.run_id
        WHERE result.domain_id = ? ORDER BY result.run_id DESC LIMIT ?
        """
    static let findingsOfDomain = """
        SELECT id, code, location, pointer, message, severity, is_return, opened_at, seen_at, closed_at FROM finding
        WHERE domain_id = ? ORDER BY closed_at IS NOT NULL, opened_at DESC, id
        """
    static let findingsBefore = """
        SELECT code, location, pointer, message FROM finding
        WHERE domain_id = ? AND closed_number IS NOT NULL AND opened_at <= ?
        """

    // MARK: Two runs

    /// Domains of both runs that are not alike; what was seen only in part is looked at closely.
    static let unlike = """
        SELECT later.domain_id, later.place, earlier.report_id, earlier.file_id, earlier.delta,
            later.report_id, later.file_id, later.delta
        FROM result AS earlier JOIN result AS later ON later.domain_id = earlier.domain_id AND later.run_id = ?2
        WHERE earlier.run_id = ?1 AND (earlier.likeness <> later.likeness OR earlier.is_partial OR later.is_partial)
        ORDER BY later.domain_id
        """
    static let alike = """
        SELECT count(*), total(later.errors), total(later.warnings), total(later.errors > 0)
        FROM result AS earlier JOIN result AS later ON later.domain_id = earlier.domain_id AND later.run_id = ?2
        WHERE earlier.run_id = ?1 AND earlier.likeness = later.likeness AND NOT earlier.is_partial AND NOT later.is_partial
        """
    static let alikeAndBroken = """
        SELECT later.domain_id, later.place, later.report_id, later.file_id, later.delta
        FROM result AS earlier JOIN result AS later ON later.domain_id = earlier.domain_id AND later.run_id = ?2
        WHERE earlier.run_id = ?1 AND earlier.likeness = later.likeness AND NOT earlier.is_partial AND NOT later.is_partial
            AND later.errors > 0
        ORDER BY later.domain_id LIMIT ?3
        """
    static let onlyIn = """
        SELECT domain.display, domain.port, result.status, result.place
        FROM result JOIN domain ON domain.id = result.domain_id
        WHERE result.run_id = ?1
            AND NOT EXISTS (SELECT 1 FROM result AS other WHERE other.run_id = ?2 AND other.domain_id = result.domain_id)
        ORDER BY result.domain_id
        """

    // MARK: Clearing up

    static let runsToPrune = "SELECT * FROM run WHERE started_at < ? ORDER BY id"
    static let completeAfter = "SELECT count(*) FROM run WHERE targets = ? AND state = 'complete' AND id > ?"
    static let deleteRun = "DELETE FROM run WHERE id = ?"
    static let deleteClosedFindings = "DELETE FROM finding WHERE closed_at < ?"
    /// The domains of a run, for the statements below.
    static let makePruned = "CREATE TEMP TABLE IF NOT EXISTS pruned (domain_id INTEGER PRIMARY KEY)"
    static let notePruned = "INSERT INTO temp.pruned SELECT domain_id FROM result WHERE run_id = ?"
    static let clearPruned = "DELETE FROM temp.pruned"
    /// What rests on a report lies in one row of numbers: older ones are needed by no result after the oldest that is left.
    static let deleteReports = """
        DELETE FROM report WHERE domain_id IN (SELECT domain_id FROM temp.pruned)
            AND id < (SELECT report_id FROM result WHERE result.domain_id = report.domain_id ORDER BY number LIMIT 1)
        """
    static let forgetReports = """
        UPDATE domain SET report_id = NULL WHERE id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = domain.id)
        """
    static let deleteLastReports = """
        DELETE FROM report WHERE domain_id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = report.domain_id)
        """
    /// The findings of a domain that nobody audits any more stay open for ever; they go with its last result.
    static let deleteLastFindings = """
        DELETE FROM finding WHERE domain_id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = finding.domain_id)
        """
    static let deleteDomains = """
        DELETE FROM domain WHERE id IN (SELECT domain_id FROM temp.pruned)
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.domain_id = domain.id)
        """
    static let deleteBodies = """
        DELETE FROM body WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.file_id = body.id)
            AND NOT EXISTS (SELECT 1 FROM observation_body WHERE observation_body.body_id = body.id)
        """
}
