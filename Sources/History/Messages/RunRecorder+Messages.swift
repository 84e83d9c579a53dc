package import Audit
import Foundation
import GRDB
package import Records

/// Messages in the database: stored in the same transaction as the end of their run, and emptied after delivery.
extension RunRecorder {
    /// Stores the messages of the run; a run in doubt ends no outage.
    func insert(_ outgoing: OutgoingMessages, isInDoubt: Bool, _ db: Database) throws {
        if !isInDoubt {
            for ended in try endedOutages(db) { try db.execute(Queries.deleteOutage, [ended.domain]) }
        }
        for domain in outgoing.outages {
            guard let known = try KnownDomain.find(domain, db) else { continue }
            let since = try streak(of: known.id, db).since
            try db.insert(or: .ignore, into: "outage", ["domain_id": known.id, "since": since])
        }
        for team in outgoing.receivers {
            try db.insert(or: .ignore, into: "receiver", ["team": Self.receiverKey(team)])
        }
        for message in outgoing.messages {
            let earlierCount: Int = try db.value(Queries.messageCount, [number, message.key]) ?? 0
            // A run that was interrupted and resumed has a second message with another key.
            let key = earlierCount == 0 ? message.key : "\(message.key)-\(earlierCount + 1)"
            let notice = try JSONEncoder().encode(message)
            try db.insert(into: "message", ["run_id": number, "key": key, "notice": notice])
        }
    }

    private static func receiverKey(_ team: String?) -> String { team.map(NoticeMessage.fingerprint(ofTeam:)) ?? "" }

    package func pendingMessages() throws(HistoryError) -> [PendingMessage] {
        try database.read { db in
            try Row.fetchAll(db, sql: Queries.pendingMessages).map { row in
                PendingMessage(
                    id: row["id"], key: row["key"],
                    message: try? JSONDecoder().decode(NoticeMessage.self, from: row["notice"]),
                    isOfEarlierRun: row["run_id"] != number)
            }
        }
    }

    package func end(_ message: PendingMessage, isDelivered: Bool) throws(HistoryError) {
        try database.write { db in
            try db.execute(Queries.endMessage, [isDelivered ? "delivered" : "refused", message.id])
        }
    }

    /// Completes `notice` with the changes for its receiver, or with all errors if the database fails; to be called
    /// after the comparison.
    package func finish(_ notice: inout RunNotice, _ ending: RunEnding) {
        guard let news = news(isComplete: ending.isComplete, within: notice.domains) else {
            notice.finish(ending, changes: nil, outage: { _ in nil })
            return
        }
        // A warning about waivers that end soon is sent only once.
        let announced = (previous?.ending?.warnings ?? []).filter {
            $0.code == .waiversEnding && ending.warnings.contains($0)
        }
        notice.finish(
            ending, reported: news.warnings.union(announced.map(\.code)), changes: news.changes,
            recovered: news.recovered, movedIn: news.moves.movedIn, movedOut: news.moves.movedOut,
            isFirst: !hasReported(to: notice.content.team), outage: outage)
    }

    /// Returns whether an earlier run had this receiver (`nil` for all domains), even if it had nothing to report.
    func hasReported(to team: String?) -> Bool {
        read { db -> Bool? in try db.value(Queries.isReceiver, [Self.receiverKey(team)]) } ?? true
    }

    /// Returns the changes since the last messages, `nil` if the database fails; to be called after the comparison.
    func news(isComplete: Bool, within subset: DomainSubset? = nil) -> RunNews? {
        guard failure == nil else { return nil }
        return read { db in
            let news = try RunComparison.news(of: number, isComplete: isComplete, within: subset, db)
            let moves = news?.moves ?? TeamMoves()
            let lastReported = try db.row(Queries.reportedBefore, [number]).map { RunRecord($0) }
            let ending = lastReported?.isSettled == false ? lastReported?.ending : nil
            // A team was not informed of outages of domains that were assigned to it only now.
            let recovered = try endedOutages(db).filter { !moves.arrivedDomains.contains($0.domain) }
            return RunNews(
                changes: news?.changes, recovered: recovered.map(\.outage), moves: moves,
                warnings: Set((ending?.warnings ?? []).map(\.code)))
        }
    }

    package func outage(of domain: DomainID) -> DomainOutage? {
        read { db in
            guard let known = try KnownDomain.find(domain, db) else { return nil }
            let streak = try streak(of: known.id, db)
            let reported: Int64? = try db.value(Queries.outage, [known.id])
            let since = Date(milliseconds: reported ?? streak.since)
            return DomainOutage(runs: streak.runs, since: since, isReported: reported != nil)
        }
    }

    /// Returns the number of consecutive runs up to this run that could not reach a domain, and the start of the first.
    ///
    /// Each settled run of a day counts, or else the last unsettled run of the day; runs in doubt are ignored.
    private func streak(of domain: Int64, _ db: Database) throws -> (runs: Int, since: Int64) {
        let rows = try db.rows(Queries.recentStatuses, [domain, number, RunNotice.maxOutageRuns])
        var runs = 1
        var since = facts.startedAt.milliseconds
        var later = (day: DomainPast.day(of: facts.startedAt), isSettled: true)
        while let row = try rows.next() {
            let startedAt: Int64 = row["started_at"]
            let isSettled: Bool = row["is_settled"]
            let day = DomainPast.day(of: Date(milliseconds: startedAt))
            let isSameDay = day == later.day
            if isSameDay, !isSettled { continue }
            guard ResultStore.status(row["status"]) == .unreachable else { break }
            // A settled run replaces the later unsettled run of its day.
            if !isSameDay || later.isSettled { runs += 1 }
            since = startedAt
            later = (day, isSettled)
        }
        return (runs, since)
    }

    private func endedOutages(_ db: Database) throws -> [(domain: Int64, outage: EndedOutage)] {
        let arguments: StatementArguments = [
            number, ResultStore.statusCode(of: .unreachable), ResultStore.statusCode(of: .invalid),
        ]
        let storage = ReportStorage()
        return try Row.fetchAll(db, sql: Queries.endedOutages, arguments: arguments).map { row in
            let report = try storage.report(row["report_id"], row["delta"], db)
            let outage = EndedOutage(
                domain: StoredText.decode(row["display"]), since: Date(milliseconds: row["since"]),
                people: report.people.nonEmpty)
            return (row["domain_id"], outage)
        }
    }
}

struct RunNews {
    /// The findings that appeared or were resolved; `nil` if no previous run is known.
    var changes: RunChanges?
    var recovered: [EndedOutage]
    var moves: TeamMoves
    /// The warnings about the last reported run as a whole, which are not news; empty if that run was settled.
    var warnings: Set<RunWarning.Code>
}

package struct PendingMessage: Sendable {
    let id: Int64
    /// A key that stays the same whenever the message is sent, so that the receiver can detect duplicates.
    package let key: String
    /// The message; `nil` if it was written by another version and cannot be read.
    package let message: NoticeMessage?
    package let isOfEarlierRun: Bool
}
