import Audit
import Basics
import Findings
import Foundation
import Records
import Transport

/// A change of Apple's copy of a file between two runs.
enum CopyChange {
    /// Returns a sentence about the change; `nil` if the copy is unknown in one of the runs, or unchanged.
    static func sentence(_ earlier: DomainReport, _ later: DomainReport) -> String? {
        guard let before = earlier.cdn, let after = later.cdn, let old = before.state, let new = after.state,
            old != .unchecked, new != .unchecked
        else { return nil }
        switch (old == .fetchFailed, new == .fetchFailed) {
        case (true, true): return nil
        case (true, false): return "Apple's CDN now has a copy; it had none before."
        case (false, true): return "Apple's CDN no longer has a copy."
        case (false, false): break
        }
        guard let hash = after.sha256, let oldHash = before.sha256, hash != oldHash else { return nil }
        guard new == .inSync else { return "Apple's copy changed, but still differs from the server's file." }
        let serverHash = fileLocation(of: later)?.sha256
        let isPreviousFile = serverHash != nil && serverHash == fileLocation(of: earlier)?.sha256
        return "Apple's copy changed: it is the file now that the server "
            + (isPreviousFile ? "had before." : "has.") + (lag(later).map { " \($0)" } ?? "")
    }

    /// Returns the location that served the file; `nil` if the file is behind a redirect or cannot be read.
    private static func fileLocation(of report: DomainReport) -> LocationReport? {
        switch report.file?.location {
        case .wellKnown: report.wellKnown
        case .root: report.root
        case .cdn, .file, .domain, nil: nil
        }
    }

    /// Returns a sentence about the time from the server's date of the file to its fetch by the CDN; `nil` if unknown.
    private static func lag(_ report: DomainReport) -> String? {
        guard let copy = report.cdn?.exchange,
            let age = copy.headerFields.values(of: "age").first.flatMap({ Int($0) }), (0..<100_000_000).contains(age),
            let text = fileLocation(of: report)?.exchange?.headerFields.values(of: "last-modified").first,
            let modified = HTTPDate.parse(text)
        else { return nil }
        let hours = Int(report.startedAt.timeIntervalSince(modified) / 3600) - age / 3600
        guard (0..<100_000).contains(hours) else { return nil }
        let time = hours < 48 ? Phrase.count(hours, "hour") : Phrase.count(hours / 24, "day")
        return "The CDN fetched it \(time) after the server's date of the file (Last-Modified)."
    }
}
