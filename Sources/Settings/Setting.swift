import Basics
import Findings

/// A value that can be set by a flag, an environment variable, and a key of the configuration file.
package struct Setting<Value: Sendable>: Sendable {
    package let entry: SettingEntry
    package let defaultValue: Value
    /// Converts a value for reports; returns `nil` if there is nothing to show.
    let reportedValue: @Sendable (Value) -> EvidenceValue?
}

extension Setting {
    /// Creates a setting that always has a value, which replaces `{default}` in `help`.
    init(
        _ key: String, short: Character? = nil, _ kind: SettingKind<Value>, valueName: String? = nil,
        default defaultValue: Value, shown: SettingEntry.Display = .never, help: String
    ) {
        let text = kind.write(defaultValue)
        let entry = SettingEntry(
            key, short: short, kind, valueName, shown, defaultText: text, help: help.replacing("{default}", with: text)
        ) { try kind.read($0[0]) }
        self.init(entry: entry, defaultValue: defaultValue, reportedValue: kind.reportedValue)
    }

    /// Creates a setting that may have no value; `example` is a possible value.
    init<One>(
        _ key: String, short: Character? = nil, _ kind: SettingKind<One>, valueName: String? = nil,
        shown: SettingEntry.Display = .never, sources: Set<SettingEntry.Source> = SettingEntry.Source.all,
        isSecret: Bool = false, excludes: String? = nil, example: String? = nil, help: String
    ) where Value == One? {
        let entry = SettingEntry(
            key, short: short, kind, valueName, shown, sources: sources, isSecret: isSecret, excludes: excludes,
            example: example, help: help
        ) { try kind.read($0[0]) as One? }
        self.init(entry: entry, defaultValue: nil, reportedValue: { $0.map(kind.reportedValue) })
    }

    /// Creates a setting that can be specified several times; `example` is one of its values.
    init<One>(
        _ key: String, flag: String? = nil, short: Character? = nil, each kind: SettingKind<One>, valueName: String,
        shown: SettingEntry.Display = .never, sources: Set<SettingEntry.Source> = SettingEntry.Source.all,
        isSecret: Bool = false, example: String? = nil, help: String
    ) where Value == [One] {
        let entry = SettingEntry(
            key, flag: flag, short: short, kind, valueName, shown, count: .many, sources: sources, isSecret: isSecret,
            example: example, help: help
        ) { try $0.map(kind.read) }
        self.init(
            entry: entry, defaultValue: [],
            reportedValue: { $0.isEmpty ? Optional.none : .array($0.map(kind.reportedValue)) })
    }

    /// Creates a setting that is on or off; its flag turns it on.
    init(
        _ key: String, short: Character? = nil, shown: SettingEntry.Display = .never,
        sources: Set<SettingEntry.Source> = SettingEntry.Source.all, excludes: String? = nil, help: String
    ) where Value == Bool {
        let kind = Kind.boolean
        let entry = SettingEntry(
            key, short: short, kind, nil, shown, sources: sources, excludes: excludes, defaultText: "false", help: help
        ) { try kind.read($0[0]) }
        self.init(entry: entry, defaultValue: false, reportedValue: kind.reportedValue)
    }
}

/// The declaration of a setting, without the type of its values.
package struct SettingEntry: Sendable {
    /// The source of a value; the cases are in descending order of precedence.
    package enum Source: Int, CaseIterable, Sendable {
        case commandLine, environment, file

        static let all = Set(allCases)
    }

    /// The division of a value into texts.
    package enum Count: Sendable {
        case one
        /// Any number of texts: the flag can be repeated, a variable contains one per line, the file contains a list.
        case many
        /// One text with commas; a list in the file.
        case joined
    }

    /// Whether the `options` of a run show the value.
    package enum Display: Hashable, Sendable {
        case never
        /// The value is shown even if it is not set.
        case always
        case whenSet
        /// If the setting is on, `text` is shown under `name`, which several settings can share.
        case under(name: String, text: String)
    }

    /// The key in the file, such as `max_retries`.
    package let key: String
    /// The flag without its dashes, such as `max-retries`.
    package let flag: String
    package let short: Character?
    /// The name of the value in `--help`, or `nil` for the name of the flag.
    package let valueName: String?
    package let help: String
    package let form: SettingForm
    package let count: Count
    package let sources: Set<Source>
    /// Whether messages must not quote the value.
    package let isSecret: Bool
    /// The default in the notation of the file; `nil` if there is none.
    package let defaultText: String?
    /// An example of a value, for a setting without a default.
    package let example: String?
    /// The key of another setting that cannot be combined with this one.
    package let excludes: String?
    let display: Display
    /// The name in the `options` of a run, such as `maxRetries` or `timeoutMs`.
    let reportedName: String
    /// Reads the texts of a value; there is at least one.
    let read: @Sendable ([String]) throws -> any Sendable
    /// Converts a path that is relative to the folder of the file into one that is relative to the working folder.
    let rebase: @Sendable (String, ConfigurationFolder) throws -> String

    fileprivate init<Value, Whole: Sendable>(
        _ key: String, flag: String? = nil, short: Character? = nil, _ kind: SettingKind<Value>,
        _ valueName: String?, _ display: Display, count: Count? = nil, sources: Set<Source> = Source.all,
        isSecret: Bool = false, excludes: String? = nil, defaultText: String? = nil, example: String? = nil,
        help: String, read: @escaping @Sendable ([String]) throws -> Whole
    ) {
        self.key = key
        self.flag = flag ?? key.replacing("_", with: "-")
        self.short = short
        self.valueName = valueName
        self.help = help
        self.count = count ?? kind.count
        self.sources = sources
        self.isSecret = isSecret
        self.defaultText = defaultText
        self.example = example
        self.excludes = excludes
        self.display = display
        self.read = read
        form = kind.form
        rebase = kind.rebase
        let words = key.split(separator: "_")
        reportedName = words[0] + words.dropFirst().map { Phrase.capitalized($0) }.joined() + kind.unit
    }

    /// The environment variable, such as `AASA_AUDIT_MAX_RETRIES`.
    package var variable: String { SettingSources.prefix + flag.uppercased().replacing("-", with: "_") }

    /// The variable that specifies a file with the value; only for secrets.
    package var fileVariable: String? { isSecret ? variable + "_FILE" : nil }

    /// The purpose of the setting in words that can follow “to”: the first clause of the sentence in `--help`.
    var purpose: String { Phrase.lowered(help.replacing(/([.,:]| \().*/, with: "")) }

    /// Reads one text as a value, and throws an error if the text is invalid.
    package func check(_ text: String) throws { _ = try read([text]) }
}

/// The form of a value, for the file and for `--help`; a run limit is a whole number or a percentage.
package enum SettingForm: Sendable {
    case text, boolean, duration, runLimit
    case number(ClosedRange<Int>)
    case choice([String])
}

/// The importance of a log entry; the cases are in ascending order.
package enum LogLevel: String, Sendable, CaseIterable {
    case debug, info, notice, warning, error
}
