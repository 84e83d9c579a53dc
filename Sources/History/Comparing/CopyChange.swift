import Audit
import Basics
import Findings
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
        let own = own(later)?.sha256
        let isLate = own != nil && own == Self.own(earlier)?.sha256
        return "Apple's copy changed: it is the file now that the server "
            + (isLate ? "had before." : "has.") + (lag(later).map { " \($0)" } ?? "")
    }

    /// Where the server's own file is; `nil` where it is behind a redirect, or cannot be read.
    private static func own(_ report: DomainReport) -> LocationReport? {
        switch report.file?.location {
        case .wellKnown: report.wellKnown
        case .root: report.root
        case .cdn, .file, .domain, nil: nil
        }
    }

    /// How long after the server's date of the file the CDN fetched it, as far as both say so.
    private static func lag(_ report: DomainReport) -> String? {
        guard let copy = report.cdn?.exchange,
            let age = copy.headerFields.values(of: "age").first.flatMap({ Int($0) }), (0..<100_000_000).contains(age),
            let text = own(report)?.exchange?.headerFields.values(of: "last-modified").first,
            let modified = HTTPDate.parse(text)
        else { return nil }
        let hours = Int(report.startedAt.timeIntervalSince(modified) / 3600) - age / 3600
        guard (0..<100_000).contains(hours) else { return nil }
        let time = hours < 48 ? Phrase.count(hours, "hour") : Phrase.count(hours / 24, "day")
        return "The CDN fetched it \(time) after the server's date of the file (Last-Modified)."
    }
}
