import Audit
import Basics
import Findings
import Records

/// The history of a finding in sentences: its beginning, and earlier observations.
extension DomainReport {
    /// Returns the beginning, the first run with the finding, and the observation of the previous run; `nil` if nothing
    /// is known.
    func past(of finding: Finding) -> String? {
        guard finding.severity > .info else { return nil }
        let before = finding.waived == nil ? finding.before?.text : nil
        let parts = [beginningText(of: finding), firstSeen(finding), before].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns the beginning according to the data of the server itself.
    private func beginningText(of finding: Finding) -> String? {
        switch beginning(of: finding) {
        case .certificateEnded(let date)?:
            // The message contains the time, too; next to the first run with the finding, it completes the answer.
            guard finding.firstSeen != nil, let time = UTCTime(date)?.minuteText else { return nil }
            return "Expired \(time)."
        case .fileModified(let date)?:
            return UTCTime(date).map { "The server dates the file \($0.minuteText) (Last-Modified)." }
        case nil: return nil
        }
    }

    private func firstSeen(_ finding: Finding) -> String? {
        guard let date = finding.firstSeen, let time = UTCTime(date)?.minuteText else { return nil }
        return switch finding.state {
        case .new?: "First seen in the run of \(time)."
        // If a waiver has ended, the finding was present all the time.
        case .returned? where finding.before?.runAt.map({ date <= $0 }) ?? false:
            "Counts again; first seen in the run of \(time)."
        case .returned?: "Returned in the run of \(time)."
        default: "First seen in the run of \(time), \(RelativeTime.distance(date, startedAt)) earlier."
        }
    }

    /// The findings of the previous run that are resolved in this one, in a sentence; `nil` if there are none.
    var resolvedText: String? {
        guard !gone.isEmpty else { return nil }
        let titles = gone.map { "“\(Catalogue[$0].title)”" }
        let isLate = findings.contains { $0.code == .cdnNotServed && $0.waived == nil }
        return "Resolved since the previous run: \(Phrase.list(titles, limit: 5))."
            + (isLate ? " So the server was fixed recently, and Apple's CDN may not have fetched the file since." : "")
    }
}
