import Transport

/// The timings of an exchange as a bar.
struct TimingView {
    private var parts: [(label: String, style: String, milliseconds: Double)] = []
    private var total: Double

    /// Creates the bar; invalid numbers are omitted.
    ///
    /// After a failure, the remaining time was spent waiting for a response that did not arrive.
    init(_ exchange: Exchange) {
        let timings = exchange.timings
        func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil } }
        for (label, style, value) in [
            ("DNS", "dns", timings.dnsMs), ("connect", "connect", timings.connectMs), ("TLS", "tls", timings.tlsMs),
            ("first byte", "wait", timings.firstByteMs),
        ] {
            if let value = known(value) { parts.append((label, style, value)) }
        }
        total = parts.reduce(0) { $0 + $1.milliseconds }
        guard let whole = known(timings.totalMs), whole > total, !parts.isEmpty else { return }
        if whole - total >= 0.05 {
            parts.append((exchange.failure == nil ? "rest" : "until the failure", "rest", whole - total))
        }
        total = whole
    }

    /// Returns the bar; empty if no timings are known.
    func object() -> TemplateObject {
        var end = 0.0
        return TemplateObject { object in
            guard total > 0 else { return }
            object.list("part", parts) { object, part in
                // Whole numbers without gaps.
                let start = Int((end / total * 100).rounded())
                end += part.milliseconds
                let width = max(1, Int((end / total * 100).rounded()) - start)
                object.text("partLabel", part.label)
                object.text("partClass", "t-\(part.style)")
                object.text("partText", RelativeTime.duration(part.milliseconds))
                object.text("partX", "\(min(start, 99))%")
                object.text("partWidth", "\(width)%")
            }
            object.text("total", RelativeTime.duration(total))
        }
    }

    /// Returns a share of the whole as a percentage for SVG, with one decimal.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(1, max(0, share)) * 1000).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "%" : ".\(tenths % 10)%")
    }
}
