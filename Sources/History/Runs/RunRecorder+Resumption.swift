package import Findings
import GRDB
import Records

package import struct Foundation.Date

extension RunRecorder {
    package enum Resumption {
        case resumed(RunRecorder)
        /// There is no run to resume; the reason is a clause without a full stop.
        case refused(reason: String)
    }

    /// The maximum age of a resumed run, in seconds, so that the next day's run never continues it.
    private static let maxResumedAge = 43_200.0

    /// Continues the newest run of a series, now with `options`, unless the run is complete or too old.
    package static func resume(
        _ series: String, options: Evidence, at date: Date, in database: RunDatabase
    ) throws(HistoryError) -> Resumption {
        try database.check(series)
        let newest = try database.read { db in try RunRecord.fetchAll(Queries.runs, [1], db).first }
        guard let newest else { return .refused(reason: "There is no earlier run") }
        let name = "The newest run (run \(newest.number))"
        guard !newest.isComplete else { return .refused(reason: "\(name) is complete") }
        guard date.timeIntervalSince(newest.facts.startedAt) < maxResumedAge else {
            return .refused(reason: "\(name) began more than 12 hours ago")
        }
        let count = try database.write { db -> Int in
            try db.execute(Queries.continueRun, [options.jsonText, newest.number])
            if newest.isInDoubt { try db.execute(Queries.deleteResultsOfRun, [newest.number]) }
            try db.execute(Queries.displaceResults, [newest.number])
            return try db.value(Queries.resultCount, [newest.number]) ?? 0
        }
        return .resumed(
            try RunRecorder(
                newest.facts, number: newest.number, segment: newest.segment + 1, resumedDomains: count, in: database))
    }
}
