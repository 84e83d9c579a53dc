package import Findings

/// The values of the settings of a group, each by the name of its property, as in `network.timeout`.
@dynamicMemberLookup
package struct SettingValues<Group: SettingGroup>: Sendable {
    /// What was said of settings, by their keys.
    let given: [String: GivenValue]

    /// The value of a setting: what was said, else its default.
    package subscript<Value>(dynamicMember path: KeyPath<Group, Setting<Value>>) -> Value {
        let setting = Group.table[keyPath: path]
        return setting.value(given[setting.entry.key]?.value)
    }

    /// Who said what a setting is; `nil` where nobody did.
    package func source<Value>(of path: KeyPath<Group, Setting<Value>>) -> SettingEntry.Source? {
        given[Group.table[keyPath: path].entry.key]?.source
    }

    /// The settings as reports show them, without anything secret: first those that are always there.
    package var options: Evidence {
        var options = Evidence()
        for always in [true, false] {
            for setting in Group.settings where (setting.entry.display == .always) == always {
                if let shown = setting.shown(given[setting.entry.key]?.value) { options[shown.key] = shown.value }
            }
        }
        return options
    }
}

/// What was said of a setting, and by whom.
struct GivenValue: Sendable {
    let value: any Sendable
    let source: SettingEntry.Source
}

/// A setting the type of whose value does not matter.
protocol AnySetting: Sendable {
    var entry: SettingEntry { get }
    /// How reports show the value that was given, or the default; `nil` where they show nothing.
    func shown(_ given: (any Sendable)?) -> Evidence.Entry?
}

extension Setting: AnySetting {
    func value(_ given: (any Sendable)?) -> Value { given as? Value ?? fallback }

    func shown(_ given: (any Sendable)?) -> Evidence.Entry? {
        let value = value(given)
        switch entry.display {
        case .never: return nil
        case .always, .whenSet: return record(value).map { Evidence.Entry(key: entry.shownName, value: $0) }
        case .under(let name, let text):
            return value as? Bool == true ? Evidence.Entry(key: name, value: .string(text)) : nil
        }
    }
}
