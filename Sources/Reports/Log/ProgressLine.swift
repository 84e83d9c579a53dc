package import Audit
import Basics
package import Findings
package import Records

/// The progress of a run: one line for a user, at most 79 columns wide, or counters for a log.
package struct ProgressLine: Sendable {
    private static let width = 79
    private static let minShownBusyTime = Duration.seconds(5)
    private static let minNameLength = 8

    /// The line for a user; the name of a domain that has been busy for five seconds replaces the progress bar.
    package let text: String
    /// The counters for a log.
    package let details: Evidence

    /// Creates the progress of at most `total` targets with the results so far: of the domains that are `inProgress`,
    /// `communicating` exchange data, and `slowest` has been active for the longest time.
    package init(
        _ summary: RunSummary, of total: Int?, elapsed: Duration, communicating: Int, inProgress: Int = 0,
        slowest: CrawlMonitor.ActiveDomain? = nil
    ) {
        let done = summary.targets
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var details: Evidence = [
            "done": .integer(done), "targetsAtMost": total.map { .integer($0) }, "seconds": .number(seconds),
            "perSecond": .number(rate), "inFlight": .integer(communicating),
        ]
        for status in DomainStatus.allCases { details[status.rawValue] = .integer(summary[status]) }
        self.details = details

        let busyDomain = slowest.flatMap { $0.activeTime < Self.minShownBusyTime ? nil : $0 }
        var parts: [String] = []
        if let total, total > 0 {
            let filled = min(10, done * 10 / total)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 10 - filled)
            if busyDomain == nil { parts.append("[\(bar)]") }
            parts.append("\(done)/\(total)")
        } else {
            parts.append("\(done) done")
        }
        parts.append("\(rate.rateText)/s")
        parts.append("\(communicating) in flight")
        parts.append("\(summary[.fail]) failing")
        if summary[.unreachable] > 0 { parts.append("\(summary[.unreachable]) unreachable") }
        // If all remaining domains are in progress, no estimate is shown: the remaining time then depends on the
        // slowest domain, not on the rate.
        if let total, rate > 0, total - done > inProgress {
            parts.append("\(Self.clockText(Double(total - done) / rate)) left")
        }
        var text = parts.joined(separator: "  ")
        if let busyDomain { text += Self.waitText(for: busyDomain, maxLength: Self.width - text.count) }
        self.text = String(text.prefix(Self.width))
    }

    private static func waitText(for domain: CrawlMonitor.ActiveDomain, maxLength: Int) -> String {
        let busyTime = " (\(clockText((domain.activeTime / .seconds(1)).rounded(.down))))"
        let name = VisibleText.escape(domain.name)
        let maxNameLength = maxLength - "  waits for ".count - busyTime.count
        guard maxNameLength >= min(name.count, minNameLength) else { return "" }
        return "  waits for \(name.count <= maxNameLength ? name : name.prefix(maxNameLength - 1) + "…")\(busyTime)"
    }

    private static func clockText(_ seconds: Double) -> String {
        // 359,999 seconds are 99:59:59.
        let wholeSeconds = Int(min(seconds.rounded(.up), 359_999))
        let minutes = wholeSeconds / 60
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hoursAndMinutes = minutes < 60 ? "\(minutes)" : "\(minutes / 60):\(twoDigits(minutes % 60))"
        return "\(hoursAndMinutes):\(twoDigits(wholeSeconds % 60))"
    }
}
