import ArgumentParser
import Audit

/// The settings that the environment makes: `AASA_AUDIT_` and the name of the flag, `AASA_AUDIT_MAX_RETRIES=0`.
///
/// A flag on the command line goes before its variable. An empty variable says nothing.
struct SettingsEnvironment {
    static let prefix = "AASA_AUDIT_"

    private let variables: [String: String]
    private var known: Set<String> = []

    /// Creates the settings of an environment.
    init(_ variables: [String: String]) {
        self.variables = variables.filter { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }
    }

    /// `given` from the command line, else the value of the variable of `flag` (as in `max-retries`), read by `read`.
    mutating func value<Value>(_ given: Value?, _ flag: String, _ read: (String) throws -> Value) throws -> Value? {
        let name = variable(flag)
        if let given { return given }
        guard let text = variables[name] else { return nil }
        do {
            return try read(text)
        } catch {
            throw ValidationError("The value of the environment variable \(name) is not right: \(error)")
        }
    }

    /// The same for a flag that may be given several times; the variable has one value a line.
    mutating func values<Value>(_ given: [Value], _ flag: String, _ read: (String) throws -> Value) throws -> [Value] {
        try value(given.isEmpty ? nil : given, flag) { text in
            try text.split(whereSeparator: \.isNewline).map { try read(String($0)) }
        } ?? []
    }

    /// The same for a flag that has no value: `nil` where neither says anything.
    mutating func flag(_ given: Bool, _ flag: String) throws -> Bool? {
        try value(given ? true : nil, flag) { text in
            switch text.lowercased() {
            case "1", "true", "yes": return true
            case "0", "false", "no": return false
            default:
                throw SettingError(found: "“\(text)” was found", expected: "1, true, yes, 0, false or no is allowed")
            }
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
        let name = Self.prefix + flag.uppercased().replacing("-", with: "_")
        known.insert(name)
        return name
    }
}
