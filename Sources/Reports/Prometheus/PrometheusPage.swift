import Basics

/// Writes metrics and their samples, in a form that both the text format 0.0.4 and OpenMetrics 1.0 take.
struct PrometheusPage {
    private var text = ""
    private var name = ""

    /// Hands over what was written since the last time.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    /// Begins a metric; all are gauges, because each run counts anew.
    mutating func family(_ name: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escape(help, quotes: false))\n# TYPE \(name) gauge\n"
    }

    /// Writes one sample of the metric that was begun last.
    mutating func sample(_ value: Double, labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escape(VisibleText.escape($0.value), quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Ends the page; a comment in the text format, and what tells a whole page from a cut-off one in OpenMetrics.
    mutating func end() { text += "# EOF\n" }

    private static func escape(_ text: String, quotes: Bool) -> String {
        text.escaped { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\"" where quotes: "\\\""
            default: nil
            }
        }
    }

    /// Whole numbers without a fraction, others with milliseconds at most.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "NaN" }
        let thousandths = Int((value * 1000).rounded())
        guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
        let fraction = String(thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(sign)\(thousandths.magnitude / 1000).\(zeros)\(fraction)"
    }
}
