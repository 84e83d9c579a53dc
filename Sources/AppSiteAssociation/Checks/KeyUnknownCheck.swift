import Findings

/// `key-unknown`: keys that no system reads; a warning where another key was likely meant.
///
/// Rules: json.unknown-keys, json.keys-exact
struct KeyUnknownCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        check(file.file.ignored, at: .file, into: &report)
        for list in file.file.appLists {
            // The list of apps is missing there, which is told; a copy of `details` in its place is the same mistake.
            let ignored =
                report.isBroken(list.source)
                ? list.ignored.filter { $0.key?.isExactly("details") != true } : list.ignored
            check(ignored, at: .appList, into: &report)
        }
        guard let appLinks = file.file.appLinks else { return }
        check(appLinks.ignored, at: .applinks, into: &report)
        if let defaults = appLinks.defaults { check(defaults.ignored, at: .defaults, into: &report) }
        for detail in appLinks.details {
            check(detail.ignored, at: .detail, into: &report)
            if let defaults = detail.defaults { check(defaults.ignored, at: .defaults, into: &report) }
            for rule in detail.componentRules ?? [] {
                if let fields = rule.fields { check(fields.ignored, at: .component, into: &report) }
            }
        }
    }

    private func check(_ ignored: [IgnoredValue], at level: KeySuggestion.Level, into report: inout FindingReport) {
        for value in ignored where value.reason == .unknownKey {
            guard let key = value.key, let source = value.keySource, !report.isBroken(source) else { continue }
            report.add(.keyUnknown, at: source) { text(key, value.value, at: level) }
        }
    }

    private func text(_ key: String, _ value: JSONValue, at level: KeySuggestion.Level) -> FindingReport.Text {
        let shown = QuotedText.json(key)
        var evidence: Evidence = ["key": .string(QuotedText.capped(key)), "in": .string(level.rawValue)]
        guard let (meant, reason) = KeySuggestion.likely(for: key, at: level) else {
            return .init(message: "No system reads \(shown) in \(level.rawValue).", evidence: evidence)
        }
        let target = QuotedText.json(meant)
        evidence["likely"] = .string(meant)
        switch reason {
        case .level(let home):
            return .init(
                severity: .warning,
                message: "No system reads \(shown) in \(level.rawValue); it belongs to \(home).",
                remedy: level == .detail && (meant == "caseSensitive" || meant == "percentEncoded")
                    ? "Write \"defaults\": { \(target): \(QuotedText.source(value)) } instead."
                    : "Move \(shown) to \(home), or remove it.",
                evidence: evidence)
        case .capitals, .blanks, .translation, .synonym, .spelling:
            let why =
                switch reason {
                case .capitals: "capitals count"
                case .blanks: "blanks, underscores and hyphens count"
                case .translation: "keys are always English"
                default: "it is written differently"
                }
            return .init(
                severity: .warning,
                message: "No system reads \(shown) in \(level.rawValue); probably \(target) is meant (\(why)).",
                remedy:
                    "Write \(target): \(value.range.count <= 60 ? QuotedText.source(value) : "…") instead of \(shown): ….",
                evidence: evidence)
        }
    }
}
