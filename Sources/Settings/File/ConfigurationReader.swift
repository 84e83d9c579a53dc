import Basics

/// Reads values from a document, and collects all problems.
struct ConfigurationReader {
    static let settingKeys = ConfigurationSchema.entries.map(\.key)

    let folder: ConfigurationFolder
    let path: String
    private(set) var problems: [ConfigurationProblem] = []

    init(path: String) {
        self.path = path
        folder = ConfigurationFolder(file: path)
    }

    mutating func note(_ mark: YAMLMark?, _ message: String) {
        problems.append(ConfigurationProblem(message, at: mark))
    }

    /// Notes that a value is not of the expected kind, unless it has been rejected already.
    private mutating func noteWrongKind(of value: YAMLValue, expected: String) {
        if case .rejected = value.content { return }
        note(value.mark, "\(value.description) was found; \(expected)")
    }

    // MARK: Groups and lists

    /// Reads the members of a group; `elsewhere` contains hints for keys that are not in `keys` but belong elsewhere.
    mutating func members(
        of value: YAMLValue, _ subject: String, keys: [String], elsewhere: [String: String] = [:]
    ) -> [String: YAMLValue.Member]? {
        guard let members = group(value, subject, example: "\(keys.first ?? "key"): …") else { return nil }
        var found: [String: YAMLValue.Member] = [:]
        for member in members {
            if keys.contains(member.key) {
                found[member.key] = member
            } else {
                let fallback = keys.count > 12 ? "the example file lists all keys" : nil
                let hint = elsewhere[member.key] ?? Self.hint(for: member.key, among: keys, fallback: fallback)
                let key = value.isSecret ? "" : " \(VisibleText.quote(member.key))"
                note(member.mark, "unknown key\(key) in \(subject); \(hint)")
            }
        }
        return found
    }

    /// Reads the members of a group; notes missing keys, of which at least one of `alternatives` is needed.
    mutating func members(
        of value: YAMLValue, _ subject: String, keys: [FileKey], alternatives: [String] = []
    ) -> [String: YAMLValue.Member]? {
        let problemCount = problems.count
        guard let members = members(of: value, subject, keys: keys.map(\.name)) else { return nil }
        // A misspelt key, which is reported already, explains the missing one.
        guard problems.count == problemCount else { return members }
        let needed = keys.filter(\.isRequired).map { [$0] } + [keys.filter { alternatives.contains($0.name) }]
        for options in needed {
            guard let key = options.first, options.allSatisfy({ members[$0.name] == nil }) else { continue }
            let names = Phrase.list(options.map(\.name), "or")
            note(value.mark, "\(subject) has no \(names); “\(key.name): \(key.example ?? "…")” was expected")
        }
        return members
    }

    mutating func group(_ value: YAMLValue, _ subject: String, example: String) -> [YAMLValue.Member]? {
        if case .mapping(let members) = value.content { return members }
        noteWrongKind(of: value, expected: "\(subject) is a group of keys, as in “\(example)”")
        return nil
    }

    /// Reads the elements of a list; an empty or missing value is an empty list.
    mutating func list(_ value: YAMLValue?, of subject: String) -> [YAMLValue] {
        guard let value, !value.isNull else { return [] }
        if case .list(let elements) = value.content { return elements }
        noteWrongKind(of: value, expected: "a list of \(subject) was expected, each after “- ”")
        return []
    }

    // MARK: Texts

    /// Reads a text as written, so that `no` is the text “no”, not a Boolean; `nil` also for a missing value.
    mutating func text(_ value: YAMLValue?, _ subject: String) -> String? {
        guard let value else { return nil }
        guard case .text(let text, _) = value.content else {
            noteWrongKind(of: value, expected: "\(subject) is a text")
            return nil
        }
        if value.isNull || text.isEmpty {
            note(value.mark, "\(subject) has no value; give it one, or leave the key out")
            return nil
        }
        if text.hasControlCharacter {
            note(value.mark, "\(subject) has a control character or a line break; one line of text was expected")
            return nil
        }
        return text
    }

    mutating func text<Value>(_ value: YAMLValue?, _ subject: String, _ read: (String) throws -> Value) -> Value? {
        guard let value, let text = text(value, subject) else { return nil }
        do {
            return try read(text)
        } catch {
            note(value.mark, "\(subject) is invalid: \(error)")
            return nil
        }
    }

    // MARK: Settings and included files

