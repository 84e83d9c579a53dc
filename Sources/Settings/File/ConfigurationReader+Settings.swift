import Audit

extension ConfigurationReader {
    static let settingKeys = ConfigurationSchema.entries.map(\.key)

    mutating func includes(_ value: YAMLValue) -> [(path: String, mark: YAMLMark)] {
        let folder = folder
        return list(value, of: "files").compactMap { element in
            text(element, "an entry of “include”").map { (folder.path($0), element.mark) }
        }
    }

    mutating func settings(_ members: [String: YAMLValue.Member]) -> [String: [String]] {
        var settings: [String: [String]] = [:]
        for entry in ConfigurationSchema.entries {
            guard let value = members[entry.key]?.value else { continue }
            settings[entry.key] = texts(of: entry, entry.isSecret ? value.concealed : value)
        }
        for entry in ConfigurationSchema.entries {
            guard let other = ConfigurationSchema.entries.first(where: { $0.key == entry.excluded }),
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
            let text = try entry.locate(text, folder)
            try entry.check(text)
            return text
        }
        if entry.count != .one {
            let texts = texts(value, "texts", "an entry of \(subject)", read)
            guard !texts.isEmpty else { return nil }
            return entry.count == .joined ? [texts.joined(separator: ",")] : texts
        }
        let text: String? =
            switch entry.form {
            case .boolean: boolean(value, subject).map { $0 ? "true" : "false" }
            case .number(let range): number(value, subject, in: range).map(String.init)
            case .text, .choice, .duration, .runLimit: self.text(value, subject, read)
            }
        return text.map { [$0] }
    }
}
