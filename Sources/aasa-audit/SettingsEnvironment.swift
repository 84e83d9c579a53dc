import ArgumentParser
import Audit
import Configuration

/// The settings that the environment makes, `AASA_AUDIT_` and the name of the flag as in `AASA_AUDIT_MAX_RETRIES=0`, and
/// those of a configuration file.
///
/// A flag on the command line goes before its variable, a variable before the file. An empty variable says nothing.
struct SettingsEnvironment {
    static let prefix = "AASA_AUDIT_"

    private let variables: [String: String]
    private let file: FileSettings
    private var known: Set<String> = []

    /// Creates the settings of an environment and a configuration file.
    init(_ variables: [String: String], file: FileSettings = FileSettings()) {
        self.variables = variables.filter { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }
        self.file = file
    }

    /// `given` from the command line, else the value of the variable of `flag` (as in `max-retries`), else that of the
    /// file, read by `read`.
    mutating func value<Value>(_ given: Value?, _ flag: String, _ read: (String) throws -> Value) throws -> Value? {
        let name = variable(flag)
        if let given { return given }
        guard let text = variables[name] else { return try file.text(flag).map(read) }
        do {
            return try read(text)
        } catch {
            throw ValidationError("The value of the environment variable \(name) is not right: \(error)")
        }
    }

    /// Whether the environment says something of `flag`.
    func has(_ flag: String) -> Bool { variables[Self.name(of: flag)] != nil }

    /// The same for a flag that may be given several times; the variable has one value a line.
    mutating func values<Value>(_ given: [Value], _ flag: String, _ read: (String) throws -> Value) throws -> [Value] {
        try value(given.isEmpty ? nil : given, flag) { text in
            try text.split(whereSeparator: \.isNewline).map { try read(String($0)) }
        } ?? []
    }

    /// The same for a flag that has no value: `nil` where neither says anything.
    mutating func flag(_ given: Bool, _ flag: String) throws -> Bool? {
        try value(given ? true : nil, flag, Self.truth)
    }

    /// The same for two flags that exclude each other: whoever says something of one of them decides on both.
    mutating func either(
        _ first: (given: Bool, flag: String), or second: (given: Bool, flag: String)
    ) throws -> (Bool, Bool) {
        let names = (variable(first.flag), variable(second.flag))
        if first.given || second.given { return (first.given, second.given) }
        let isInEnvironment = has(first.flag) || has(second.flag)
        var source = isInEnvironment ? SettingsEnvironment(variables) : SettingsEnvironment([:], file: file)
        let both = (
            try source.flag(false, first.flag) ?? false, try source.flag(false, second.flag) ?? false
        )
        if both.0 && both.1 { throw ValidationError("\(names.0) and \(names.1) exclude each other.") }
        return both
    }

    private static func truth(_ text: String) throws -> Bool {
        switch text.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw SettingError(found: "“\(text)” was found", expected: "1, true, yes, 0, false or no is allowed")
        }
    }

    /// The same for a flag with a fixed set of values.
    mutating func choice<Choice>(_ given: Choice?, _ flag: String) throws -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        try value(given, flag) { text in
            guard let choice = Choice(rawValue: text) else {
                let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingError(found: "“\(text)” was found", expected: "one of \(names) is allowed")
            }
            return choice
        }
    }

    /// The variables that no flag has asked for, in order: most likely misspelt.
    var unknown: [String] { variables.keys.filter { !known.contains($0) }.sorted() }

    private mutating func variable(_ flag: String) -> String {
        let name = Self.name(of: flag)
        known.insert(name)
        return name
    }

    private static func name(of flag: String) -> String { prefix + flag.uppercased().replacing("-", with: "_") }
}
