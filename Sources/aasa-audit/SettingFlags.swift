import ArgumentParser
import Audit
import Settings

/// The flags of a group of settings, as texts without defaults, because other sources may also contain them.
///
/// ArgumentParser discovers declarations through a type's mirror, and then decodes them. Here both are created from
/// the table, as if each setting were a property with `@Option` or `@Flag`.
struct SettingFlags<Group: SettingGroup>: ParsableArguments, CustomReflectable {
    private(set) var texts: [String: [String]] = [:]

    private static var entries: [SettingEntry] { Group.entries.filter { $0.sources.contains(.commandLine) } }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for entry in Self.entries {
            let key = Key(stringValue: entry.key)
            switch (entry.form, entry.count) {
            case (.boolean, _):
                if try container.decode(Flag<Bool>.self, forKey: key).wrappedValue { texts[entry.key] = ["true"] }
            case (_, .many):
                let given = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                if !given.isEmpty { texts[entry.key] = given }
            case (_, .one), (_, .joined):
                let given = try container.decode(Option<String?>.self, forKey: key).wrappedValue
                texts[entry.key] = given.map { [$0] }
            }
        }
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: Self.entries.map { entry -> (String, Any) in
                switch (entry.form, entry.count) {
                case (.boolean, _): (entry.key, Flag<Bool>(entry))
                case (_, .many): (entry.key, Option<[String]>(entry))
                case (_, .one), (_, .joined): (entry.key, Option<String?>(entry))
                }
            })
    }

    func values(in sources: SettingSources) throws(UsageError) -> SettingValues<Group> {
        try sources.values(of: Group.self, commandLine: texts)
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Flag where Value == Bool {
    init(_ entry: SettingEntry) { self.init(wrappedValue: false, name: entry.names, help: entry.argumentHelp()) }
}

extension Option where Value == String? {
    /// Creates the option for a setting; `help` replaces the text of the table.
    init(_ entry: SettingEntry, help: String? = nil) {
        self.init(
            name: entry.names, help: entry.argumentHelp(help), completion: entry.completion, transform: entry.checked)
    }
}

extension Option where Value == [String] {
    init(_ entry: SettingEntry, help: String? = nil) {
        self.init(
            wrappedValue: [], name: entry.names, help: entry.argumentHelp(help), completion: entry.completion,
            transform: entry.checked)
    }
}

extension SettingEntry {
    fileprivate var names: NameSpecification {
        NameSpecification((short.map { [.customShort($0)] } ?? []) + [.customLong(flag)])
    }

    fileprivate func argumentHelp(_ help: String? = nil) -> ArgumentHelp {
        guard case .choice(let choices) = form else { return ArgumentHelp(help ?? self.help, valueName: valueName) }
        return ArgumentHelp("\(help ?? self.help) (values: \(choices.joined(separator: ", ")))", valueName: valueName)
    }

    fileprivate var completion: CompletionKind? {
        if case .choice(let choices) = form { .list(choices) } else { nil }
    }

    /// Rejects an invalid text unless it is secret: ArgumentParser names its flag, but also quotes the text.
    @Sendable fileprivate func checked(_ text: String) throws -> String {
        do {
            if !isSecret { try check(text) }
        } catch let error as SettingError {
            if case .choice = form { throw ValidationError(error.expected) }
            throw error
        }
        return text
    }
}
