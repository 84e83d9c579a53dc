import Audit
import Basics

extension ConfigurationReader {
    /// In characters; every report shows the contact in one line.
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
        let problemCount = problems.count
        guard let members = members(of: value, "a domain entry", keys: FileKey.domain.map(\.name)) else { return nil }
        guard let name = members["name"] else {
            // A misspelt key is reported already.
            if problems.count == problemCount {
                note(value.mark, "the domain has no name; “name: example.com” was expected")
            }
            return nil
        }
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
            guard let members = members(of: element, "an entry of “owners”", keys: FileKey.owner.map(\.name))
            else { continue }
            let people = people(members)
            let domain = text(members["domain"]?.value, "the domain pattern", DomainPattern.init(_:))
            if problems.count == problemCount {
                if domain == nil {
                    note(element.mark, "the entry has no domain; “domain: \"*.example.com\"” was expected")
                } else if members.count == 1 {
                    let people = "owner, contact, team or tags"
                    note(element.mark, "the entry specifies nothing for its domains; \(people) was expected")
                }
            }
            if let domain { rules.append(OwnerRule(domain: domain, people: people)) }
        }
        return rules
    }

    private mutating func expectations(_ value: YAMLValue, of target: Target?) -> Expectations? {
        guard let members = members(of: value, "“expect”", keys: FileKey.expect.map(\.name)) else { return nil }
        var expectations = Expectations()
        let apps = texts(members["app_ids"]?.value, "app identifiers", "the app identifier", Expectations.App.init(_:))
        expectations.add(Expectations(apps: apps))
        // Without a valid name of the domain, its links cannot be checked.
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
        list(value, of: plural).compactMap { element in
            text(element, subject, read).map { ($0, element.mark) }
        }
    }
}
