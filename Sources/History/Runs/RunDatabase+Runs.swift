package import Audit
import Basics
import Findings
import GRDB
package import Records

package import struct Foundation.Date

extension RunDatabase {
    /// Returns the name of the series of runs that the database contains; `nil` before the first run.
    package func series() throws(HistoryError) -> String? {
        try read { db in try String.fetchOne(db, sql: Queries.series).map { StoredText.decode($0) } }
    }

    /// Throws an error if the database contains another series.
    package func check(_ series: String) throws(HistoryError) {
        guard let found = try self.series(), found != series else { return }
        throw .otherSeries(path: path, found: found, expected: series)
    }

    package func runs(limit: Int) throws(HistoryError) -> [RunRecord] {
        try read { db in try RunRecord.fetchAll(Queries.runs, [limit], db) }
    }

    /// Returns the run that a user specified: by number, the beginning of its name, a day (`2026-11-21`), or `latest`.
    package func run(named text: String) throws(HistoryError) -> RunRecord {
        let found = try read { db -> [RunRecord] in
            if text == "latest" { return try RunRecord.fetchAll(Queries.runs, [1], db) }
            // A name can also begin with digits.
            if let number = Int64(text) {
                let runs = try RunRecord.fetchAll(Queries.runByID, [number], db)
                if !runs.isEmpty { return runs }
            }
            if let day = Date(day: text) {
                let start = day.milliseconds
                return try RunRecord.fetchAll(Queries.runsBetween, [start, start + 86_400_000], db)
            }
            let name = text.lowercased()
            guard name.count >= 4 else { return [] }
            // The range of all names with this prefix: “~” sorts after the characters of a name.
            return try RunRecord.fetchAll(Queries.runByName, [name, name + "~"], db)
        }
        if found.count > 1 {
            throw .noRun("“\(text)” is the beginning of more than one run's name; specify more of it.")
        }
        guard let run = found.first else {
            throw .noRun(
                "There is no run “\(text)” in \(path). A run is named by its number, by the beginning of its name, by a day "
                    + "such as 2026-11-21, or as “latest”; “aasa-audit history” lists them.")
        }
        return run
    }

    package func newestComplete(skipsInDoubt: Bool = false) throws(HistoryError) -> RunRecord? {
        try read { db in try RunRecord.fetchAll(Queries.newestComplete, [Int64.max, skipsInDoubt], db).first }
    }

    /// Returns the last time at which a run ended, without runs in doubt: their clock may have been wrong.
    package func newestEnd() throws(HistoryError) -> Date? {
        try read { db in try Int64.fetchOne(db, sql: Queries.newestEnd).map { Date(milliseconds: $0) } }
    }

    /// Returns the domains audited by the previous run of `recorder`, if that run was interrupted.
    package func previouslyAuditedDomains(_ recorder: RunRecorder) throws(HistoryError) -> [DomainID] {
        try read { db in
            try Row.fetchAll(db, sql: Queries.domainsOfInterruptedRun, arguments: [recorder.number]).map {
                DomainID(host: StoredText.decode($0["name"]), port: $0["port"])
            }
        }
    }

    package func settledRun(before number: Int64) throws(HistoryError) -> RunRecord? {
        try read { db in try RunRecord.fetchAll(Queries.settledBefore, [number], db).first }
    }

    /// Returns the report of a domain that was checked at `date`, with findings compared with `run` and earlier runs.
    package func compare(
        _ report: DomainReport, with run: RunRecord, at date: Date
    ) throws(HistoryError) -> DomainReport {
        try read { db in
            // `.max` is the number of a run that is newer than every stored run.
            try KnownDomain.annotated(report, run: .max, startedAt: date, previousRun: run.number, isResumed: false, db)
        }
    }

    // MARK: A domain's past

    /// Returns the timelines of a host over the newest `limit` runs, one for each audited port, or only for `port`.
    package func timelines(host: String, port: Int?, limit: Int) throws(HistoryError) -> [DomainTimeline] {
        try read { db in
            let rows = try Row.fetchAll(db, sql: Queries.domainsByName, arguments: [StoredText.encode(host)])
            return try rows.filter { port == nil || $0["port"] == port }.map { row in
                let domain: Int64 = row["id"]
                return DomainTimeline(
                    name: StoredText.decode(row["display"]), results: try results(of: domain, limit: limit, db),
                    findings: try findingSpans(of: domain, db))
            }
        }
    }

    private func results(of domain: Int64, limit: Int, _ db: Database) throws -> [DomainTimeline.Result] {
        let rows = try db.rows(Queries.timeline, [domain, limit])
        return try Array(
            rows.map { row in
                let run = RunRecord(row)
                let fingerprint: Int64 = row["fingerprint"]
                let previousFingerprint: Int64? = row["previous_fingerprint"]
                return DomainTimeline.Result(
                    run: run, status: ResultStore.status(row["status"]), errors: row["errors"],
                    warnings: row["warnings"],
                    isChanged: run.isInDoubt ? nil : previousFingerprint.map { fingerprint != $0 })
            })
    }

    private func findingSpans(of domain: Int64, _ db: Database) throws -> [DomainTimeline.FindingSpan] {
        let known = try KnownFinding.fetchAll(of: domain, db)
        // Current findings come first, the most severe first, followed by resolved ones, the latest first.
        func rank(_ row: KnownFinding) -> (Date, Severity, Date, Int64) {
            (row.closedAt ?? .distantFuture, row.severity, row.openedAt, -row.id)
        }
        let rowsByOpening = Dictionary(grouping: known, by: \.openedNumber)
        return known.filter { !$0.isContinued(in: rowsByOpening) }.sorted { rank($0) > rank($1) }.map { row in
            var finding = row.finding
            finding.waived = nil
            if row.closedAt != nil {
                finding.state = .fixed
            } else if row.openedAt != row.seenAt {
                finding.state = .still
            } else {
                finding.state = row.isReturn ? .returned : .new
            }
            finding.firstSeen = row.openedAt
            return DomainTimeline.FindingSpan(finding: finding, lastSeen: row.seenAt, fixedAt: row.closedAt)
        }
    }
}

extension RunRecord {
    init(_ row: Row) {
        self.init(
            number: row["id"],
            facts: RunFacts(
                id: row["name"], startedAt: Date(milliseconds: row["started_at"]), toolVersion: row["tool_version"],
                rulesVersion: row["rules_version"], options: Evidence(jsonText: row["options"])))
        finishedAt = (row["finished_at"] as Int64?).map { Date(milliseconds: $0) }
        state = State(rawValue: row["state"]) ?? .running
        summary = StoredJSON.decode(row["summary"])
        ending = StoredJSON.decode(row["ending"])
        isInDoubt = row["is_in_doubt"]
        isSettled = (row["settled_at"] as Int64?) != nil
        segment = row["segment"]
        reportedSegment = row["reported_segment"]
    }

    static func fetchAll(_ sql: String, _ arguments: StatementArguments, _ db: Database) throws -> [RunRecord] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { RunRecord($0) }
    }
}
