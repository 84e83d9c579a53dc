package import Audit
import Foundation
import GRDB
package import Records

/// Messages in the database: stored in the same transaction as the end of their run, and deleted after delivery.
extension RunRecorder {
    /// Stores the messages of the run; a run in doubt ends no outage.
    func insert(_ report: RunReporting, isInDoubt: Bool, _ db: Database) throws {
        if !isInDoubt {
            for ended in try endedOutages(db) { try db.execute(Queries.deleteOutage, [ended.domain]) }
        }
        for domain in report.outages {
            guard let known = try KnownDomain.find(domain, db) else { continue }
            let streak = try streak(of: known.id, db)
            try db.execute(Queries.insertOutage, [known.id, streak.since ?? facts.startedAt.milliseconds])
        }
        for team in report.receivers {
            try db.execute(Queries.insertReceiver, [Self.receiverKey(team)])
        }
        for message in report.messages {
            let earlier: Int = try db.value(Queries.messagesOfRun, [number, message.key]) ?? 0
            // A run that was interrupted and resumed has a second message with another key.
            let key = earlier == 0 ? message.key : "\(message.key)-\(earlier + 1)"
            try db.execute(Queries.insertMessage, [number, key, try JSONEncoder().encode(message)])
        }
    }

    private static func receiverKey(_ team: String?) -> String { team.map(NoticeMessage.fingerprint(ofTeam:)) ?? "" }

    package func pendingMessages() throws(HistoryError) -> [PendingMessage] {
        try database.read { db in
            try Row.fetchAll(db, sql: Queries.pendingMessages).map { row in
                PendingMessage(
                    id: row[0], key: row[2], message: try? JSONDecoder().decode(NoticeMessage.self, from: row[3]),
                    isOfEarlierRun: row[1] != number)
            }
        }
    }

    package func end(_ message: PendingMessage, isDelivered: Bool) throws(HistoryError) {
        try database.write { db in
            try db.execute(Queries.endMessage, [isDelivered ? "delivered" : "refused", message.id])
        }
    }

    /// Completes `notice` after the comparison with the changes for its receiver, or with all errors if the database
    /// fails.
    package func finish(_ notice: inout RunNotice, _ ending: RunEnding) {
        guard let news = news(isComplete: ending.isComplete, within: notice.domains) else {
            notice.finish(ending, changes: nil) { _ in nil }
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

    /// Returns whether an earlier run had this receiver (`nil` for all domains), even if there was nothing to report to
    /// it.
    func hasReported(to team: String?) -> Bool {
        read { db -> Bool? in try db.value(Queries.isReceiver, [Self.receiverKey(team)]) } ?? true
    }

    /// Returns the changes since the last messages in a run that was compared; `nil` if the database fails.
    func news(isComplete: Bool, within subset: DomainSubset? = nil) -> RunNews? {
        guard failure == nil else { return nil }
        return read { db in
            let news = try RunComparison.news(of: number, isComplete: isComplete, within: subset, db)
            let moves = news?.moves ?? TeamMoves()
            let last = try db.row(Queries.reportedBefore, [number]).map { RunRecord($0) }
            let ending = last?.isSettled == false ? last?.ending : nil
            // A team was not informed of outages of domains that it has only now taken over.
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
            let since = reported ?? streak.since ?? facts.startedAt.milliseconds
            return (runs: streak.runs, since: Date(milliseconds: since), isReported: reported != nil)
        }
    }

    /// Returns the number of consecutive runs that could not reach a domain, and the start of the first earlier one.
    ///
    /// The run in which the domain cannot be reached now is counted as well. Of several attempts on one day that were not
    /// settled, only the last one counts, and only if no settled run of that day counts. Runs in doubt do not count.
    private func streak(of domain: Int64, _ db: Database) throws -> (runs: Int, since: Int64?) {
        let rows = try db.rows(Queries.recentStatuses, [domain, number, RunNotice.maxOutageRuns])
        var runs = 1
        var since: Int64?
        var laterDay = DomainPast.day(of: facts.startedAt)
        var isAttempt = false
        while let row = try rows.next() {
            let startedAt: Int64 = row[1]
            let isSettled: Bool = row[2]
            let day = DomainPast.day(of: Date(milliseconds: startedAt))
            if !isSettled, day == laterDay { continue }
            guard ResultStore.status(row[0]) == .unreachable else { break }
            // A settled run replaces the attempt of the same day.
            if !isAttempt || day != laterDay { runs += 1 }
            since = startedAt
            laterDay = day
            isAttempt = !isSettled
        }
        return (runs, since)
    }

    private func endedOutages(_ db: Database) throws -> [(domain: Int64, outage: EndedOutage)] {
        let arguments: StatementArguments = [
            number, ResultStore.number(of: .unreachable), ResultStore.number(of: .invalid),
        ]
        let storage = ReportStorage()
        return try Row.fetchAll(db, sql: Queries.endedOutages, arguments: arguments).map { row in
            let report = try storage.report(row[3], row[4], db)
            let outage = EndedOutage(
                domain: StoredText.decode(row[0]), since: Date(milliseconds: row[1]), people: report.people.known)
            return (row[2], outage)
        }
    }
}

struct RunNews {
    /// The findings that appeared or were resolved; `nil` if no previous run is known.
    var changes: RunChanges?
    var recovered: [EndedOutage]
    var moves: TeamMoves
    /// The warnings about runs as a whole in the last message, unless a run has been settled since.
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
