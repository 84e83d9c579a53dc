import Audit
import Basics
import Foundation
import Runs
import Transport

/// What became of Apple's copy of a file between two runs.
enum CopyChange {
    /// A sentence; `nil` where one of the runs does not know the copy, or where it is the same.
    static func text(_ earlier: DomainReport, _ later: DomainReport) -> String? {
        guard let before = earlier.cdn, let after = later.cdn, let old = before.state, let new = after.state,
            old != .unchecked, new != .unchecked
        else { return nil }
        switch (old == .fetchFailed, new == .fetchFailed) {
        case (true, true): return nil
        case (true, false): return "Apple's CDN has a copy now; before, it had none."
        case (false, true): return "Apple's CDN no longer has a copy."
        case (false, false): break
        }
        guard let hash = after.sha256, let oldHash = before.sha256, hash != oldHash else { return nil }
        guard new == .inSync else { return "Apple's copy changed, and is another file than the server's." }
        let isLate = earlier.wellKnown?.sha256 == later.wellKnown?.sha256
        return "Apple's copy changed: it is the file now that the server "
            + (isLate ? "had before." : "has.") + (lag(later).map { " \($0)" } ?? "")
    }

    /// How long after the server's date of the file the CDN fetched it, as far as both say so.
    private static func lag(_ report: DomainReport) -> String? {
        guard let copy = report.cdn?.exchange,
            let age = copy.headerFields.values(of: "age").first.flatMap({ Int($0) }), (0..<100_000_000).contains(age),
            let text = report.wellKnown?.exchange?.headerFields.values(of: "last-modified").first,
            let modified = HTTPDate.parse(text)
        else { return nil }
        let hours = Int(report.startedAt.timeIntervalSince(modified) / 3600) - age / 3600
        guard (0..<100_000).contains(hours) else { return nil }
        let time = hours < 48 ? Phrase.count(hours, "hour") : Phrase.count(hours / 24, "day")
        return "The CDN fetched it \(time) after the server's date of the file (Last-Modified)."
    }
}
