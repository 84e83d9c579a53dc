package import Audit
import Basics
import Findings

package import struct Transport.LoopPause

/// The results of a run so far, in a few numbers; memory does not grow with the number of domains.
package struct RunDigest: Sendable {
    /// The number of slowest domains that are remembered.
    private static let slowestCount = 5
    /// The shortest wait that is worth telling, in milliseconds.
    private static let noticeableWait = 100.0

    /// Targets by status and findings by code.
    package private(set) var summary = RunSummary()
    private var slowest: [(domain: String, milliseconds: Double, waited: Double)] = []

    /// Creates a digest of nothing.
    package init() {}

    /// The number of targets in it.
    package var total: Int { summary.targets }

    /// Takes a report in; `waited` is how much of its time the domain waited for its turns.
    package mutating func add(_ report: DomainReport, waited: Duration = .zero) {
        summary.add(report)
        guard report.status != .invalid else { return }
        let waited = min(waited / .milliseconds(1), report.totalMs)
        // What the domain itself took; that others were before it says nothing about it.
        let own = report.totalMs - waited
        let isSlow = slowest.count < Self.slowestCount || own > (slowest.last?.milliseconds ?? 0)
        guard isSlow else { return }
        let place = slowest.firstIndex { $0.milliseconds < own } ?? slowest.count
        slowest.insert((report.domain?.displayHost ?? report.input, own, waited), at: place)
        if slowest.count > Self.slowestCount { slowest.removeLast() }
    }

    /// The end of a run in a few lines: totals, pace, the commonest findings and the slowest domains.
    ///
    /// `elapsed` is how long the run took, `pause` the longest one of its event loops.
    package func lines(duplicates: Int, excluded: Int, elapsed: Duration, pause: LoopPause) -> [String] {
        let states = DomainStatus.allCases.compactMap { status in
            summary[status] > 0 ? "\(Phrase.number(summary[status])) \(status.rawValue)" : nil
        }
        var lines = ["\(Phrase.count(total, "target")): \(states.isEmpty ? "none" : states.joined(separator: ", "))."]
        if duplicates > 0 {
            lines.append("\(Phrase.count(duplicates, "input")) named a target once more; each was audited once.")
        }
        if excluded > 0 {
            lines.append("\(Phrase.count(excluded, "target")) \(excluded == 1 ? "was" : "were") left out by --exclude.")
        }
        let seconds = max(elapsed / .seconds(1), 0.001)
        let pace = Double(total) / seconds
        lines.append(
            "\(Self.seconds(seconds * 1000)), \(pace < 10 ? Self.tenths(pace) : "\(Int(pace.rounded()))") targets a second; "
                + "longest pause of a loop: \(Self.milliseconds(pause.time)) ms, \(Self.milliseconds(pause.work)) ms of work."
        )
        let common = summary.findings.sorted { $0.count > $1.count }.prefix(5)
        if !common.isEmpty {
            lines.append("Commonest: " + common.map { "\($0.code.rawValue) \($0.count)" }.joined(separator: ", "))
        }
        if !slowest.isEmpty {
            let names = slowest.map { slow in
                "\(VisibleText.escape(slow.domain)) \(Self.seconds(slow.milliseconds))"
                    + (slow.waited < Self.noticeableWait ? "" : " (and \(Self.seconds(slow.waited)) in the queue)")
            }
            lines.append("Slowest: " + names.joined(separator: ", "))
        }
        return lines
    }

    private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }

    private static func seconds(_ milliseconds: Double) -> String { "\(tenths(milliseconds / 1000)) s" }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
