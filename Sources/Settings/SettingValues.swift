package import Findings

/// The values of the settings of a group, by the names of the properties, as in `network.timeout`.
@dynamicMemberLookup
package struct SettingValues<Group: SettingGroup>: Sendable {
    let given: [String: GivenValue]

    package subscript<Value>(dynamicMember path: KeyPath<Group, Setting<Value>>) -> Value {
        let setting = Group.table[keyPath: path]
        return setting.value(given[setting.entry.key]?.value)
    }

    /// Returns the source of the value of a setting; `nil` for a default.
    package func source<Value>(of path: KeyPath<Group, Setting<Value>>) -> SettingEntry.Source? {
        given[Group.table[keyPath: path].entry.key]?.source
    }

    /// The settings as reports show them, without secrets; those that are always shown come first.
    package var reportedOptions: Evidence {
        var options = Evidence()
        for always in [true, false] {
            for setting in Group.settings where (setting.entry.display == .always) == always {
                if let shown = setting.shown(given[setting.entry.key]?.value) { options[shown.key] = shown.value }
            }
        }
        return options
    }
}

struct GivenValue: Sendable {
    let value: any Sendable
    let source: SettingEntry.Source
}

protocol AnySetting: Sendable {
    var entry: SettingEntry { get }
    /// Returns the report's entry for the given value, else for the default; `nil` if reports show nothing.
    func shown(_ given: (any Sendable)?) -> Evidence.Entry?
}

extension Setting: AnySetting {
    func value(_ given: (any Sendable)?) -> Value { given as? Value ?? fallback }

    func shown(_ given: (any Sendable)?) -> Evidence.Entry? {
        let value = value(given)
        switch entry.display {
        case .never: return nil
        case .always: return Evidence.Entry(key: entry.shownName, value: record(value) ?? .null)
        case .whenSet: return record(value).map { Evidence.Entry(key: entry.shownName, value: $0) }
        case .under(let name, let text):
            return value as? Bool == true ? Evidence.Entry(key: name, value: .string(text)) : nil
        }
    }
}

extension Evidence {
    package mutating func add(severities: [FindingCode: Severity]) {
        guard !severities.isEmpty else { return }
        var object = Evidence()
        for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            object[code.rawValue] = .string(severity.rawValue)
        }
        self["severities"] = .object(object)
    }
}
