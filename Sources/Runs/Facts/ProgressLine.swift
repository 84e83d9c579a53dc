import Audit
public import Findings

/// How far a run is: as one line for a person, at most 79 columns wide, or as counters for a log.
public struct ProgressLine: Sendable {
    private let done: Int
    private let total: Int?
    private let elapsed: Duration
    private let inFlight: Int
    private let digest: RunDigest

    /// Creates the line; `total` is the most targets there can be, `nil` where that is not known.
    public init(done: Int, total: Int?, elapsed: Duration, inFlight: Int, digest: RunDigest) {
        self.done = done
        self.total = total
        self.elapsed = elapsed
        self.inFlight = inFlight
        self.digest = digest
    }

    /// The text: a bar where the end is known, what is done, the rate, what is in flight, what failed, the time left.
    public var text: String {
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        var parts: [String] = []
        if let total, total > 0 {
            let filled = min(10, done * 10 / total)
            parts.append("[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: 10 - filled))]")
            parts.append("\(done)/\(total)")
        } else {
            parts.append("\(done) done")
        }
        parts.append(rate < 10 ? "\(Double((rate * 10).rounded()) / 10)/s" : "\(Int(rate.rounded()))/s")
        parts.append("\(inFlight) in flight")
        parts.append("\(digest.summary[.fail]) failing")
        if digest.summary[.unreachable] > 0 { parts.append("\(digest.summary[.unreachable]) unreachable") }
        if let total, rate > 0, done < total { parts.append("\(Self.time(Double(total - done) / rate)) left") }
        return String(parts.joined(separator: "  ").prefix(79))
    }

    /// The same as the details of a line of the log: the counters that somebody else may want to add up or draw.
    public var details: Evidence {
        let seconds = elapsed / .seconds(1)
        var details: Evidence = ["done": .integer(done)]
        if let total { details["targetsAtMost"] = .integer(total) }
        details["seconds"] = .number(seconds)
        details["perSecond"] = .number(seconds > 0 ? Double(done) / seconds : 0)
        details["inFlight"] = .integer(inFlight)
        for status in DomainStatus.allCases { details[status.rawValue] = .integer(digest.summary[status]) }
        return details
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds.rounded(.up), 359_999))
        let minutes = whole / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return minutes < 60
            ? "\(minutes):\(two(whole % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(whole % 60))"
    }
}
