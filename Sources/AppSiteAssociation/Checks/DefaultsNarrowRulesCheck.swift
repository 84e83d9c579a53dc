import Findings

/// `defaults-narrow-rules`: `defaults` with more than `caseSensitive` and `percentEncoded`.
///
/// Rules: defaults.documented-keys, defaults.every-key
struct DefaultsNarrowRulesCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        if let defaults = appLinks.defaults { check(defaults, scope: "every rule of the file", into: &report) }
        for detail in appLinks.details {
            if let defaults = detail.defaults { check(defaults, scope: "every rule of its entry", into: &report) }
        }
    }

    private func check(_ defaults: ComponentFields, scope: String, into report: inout FindingReport) {
        for (key, value) in [("/", defaults.path), ("?", defaults.query), ("#", defaults.fragment)] {
            guard let value, value.kind == .string || (key == "?" && value.kind == .object && value.count > 0),
                value.string != "*"
            else { continue }
            add(key, value, "applies to \(scope) that has no \"\(key)\" of its own", into: &report)
        }
        if let exclude = defaults.exclude, exclude.boolean == true {
            add(
                "exclude", exclude, "turns \(scope) that has no \"exclude\" of its own into an exclusion", into: &report
            )
        }
    }

    private func add(_ key: String, _ value: JSONValue, _ effect: String, into report: inout FindingReport) {
        report.add(.defaultsNarrowRules, at: value) {
            .init(
                message: "\"\(key)\": \(QuotedText.source(value)) in \"defaults\" \(effect).",
                remedy:
                    "Move \"\(key)\" to the rules that it is meant for, and keep \"defaults\" for \"caseSensitive\" and \"percentEncoded\".",
                evidence: ["text": .string("\"\(key)\": \(QuotedText.source(value))")])
        }
    }
}
