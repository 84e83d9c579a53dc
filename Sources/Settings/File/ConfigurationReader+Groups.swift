import Audit
import Basics
import Findings

extension ConfigurationReader {
    /// The maximum number of characters of a contact, which every report shows on one line.
    static let maxContactLength = 200

    mutating func domains(_ value: YAMLValue?) -> [TargetEntry] {
        var lines: [String: Int] = [:]
        var entries: [TargetEntry] = []
        for element in list(value, of: "domains") {
            guard let target = domain(element) else { continue }
            let name = target.domain.authority
            if let first = lines[name] {
                note(element.mark, "\(VisibleText.quote(name)) is already on line \(first)")
                continue
            }
            lines[name] = element.mark.line
            var entry = TargetEntry(input: target.input, result: .success(target))
            entry.origin = .line(element.mark.line, of: path)
            entries.append(entry)
        }
        return entries
    }

    private mutating func domain(_ value: YAMLValue) -> Target? {
        if case .text = value.content { return text(value, "the name of the domain", TargetParser.parse) }
        guard let members = members(of: value, "a domain entry", keys: FileKey.domain), let name = members["name"]
        else { return nil }
        let people = people(members)
        var target = text(name.value, "the name of the domain", TargetParser.parse)
        target?.people = people
        if let member = members["expect"] {
            let expectations = expectations(member.value, of: target)
            target?.expectations = expectations
        }
        return target
    }

    private mutating func people(_ members: [String: YAMLValue.Member]) -> DomainPeople {
        let owner = text(members["owner"]?.value, "the owner")
        let contact = text(members["contact"]?.value, "the contact") { text in
            guard text.unicodeScalars.count <= Self.maxContactLength else {
                throw SettingError(
                    found: "\(text.unicodeScalars.count) characters",
                    expected: "expected an address, a channel or a page in at most \(Self.maxContactLength)")
            }
            return text
        }
        let team = text(members["team"]?.value, "the team")
        let tags = texts(members["tags"]?.value, "tags", "the tag") { $0 }
        return DomainPeople(owner: owner, contact: contact, team: team, tags: tags)
    }

    mutating func owners(_ value: YAMLValue?) -> [OwnerRule] {
        var rules: [OwnerRule] = []
        for element in list(value, of: "owners") {
            let problemCount = problems.count
            guard let members = members(of: element, "an entry of “owners”", keys: FileKey.owner) else { continue }
            let people = people(members)
            let domain = text(members["domain"]?.value, "the domain pattern", DomainPattern.init(_:))
            if members.count == 1, problems.count == problemCount {
                let expected = "owner, contact, team or tags"
                note(element.mark, "the entry specifies nothing for its domains; \(expected) was expected")
            }
            if let domain { rules.append(OwnerRule(domain: domain, people: people)) }
        }
        return rules
    }

    private mutating func expectations(_ value: YAMLValue, of target: Target?) -> Expectations? {
        guard let members = members(of: value, "“expect”", keys: FileKey.expect) else { return nil }
        var expectations = Expectations()
        let apps = texts(members["app_ids"]?.value, "app identifiers", "the app identifier", Expectations.App.init(_:))
        expectations.add(Expectations(apps: apps))
        // Links cannot be checked if the name of their domain is invalid.
        guard let host = target?.host else { return nil }
        func url(_ text: String) throws -> LinkRequest { try ExpectedLink(text, of: host).request }
        expectations.add(Expectations(opens: texts(members["opens"]?.value, "URLs", "the URL", url)))
        for (link, mark) in markedTexts(members["does_not_open"]?.value, "URLs", "the URL", url) {
            if expectations.opens.contains(link) {
                note(mark, "\(VisibleText.quote(link.text)) is under “opens” as well; it cannot be in both")
            } else {
                expectations.add(Expectations(doesNotOpen: [link]))
            }
        }
        return expectations.isEmpty ? nil : expectations
    }

    mutating func texts<Value>(
        _ value: YAMLValue?, _ plural: String, _ subject: String, _ read: (String) throws -> Value
    ) -> [Value] {
        markedTexts(value, plural, subject, read).map(\.value)
    }

    mutating func markedTexts<Value>(
        _ value: YAMLValue?, _ plural: String, _ subject: String, _ read: (String) throws -> Value
    ) -> [(value: Value, mark: YAMLMark)] {
        list(value, of: plural).compactMap { element in text(element, subject, read).map { ($0, element.mark) } }
    }

    // MARK: Waivers and severities

    mutating func waivers(_ value: YAMLValue?) -> [WaiverRule] { list(value, of: "waivers").compactMap { waiver($0) } }

    private mutating func waiver(_ value: YAMLValue) -> WaiverRule? {
        let problemCount = problems.count
        let members = members(of: value, "a waiver", keys: FileKey.waiver, alternatives: ["domain", "team", "tag"])
        guard let members else { return nil }
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
        let hint = Self.hint(
            for: name, among: FindingCode.allCases.map(\.rawValue), fallback: "“aasa-audit explain” lists all codes")
        note(mark, "there is no finding \(VisibleText.quote(name)); \(hint)")
        return nil
    }
}
