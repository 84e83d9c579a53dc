import Findings

/// `json-duplicate-key`: the same key twice in one object, at any depth (RFC 8259, section 4).
/// Documented as json.duplicate-keys
struct JSONDuplicateKeyCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let document = file.content.document
        for (index, node) in document.nodes.enumerated() where node.kind == .object && node.count > 1 {
            guard let members = JSONValue(document: document, index: index).members else { continue }
            var firstOfName: [ExactText: JSONMember] = [:]
            for member in members {
                let name = ExactText(member.name)
                guard let first = firstOfName[name] else {
                    firstOfName[name] = member
                    continue
                }
                report.add(
                    .jsonDuplicateKey, at: member.key,
                    message:
                        "Duplicate key \(QuotedText.json(name.text)): the same object already has it at \(first.key.position.described).",
                    remedy: "Keep one of the two. Most readers silently use the last one.",
                    evidence: [
                        "key": .capped(name.text), "firstLine": .integer(first.key.position.line),
                        "firstValue": .source(first.value), "value": .source(member.value),
                    ])
            }
        }
    }
}

/// `key-unknown`: keys that no system reads; a warning if another key was probably intended.
/// Documented as json.unknown-keys, json.keys-exact
struct KeyUnknownCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var ignoredByLevel: [(level: KeySuggestion.Level, values: [IgnoredValue])] = [(.file, file.content.ignored)]
        for list in file.content.appLists {
            // If a service has `details` instead of `apps`, only the missing list of apps is reported.
            let isListMissing = report.isBroken(list.source)
            let ignored = list.ignored.filter { !(isListMissing && $0.key?.isExactly("details") == true) }
            ignoredByLevel.append((.appList, ignored))
        }
        let links = file.content.appLinks
        if let links {
            ignoredByLevel += [(.applinks, links.ignored), (.defaults, links.defaults?.ignored ?? [])]
        }
        for detail in links?.details ?? [] {
            ignoredByLevel += [(.detail, detail.ignored), (.defaults, detail.defaults?.ignored ?? [])]
            for rule in detail.componentRules ?? [] {
                ignoredByLevel.append((.component, rule.fields?.ignored ?? []))
            }
        }
        let setsDefaults = links?.defaults != nil || links?.details.contains { $0.defaults != nil } == true
        for (level, values) in ignoredByLevel {
            for ignored in values where ignored.reason == .unknownKey {
                guard let member = ignored.value.member, !report.isBroken(member.key) else { continue }
                report.add(.keyUnknown, at: member.key) { text(member, at: level, setsDefaults: setsDefaults) }
            }
        }
    }

    private func text(_ member: JSONMember, at level: KeySuggestion.Level, setsDefaults: Bool) -> FindingReport.Text {
        let key = member.name
        let value = member.value
        let shown = QuotedText.json(key)
        var evidence: Evidence = ["key": .capped(key), "in": .string(level.rawValue)]
        let unknown = "Unknown key \(shown) \(level.phrase)"
        if KeySuggestion.isComment(key) {
            return .init(
                message: "\(unknown); it is ignored like any comment, which is harmless.",
                impact: "None: no system reads the comment.", remedy: "No action is needed.", evidence: evidence)
        }
        guard let (intendedKey, otherLevel, note) = KeySuggestion.likely(for: key, at: level) else {
            return .init(
                message: "\(unknown); it is ignored, which is harmless if it is a comment.", evidence: evidence)
        }
        let target = QuotedText.json(intendedKey)
        evidence["likely"] = .string(intendedKey)
        let isComparisonSetting = intendedKey == "caseSensitive" || intendedKey == "percentEncoded"
        if isComparisonSetting, value.boolean == true, !setsDefaults {
            return .init(
                message: "\(unknown); it is ignored, which is harmless: \(target) is true by default.",
                impact: "None: the rules match what they would match with \(target): true.",
                remedy: "No action is needed. The key can be removed.", evidence: evidence)
        }
        if let otherLevel {
            return .init(
                severity: .warning, message: "\(unknown); it belongs \(otherLevel.phrase).",
                remedy: level == .detail && isComparisonSetting && value.kind == .boolean
                    ? "Write \"defaults\": { \(target): \(QuotedText.source(value)) } instead."
                    : "Move \(shown) to where it belongs, or remove it.",
                evidence: evidence)
        }
        let isAlreadyPresent = value.parent?.members?.contains { $0.hasName(intendedKey) } == true
        let remedy =
            if isAlreadyPresent {
                "Remove \(shown); \(target) is present next to it."
            } else if let value = KeySuggestion.value(value, for: intendedKey) {
                "Write \(target): \(value) instead of \(shown)."
            } else {
                "Rename \(shown) to \(target)."
            }
        return .init(
            severity: .warning, message: "\(unknown): did you mean \(target)?\(note)", remedy: remedy,
            evidence: evidence)
    }
}
