package import Audit
import Basics
import Findings

package import struct Transport.LoopPause

/// A summary of the results of a run so far; memory does not grow with the number of domains.
package struct RunDigest: Sendable {
    private static let slowestCount = 5
    private static let minWaitMs = 100.0

    package private(set) var summary = RunSummary()
    private var slowest: [(domain: String, busyMs: Double, waitedMs: Double)] = []

    package init() {}

    package var total: Int { summary.targets }

    /// Adds a report; `waited` is the time that the domain spent waiting for other domains.
    package mutating func add(_ report: DomainReport, waited: Duration = .zero) {
        summary.add(report)
        guard report.status != .invalid else { return }
        let waitedMs = min(waited / .milliseconds(1), report.totalMs)
        // Time spent waiting for other domains does not make a domain slow.
        let busyMs = report.totalMs - waitedMs
        let index = slowest.firstIndex { $0.busyMs < busyMs } ?? slowest.count
        slowest.insert((report.name, busyMs, waitedMs), at: index)
        if slowest.count > Self.slowestCount { slowest.removeLast() }
    }

    /// Returns a summary of a run that took `elapsed`, with the longest pause of an event loop unless `pause` is `nil`.
    package func lines(duplicates: Int, excluded: Int, elapsed: Duration, pause: LoopPause?) -> [String] {
        var lines = ["\(Phrase.count(total, "target")): \(total == 0 ? "none" : summary.statusText)."]
        if duplicates > 0 {
            lines.append("\(Phrase.count(duplicates, "input")) repeated a target; each target was audited once.")
        }
        if excluded > 0 {
            lines.append("\(Phrase.count(excluded, "target")) \(excluded == 1 ? "was" : "were") left out by --exclude.")
        }
        let seconds = max(elapsed / .seconds(1), 0.001)
        let rateText = Self.rateText(Double(total) / seconds)
        let pauseText = pause.map {
            "; longest delay of an event loop: \(Self.milliseconds($0.time)) ms (\(Self.milliseconds($0.work)) ms of it computing)"
        }
        lines.append("\(Self.seconds(seconds * 1000)), \(rateText) targets a second\(pauseText ?? "").")
        let common = summary.countedFindings.sorted { $0.count > $1.count }.prefix(5)
        if !common.isEmpty {
            lines.append(
                "Most frequent errors and warnings: "
                    + common.map { "\($0.count) \($0.code.rawValue)" }.joined(separator: ", "))
        }
        if !slowest.isEmpty {
            let names = slowest.map { slow in
                "\(VisibleText.escape(slow.domain)) \(Self.seconds(slow.busyMs))"
                    + (slow.waitedMs < Self.minWaitMs ? "" : " (and \(Self.seconds(slow.waitedMs)) in the queue)")
            }
            lines.append("Slowest: " + names.joined(separator: ", "))
        }
        return lines
    }

    static func rateText(_ rate: Double) -> String { rate < 10 ? tenths(rate) : "\(Int(rate.rounded()))" }

    private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }

    private static func seconds(_ milliseconds: Double) -> String { "\(tenths(milliseconds / 1000)) s" }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
