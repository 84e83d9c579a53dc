import Basics

/// The text of metrics and their samples, in a form that is valid in both the text format 0.0.4 and OpenMetrics 1.0.
struct PrometheusPage {
    private var text = ""
    private var name = ""

    /// Returns the text that was written since the previous call, and removes it from memory.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    /// Begins a metric; all metrics are gauges, because each run counts from zero.
    mutating func family(_ name: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Self.escape(help, quotes: false))\n# TYPE \(name) gauge\n"
    }

    mutating func sample(_ value: Double, labels: [(name: String, value: String)] = []) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escape(VisibleText.escape($0.value), quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Ends the page with a comment in the text format, which marks a complete page in OpenMetrics.
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

    /// Returns whole numbers without a fraction, and others with three decimals at most.
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
