import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

/// The history of a finding in sentences: its first day, and earlier observations.
extension DomainReport {
    /// Returns the first day of the finding, the date of the file, and the observation of the previous run; `nil` if
    /// nothing is known.
    func past(of finding: Finding) -> String? {
        guard finding.severity > .info else { return nil }
        let before = finding.waived == nil ? finding.before?.text : nil
        let parts = [since(finding), fileDate(finding), before].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func since(_ finding: Finding) -> String? {
        guard let date = finding.firstSeen, let since = RelativeTime.since(date, startedAt) else { return nil }
        // If a waiver has ended, the finding was present all the time.
        let wasAccepted = finding.state == .returned && finding.before?.runAt.map { date <= $0 } ?? false
        return "\(Phrase.capitalized(since))." + (wasAccepted ? " It counts again: it is no longer accepted." : "")
    }

    private func fileDate(_ finding: Finding) -> String? {
        guard case .fileModified(let date)? = beginning(of: finding) else { return nil }
        return UTCTime(date).map { "The server dates the file \($0.minuteText) (Last-Modified)." }
    }

    /// Returns the first day of the problem that determines the status; without it, that of the status.
    func problemSince(_ past: DomainPast?) -> Date? { (cause ?? acceptedFinding)?.firstSeen ?? past?.statusSince }

    /// The findings of the previous run that are resolved in this one, in a sentence; `nil` if there are none.
    var resolvedText: String? {
        guard !resolvedCodes.isEmpty else { return nil }
        let titles = resolvedCodes.map { "“\(Catalogue[$0].title)”" }
        let isLate = findings.contains { $0.code == .cdnNotServed && $0.waived == nil }
        return "Resolved since the previous run: \(Phrase.list(titles, limit: 5))."
            + (isLate ? " So the server was fixed recently, and Apple's CDN may not have fetched the file since." : "")
    }
}