    mutating func includes(_ value: YAMLValue?) -> [(path: String, mark: YAMLMark)] {
        markedTexts(value, "files", "an entry of “include”") { [folder] in folder.path($0) }
            .map { (path: $0.value, mark: $0.mark) }
    }

    mutating func settings(_ members: [String: YAMLValue.Member]) -> [String: [String]] {
        var settings: [String: [String]] = [:]
        for entry in ConfigurationSchema.entries {
            guard let value = members[entry.key]?.value else { continue }
            settings[entry.key] = texts(of: entry, entry.isSecret ? value.concealed : value)
        }
        for entry in ConfigurationSchema.entries {
            guard let other = ConfigurationSchema.entries.first(where: { $0.key == entry.excludes }),
                settings[entry.key] == ["true"], settings[other.key] == ["true"]
            else { continue }
            note(
                members[other.key]?.mark,
                "“\(other.key)” and “\(entry.key)” cannot both be true: keep “\(other.key)” to \(other.purpose), or "
                    + "“\(entry.key)” to \(entry.purpose)")
        }
        return settings
    }

    /// Returns the texts of the value of a setting; `nil` if it is invalid or empty.
    private mutating func texts(of entry: SettingEntry, _ value: YAMLValue) -> [String]? {
        let subject = "“\(entry.key)”"
        let folder = folder
        func read(_ text: String) throws -> String {
            let text = try entry.rebase(text, folder)
            try entry.check(text)
            return text
        }
        if entry.count != .one {
            let texts = texts(value, "texts", "an entry of \(subject)", read)
            guard !texts.isEmpty else { return nil }
            return entry.count == .joined ? [texts.joined(separator: ",")] : texts
        }
        // Other notations, such as yes and 010, are rejected, because YAML readers interpret them differently.
        let plainText: String? =
            if case .text(let text, isPlain: true) = value.content, !value.isNull { text } else { nil }
        switch entry.form {
        case .boolean where plainText != "true" && plainText != "false":
            noteWrongKind(of: value, expected: "\(subject) is true or false")
            return nil
        case .number(let range):
            let expected = "\(subject) is a whole number from \(range.lowerBound) to \(range.upperBound)"
            guard let number = plainText else {
                noteWrongKind(of: value, expected: expected)
                return nil
            }
            if number.hasPrefix("0"), number.utf8.count > 1 {
                note(value.mark, "\(VisibleText.quote(number)) begins with a zero; \(expected)")
                return nil
            }
        case .boolean, .text, .choice, .duration, .runLimit: break
        }
        return text(value, subject, read).map { [$0] }
    }
}

extension ConfigurationReader {
    /// The keys that other words probably mean; the words are in lower case, without separators.
    private static let synonyms: [String: String] = [
        "concurrency": "max_concurrency", "parallel": "max_concurrency", "threads": "max_concurrency",
        "retries": "max_retries", "retry": "max_retries", "maxretry": "max_retries", "maxredirect": "max_redirects",
        "redirects": "max_redirects", "progress": "no_progress", "useragent": "user_agent",
        "resolver": "dns_servers", "dns": "dns_servers", "nameservers": "dns_servers", "ca": "cacert",
        "cafile": "cacert", "excludes": "exclude", "ignore": "waivers", "ignores": "waivers",
        "severity": "severities", "file": "lists", "files": "lists", "host": "name", "hostname": "name",
        "url": "name", "email": "contact", "mail": "contact", "phone": "contact", "chat": "contact", "label": "tags",
        "labels": "tags", "app": "app_ids", "apps": "app_ids", "appid": "app_ids", "expected": "expect",
        "expectedappids": "app_ids", "domain": "name", "expires": "until", "expiry": "until", "end": "until",
        "why": "reason", "comment": "reason", "finding": "code", "pattern": "domain", "report": "outputs",
        "reports": "outputs", "hosts": "domains", "targets": "domains", "doesntopen": "does_not_open",
        "notopens": "does_not_open",
    ]

    /// Returns “did you mean …?” with a similar word of `known`; otherwise `fallback`, by default all of `known`.
    static func hint(for word: String, among known: [String], fallback: String? = nil) -> String {
        let likely = Spelling.likelyWord(for: word, among: known, synonyms: synonyms)
        return likely.map { "did you mean “\($0)”?" } ?? fallback ?? "expected one of: \(known.joined(separator: ", "))"
    }
}
