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
        let settings = Group.settings
        let ordered = settings.filter { $0.entry.display == .always } + settings.filter { $0.entry.display != .always }
        for setting in ordered {
            guard let option = setting.reportedOption(given[setting.entry.key]?.value) else { continue }
            options[option.key] = option.value
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
    /// Returns the setting as reports show it, with the given value or the default; `nil` if they do not show it.
    func reportedOption(_ given: (any Sendable)?) -> Evidence.Entry?
}

extension Setting: AnySetting {
    func value(_ given: (any Sendable)?) -> Value { given as? Value ?? defaultValue }

    func reportedOption(_ given: (any Sendable)?) -> Evidence.Entry? {
        let value = value(given)
        let reported = reportedValue(value)
        return switch entry.display {
        case .never: nil
        case .always: Evidence.Entry(key: entry.reportedName, value: reported ?? .null)
        case .whenSet: reported.map { Evidence.Entry(key: entry.reportedName, value: $0) }
        case .under(let name, let text):
            value as? Bool == true ? Evidence.Entry(key: name, value: .string(text)) : nil
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
