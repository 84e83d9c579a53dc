import Findings

/// `rule-widened`: a component that matches more links than intended, because systems ignore one of its values, or
/// because it has no condition.
/// Documented as components.wrong-type, components.query-non-string, components.empty
struct RuleWidenedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.details.compactMap(\.components) {
            let widened = Set(list.rules.indices.filter { list.rules[$0].rule.isWidened })
            for (index, checked) in list.rules.enumerated() {
                guard let fields = checked.rule.fields else { continue }
                for ignored in fields.ignored {
                    guard ignored.isOfWrongKind, let key = ignored.key, ["/", "?", "#"].contains(key) else { continue }
                    report.markBroken(checked.rule.source)
                    add(key, ignored.value, of: list, widened, into: &report)
                }
                let laterCount = list.rules.count - 1 - index
                guard checked.rule.isUnconstrained, !checked.rule.isWidened, laterCount > 0 else { continue }
                report.markBroken(checked.rule.source)
                addUnconstrained(checked.rule, of: list, hiddenCount: laterCount, into: &report)
            }
        }
    }

    private func add(
        _ key: String, _ value: JSONValue, of list: CheckedRules, _ widened: Set<Int>, into report: inout FindingReport
    ) {
        let culprit = value.members?.effective.first { $0.value.kind != .string }
        report.add(.ruleWidened, at: culprit?.value ?? value, of: list) {
            .narrower(rules: widened)
        } text: {
            var text: FindingReport.Text
            if let culprit {
                text = .init(
                    message:
                        "The value of the query item \(QuotedText.json(culprit.name)) is \(culprit.value.kind.described), not a string. Systems then ignore the whole \"?\", so the rule matches any query.",
                    fix: fix(QuotedText.json(culprit.value.text), over: culprit.value, of: list))
            } else {
                let part = ["/": "path", "?": "query"][key] ?? "fragment"
                text = .init(
                    message:
                        "\"\(key)\" is \(value.kind.described), not a string; it is ignored, so the rule matches any \(part).",
                    fix: fix(QuotedText.json((key == "/" ? "/" : "") + value.text), over: value, of: list))
            }
            text.evidence = ["text": .source(value)]
            return text
        }
    }

    /// Returns the fix for a number or a Boolean that was probably intended as a string.
    private func fix(_ text: String, over value: JSONValue, of list: CheckedRules) -> Fix? {
        guard [.number, .boolean].contains(value.kind), let key = value.member?.name else { return nil }
        let rules = list.rules.filter { $0.rule.source.range.contains(value.range.lowerBound) }
        return Fix(
            "Write \(QuotedText.json(key)): \(text).", [.write(text, over: value.index)],
            acceptedLosses: rules.map(\.language))
    }

    private func addUnconstrained(
        _ rule: LinkRule, of list: CheckedRules, hiddenCount: Int, into report: inout FindingReport
    ) {
        report.add(.ruleWidened, at: rule.source) {
            let isEmpty = rule.source.count == 0
            let reason = isEmpty ? "The component is empty" : "The component has no \"/\", \"?\" or \"#\""
            let laterRulesAre = hiddenCount == 1 ? "rule after it is" : "\(hiddenCount) rules after it are"
            return .init(
                message: "\(reason), so it matches every link, and the \(laterRulesAre) unreachable.",
                remedy: "Add what it should match.",
                fix: Fix(
                    "Add what it should match, or move it to the end.",
                    [.remove(rule.source.index), .append(rule.source.text, to: list.source.index)]),
                evidence: ["text": .source(rule.source), "hiddenRules": .integer(hiddenCount)])
        }
    }
}

/// `defaults-narrow-rules`: `defaults` with more than `caseSensitive` and `percentEncoded`.
/// Documented as defaults.documented-keys, defaults.every-key
struct DefaultsNarrowRulesCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        if let defaults = appLinks.defaults { check(defaults, scope: "every rule of the file", into: &report) }
        for detail in appLinks.details {
            if let defaults = detail.defaults { check(defaults, scope: "every rule of its entry", into: &report) }
        }
    }

    private func check(_ defaults: ComponentFields, scope: String, into report: inout FindingReport) {
        let conditions = [("/", defaults.path), ("?", defaults.query), ("#", defaults.fragment)]
        for (key, value) in conditions + [("exclude", defaults.exclude)] {
            guard let value else { continue }
            let isExclusion = key == "exclude" && value.boolean == true
            let isCondition = key != "exclude" && value.kind == .string && value.string != "*"
            let hasItems = key == "?" && value.kind == .object && value.count > 0
            guard isExclusion || isCondition || hasItems else { continue }
            let rules = "\(scope) that has no \"\(key)\" of its own"
            let effect = isExclusion ? "turns \(rules) into an exclusion" : "applies to \(rules)"
            report.add(
                .defaultsNarrowRules, at: value,
                message: "\"\(key)\": \(QuotedText.source(value)) in \"defaults\" \(effect).",
                remedy:
                    "Move \"\(key)\" to the rules that it is meant for, and keep \"defaults\" for \"caseSensitive\" and \"percentEncoded\".",
                evidence: ["text": .string("\"\(key)\": \(QuotedText.source(value))")])
        }
    }
}
