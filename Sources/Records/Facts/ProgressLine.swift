package import Audit
import Basics
package import Findings

/// The progress of a run: one line for a user, at most 79 columns wide, or counters for a log.
package struct ProgressLine: Sendable {
    private static let width = 79
    /// The minimum time after which a busy domain is shown.
    private static let patience = Duration.seconds(5)
    private static let minNameLength = 8

    private let done: Int
    /// The maximum number of targets; `nil` if unknown.
    private let total: Int?
    private let elapsed: Duration
    /// The number of domains with a current network connection.
    private let talking: Int
    /// The number of domains in progress, including those that wait for a slot.
    private let underWay: Int
    /// The domain in progress that has been active for the longest time.
    private let slowest: CrawlMonitor.Awaited?
    private let digest: RunDigest

    package init(
        done: Int, total: Int?, elapsed: Duration, talking: Int, underWay: Int = 0,
        slowest: CrawlMonitor.Awaited? = nil, digest: RunDigest
    ) {
        self.done = done
        self.total = total
        self.elapsed = elapsed
        self.talking = talking
        self.underWay = underWay
        self.slowest = slowest
        self.digest = digest
    }

    private var rate: Double { elapsed > .zero ? Double(done) / (elapsed / .seconds(1)) : 0 }

    /// The line for a user; the name of a domain that has been busy for five seconds replaces the progress bar.
    package var text: String {
        var parts: [String] = []
        let named = slowest.flatMap { $0.busy < Self.patience ? nil : $0 }
        if let total, total > 0 {
            let filled = min(10, done * 10 / total)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 10 - filled)
            if named == nil { parts.append("[\(bar)]") }
            parts.append("\(done)/\(total)")
        } else {
            parts.append("\(done) done")
        }
        parts.append(rate < 10 ? "\(Double((rate * 10).rounded()) / 10)/s" : "\(Int(rate.rounded()))/s")
        parts.append("\(talking) in flight")
        parts.append("\(digest.summary[.fail]) failing")
        if digest.summary[.unreachable] > 0 { parts.append("\(digest.summary[.unreachable]) unreachable") }
        // If all remaining domains are in progress, the slowest domain determines the remaining time.
        if let total, rate > 0, total - done > underWay {
            parts.append("\(Self.time(Double(total - done) / rate)) left")
        }
        var text = parts.joined(separator: "  ")
        if let named { text += awaited(named, room: Self.width - text.count) }
        return String(text.prefix(Self.width))
    }

    private func awaited(_ slowest: CrawlMonitor.Awaited, room: Int) -> String {
        let after = " (\(Self.time((slowest.busy / .seconds(1)).rounded(.down))))"
        let name = VisibleText.escape(slowest.name)
        let left = room - "  waits for ".count - after.count
        guard left >= min(name.count, Self.minNameLength) else { return "" }
        return "  waits for \(name.count <= left ? name : name.prefix(left - 1) + "…")\(after)"
    }

    package var details: Evidence {
        var details: Evidence = ["done": .integer(done)]
        if let total { details["targetsAtMost"] = .integer(total) }
        details["seconds"] = .number(elapsed / .seconds(1))
        details["perSecond"] = .number(rate)
        details["inFlight"] = .integer(talking)
        for status in DomainStatus.allCases { details[status.rawValue] = .integer(digest.summary[status]) }
        return details
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        let minutes = whole / 60
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hoursAndMinutes = minutes < 60 ? "\(minutes)" : "\(minutes / 60):\(twoDigits(minutes % 60))"
        return "\(hoursAndMinutes):\(twoDigits(whole % 60))"
    }
}
