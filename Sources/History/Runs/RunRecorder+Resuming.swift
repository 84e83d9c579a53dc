package import Findings
import GRDB
import Records

package import struct Foundation.Date

extension RunRecorder {
    package enum Resumption {
        case resumed(RunRecorder)
        /// There is no run to resume; contains the reason as a clause without a full stop.
        case refused(String)
    }

    /// The maximum age of a resumed run, in seconds, so that the next night's run is never part of it.
    private static let maxResumedAge = 43_200.0

    /// Resumes the newest run if it is not complete and is younger than 12 hours at `date`.
    package static func resume(
        _ series: String, options: Evidence, at date: Date, in database: RunDatabase
    ) throws(HistoryError) -> Resumption {
        try database.check(series)
        let newest = try database.read { db in try RunRecord.fetchAll(Queries.runs, [1], db).first }
        guard let newest else { return .refused("There is no earlier run") }
        let name = "Run \(newest.number), the newest one,"
        guard !newest.complete else { return .refused("\(name) is complete") }
        guard date.timeIntervalSince(newest.facts.startedAt) < maxResumedAge else {
            return .refused("\(name) began more than 12 hours ago")
        }
        let count = try database.write { db -> Int in
            try db.execute(Queries.continueRun, [EvidenceJSON.text(options), newest.number])
            if newest.isInDoubt { try db.execute(Queries.deleteResultsOfRun, [newest.number]) }
            try db.execute(Queries.displaceResults, [newest.number])
            return try db.value(Queries.countOfRun, [newest.number]) ?? 0
        }
        return .resumed(
            try RunRecorder(
                newest.facts, number: newest.number, part: newest.part + 1, resumed: count, in: database))
    }
}
