import Transport

/// The times of an exchange as a bar.
struct TimingView {
    private let parts: [(label: String, style: String, milliseconds: Double)]
    private let total: Double

    /// Prepares the bar; numbers that are none are left out.
    ///
    /// After a failure what is left over was a wait in vain.
    init(_ timings: ExchangeTimings, failed: Bool = false) {
        func known(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil } }
        var parts: [(label: String, style: String, milliseconds: Double)] = []
        for (label, style, value) in [
            ("DNS", "dns", timings.dnsMs), ("connect", "connect", timings.connectMs), ("TLS", "tls", timings.tlsMs),
            ("first byte", "wait", timings.firstByteMs),
        ] {
            if let value = known(value) { parts.append((label, style, value)) }
        }
        let sum = parts.reduce(0) { $0 + $1.milliseconds }
        if let total = known(timings.totalMs), total > sum, !parts.isEmpty {
            if total - sum >= 0.05 { parts.append((failed ? "waited in vain" : "rest", "rest", total - sum)) }
            self.total = total
        } else {
            total = sum
        }
        self.parts = parts
    }

    /// The bar; `nil` when no time is known.
    func object() -> TemplateObject? {
        guard total > 0 else { return nil }
        var end = 0.0
        return TemplateObject { object in
            object.list("part", parts) { object, part in
                // Whole numbers that leave no gap.
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

    /// A share of the whole as SVG writes it, with one decimal.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(1, max(0, share)) * 1000).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "%" : ".\(tenths % 10)%")
    }
}
