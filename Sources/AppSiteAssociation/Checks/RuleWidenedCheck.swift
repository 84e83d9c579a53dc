import Findings

/// `rule-widened`: a component that matches more links than intended, because systems ignore one of its values.
///
/// Rules: components.wrong-type, components.query-non-string, components.empty
struct RuleWidenedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details {
            guard let list = detail.components else { continue }
            let widened = Set(list.rules.indices.filter { list.rules[$0].rule.isWidened })
            for (index, checked) in list.rules.enumerated() {
                guard let fields = checked.rule.fields else { continue }
                for ignored in fields.ignored {
                    guard ignored.isOfWrongType, let key = ignored.key, ["/", "?", "#"].contains(key) else { continue }
                    report.markBroken(checked.rule.source)
                    add(key, ignored.value, of: list, widened, into: &report)
                }
                guard checked.rule.isUnconstrained, !checked.rule.isWidened, index < list.rules.count - 1 else {
                    continue
                }
                report.markBroken(checked.rule.source)
                addEmpty(checked.rule, of: list, hidden: list.rules.count - 1 - index, into: &report)
            }
        }
    }

    private func add(
        _ key: String, _ value: JSONValue, of list: CheckedRules, _ widened: Set<Int>,
        into report: inout FindingReport
    ) {
        let culprit = value.kind == .object ? value.members?.effective.first { $0.value.kind != .string } : nil
        report.add(.ruleWidened, at: culprit?.value ?? value, of: list) {
            .narrower(rules: widened)
        } text: {
            let evidence: Evidence = ["text": .source(value)]
            if let culprit {
                return .init(
                    message:
                        "The value of the query item \(QuotedText.json(culprit.name)) is \(culprit.value.kind.described), not a string. Systems then ignore the whole \"?\", so the rule matches any query.",
                    fix: fix(QuotedText.json(culprit.value.text), over: culprit.value, of: list),
                    evidence: evidence)
            }
            return .init(
                message:
                    "\"\(key)\" is \(value.kind.described), not a string; it is ignored, so the rule matches any \(Self.part(key)).",
                fix: fix(QuotedText.json((key == "/" ? "/" : "") + value.text), over: value, of: list),
                evidence: evidence)
        }
    }

    /// Returns the remedy for a number or a Boolean that was probably intended as a string.
    private func fix(_ text: String, over value: JSONValue, of list: CheckedRules) -> Fix? {
        guard [.number, .boolean].contains(value.kind), let key = value.member?.name else { return nil }
        let rules = list.rules.filter { $0.rule.source.range.contains(value.range.lowerBound) }
        return Fix(
            "Write \(QuotedText.json(key)): \(text).", [.write(text, over: value.index)],
            mayLose: rules.map(\.language))
    }

    private func addEmpty(_ rule: LinkRule, of list: CheckedRules, hidden: Int, into report: inout FindingReport) {
        report.add(.ruleWidened, at: rule.source) {
            let keys = rule.fields?.source.members?.map(\.name) ?? []
            let reason =
                keys.isEmpty ? "The component is empty" : "The component has no \"/\", \"?\" or \"#\""
            return .init(
                message:
                    "\(reason), so it matches every link, and the \(hidden == 1 ? "rule after it is" : "\(hidden) rules after it are") unreachable.",
                remedy: "Add what it should match.",
                fix: Fix(
                    "Add what it should match, or move it to the end.", [.remove(rule.source.index),
                    .append(rule.source.text, to: list.source.index)]),
                evidence: ["text": .source(rule.source), "hiddenRules": .integer(hidden)])
        }
    }

    private static func part(_ key: String) -> String {
        switch key {
        case "/": "path"
        case "?": "query"
        default: "fragment"
        }
    }
}
