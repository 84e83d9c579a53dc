import Basics
import Findings
package import Records

package import struct Transport.LoopPause

extension RunSummary {
    /// Returns the last messages of a run that took `elapsed`; the longest pause of an event loop is optional.
    package func closingLines(
        _ slowest: SlowestDomains, duplicates: Int, excluded: Int, elapsed: Duration, pause: LoopPause?
    ) -> [String] {
        var lines = ["\(Phrase.count(targets, "target")): \(targets == 0 ? "none" : statusText)."]
        if duplicates > 0 {
            lines.append("\(Phrase.count(duplicates, "input")) repeated a target; each target was audited once.")
        }
        if excluded > 0 {
            lines.append("\(Phrase.count(excluded, "target")) \(excluded == 1 ? "was" : "were") left out by --exclude.")
        }
        let seconds = max(elapsed / .seconds(1), 0.001)
        let rateText = (Double(targets) / seconds).rateText
        let pauseText = pause.map {
            "; longest delay of an event loop: \(Self.milliseconds($0.time)) ms (\(Self.milliseconds($0.work)) ms of it computing)"
        }
        lines.append("\(seconds.tenthsText) s, \(rateText) targets a second\(pauseText ?? "").")
        let common = countedFindings.sorted { $0.count > $1.count }.prefix(5)
        if !common.isEmpty {
            lines.append(
                "Most frequent errors and warnings: "
                    + common.map { "\($0.count) \($0.code.rawValue)" }.joined(separator: ", "))
        }
        if let slowest = slowest.text { lines.append("Slowest: \(slowest)") }
        return lines
    }

    private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }
}

extension Double {
    /// The number with one decimal.
    var tenthsText: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A rate; with one decimal if it is small.
    var rateText: String { self < 10 ? tenthsText : "\(Int(rounded()))" }
}
