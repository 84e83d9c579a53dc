package import Audit
import Basics

/// The domains of a run that took longest, at most five.
package struct SlowestDomains: Sendable {
    private static let maxCount = 5
    private static let minWaitMs = 100.0

    private var domains: [(name: String, busyMs: Double, waitedMs: Double)] = []

    package init() {}

    /// Adds a report; `waited` is the time that the domain spent waiting for other domains.
    package mutating func add(_ report: DomainReport, waited: Duration = .zero) {
        guard report.status != .invalid else { return }
        let waitedMs = min(waited / .milliseconds(1), report.totalMs)
        // Time spent waiting for other domains does not make a domain slow.
        let busyMs = report.totalMs - waitedMs
        let index = domains.firstIndex { $0.busyMs < busyMs } ?? domains.count
        domains.insert((report.name, busyMs, waitedMs), at: index)
        if domains.count > Self.maxCount { domains.removeLast() }
    }

    /// The names and times, the longest first; `nil` without domains.
    var text: String? {
        guard !domains.isEmpty else { return nil }
        let texts = domains.map { domain in
            "\(VisibleText.escape(domain.name)) \(Self.seconds(domain.busyMs))"
                + (domain.waitedMs < Self.minWaitMs ? "" : " (and \(Self.seconds(domain.waitedMs)) in the queue)")
        }
        return texts.joined(separator: ", ")
    }

    private static func seconds(_ milliseconds: Double) -> String { "\((milliseconds / 1000).tenthsText) s" }
}
