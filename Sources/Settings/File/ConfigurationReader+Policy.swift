import Audit
import Basics
import Findings

extension ConfigurationReader {
    mutating func waivers(_ value: YAMLValue?) -> [WaiverRule] {
        list(value, of: "waivers").compactMap { waiver($0) }
    }

    private mutating func waiver(_ value: YAMLValue) -> WaiverRule? {
        let problemCount = problems.count
        guard let members = members(of: value, "a waiver", keys: FileKey.waiver.map(\.name)) else { return nil }
        // A misspelt key already explains the missing one.
        let isWellSpelt = problems.count == problemCount
        for (key, example) in [
            ("code", "redirect"), ("reason", "moves to another host in June"),
        ] where members[key] == nil && isWellSpelt {
            note(value.mark, "the waiver has no \(key); “\(key): \(example)” was expected")
        }
        let isBound = ["domain", "team", "tag"].contains { members[$0] != nil }
        if !isBound, isWellSpelt {
            note(value.mark, "the waiver has no domain; “domain: \"*.example.com\"” was expected, or a team or a tag")
        }
        let code = code(members["code"]?.value)
        let domain = text(members["domain"]?.value, "the domain pattern", DomainPattern.init(_:))
        let team = text(members["team"]?.value, "the team")
        let tag = text(members["tag"]?.value, "the tag")
        let reason = text(members["reason"]?.value, "the reason")
        let until = text(members["until"]?.value, "the last day", SettingReader.day(_:))
        let acceptedBy = text(members["accepted_by"]?.value, "the person or team")
        guard problems.count == problemCount, let code, let reason else { return nil }
        return WaiverRule(
            code: code, domain: domain, team: team, tag: tag,
            waiver: Waiver(reason: reason, until: until, acceptedBy: acceptedBy),
            origin: "\(path), line \(value.mark.line)")
    }

    mutating func severities(_ value: YAMLValue?) -> [FindingCode: Severity] {
        guard let value, !value.isNull else { return [:] }
        var severities: [FindingCode: Severity] = [:]
        for member in group(value, "“severities”", example: "slow-response: info") ?? [] {
            guard let code = code(named: member.key, at: member.mark) else { continue }
            let severity = text(member.value, "the severity of \(code.rawValue)") { text in
                guard let severity = Severity(rawValue: text) else {
                    let isOff = ["off", "none", "ignore", "never", "false", "no"].contains(text.lowercased())
                    throw SettingError(
                        text, "was found",
                        expected: "expected error, warning or info"
                            + (isOff ? "; info keeps the finding in the reports, without effect on the status" : ""))
                }
                return severity
            }
            severities[code] = severity
        }
        return severities
    }

    private mutating func code(_ value: YAMLValue?) -> FindingCode? {
        guard let value, let name = text(value, "the code") else { return nil }
        return code(named: name, at: value.mark)
    }

    private mutating func code(named name: String, at mark: YAMLMark) -> FindingCode? {
        if let code = FindingCode(rawValue: name) { return code }
        let hint = KeyGuess.hint(
            for: name, among: FindingCode.allCases.map(\.rawValue), fallback: "“aasa-audit explain” lists all codes")
        note(mark, "there is no finding \(VisibleText.quote(name)); \(hint)")
        return nil
    }
}
