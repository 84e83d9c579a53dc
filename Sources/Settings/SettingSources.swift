import Audit
import Basics

/// The environment and a configuration file, which provide settings that the command line does not contain.
///
/// A flag takes precedence over its variable, and a variable over the file. An empty variable is ignored.
package struct SettingSources: Sendable {
    package static let prefix = "AASA_AUDIT_"

    private let variables: [String: String]
    private let file: [String: [String]]

    package init(_ variables: [String: String], file: [String: [String]]? = nil) {
        self.variables = variables.filter { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }
        self.file = file ?? [:]
    }

    /// Returns these sources without the values of `entries`, which only the command line can then specify.
    package func without(_ entries: SettingEntry...) -> SettingSources {
        let keys = entries.map(\.key)
        let names = entries.flatMap { [$0.variable, $0.fileVariable] }
        return SettingSources(
            variables.filter { !names.contains($0.key) }, file: file.filter { !keys.contains($0.key) })
    }

    /// Returns the sources without invalid and contradictory values, and the problem of each.
    package func withoutInvalidValues() -> (sources: SettingSources, problems: [UsageError]) {
        var sources = self
        var problems: [UsageError] = []
        var given: [String: GivenValue] = [:]
        func attempt(_ entry: SettingEntry, _ body: () throws(UsageError) -> Void) {
            do throws(UsageError) {
                try body()
            } catch {
                problems.append(error)
                sources = sources.without(entry)
            }
        }
        for entry in SettingTable.entries {
            attempt(entry) { () throws(UsageError) in given[entry.key] = try value(of: entry, nil) }
        }
        for entry in SettingTable.entries {
            attempt(entry) { () throws(UsageError) in try resolveExclusion(of: entry, in: &given) }
        }
        return (sources, problems)
    }

    /// The sorted names of variables that belong to no setting, most of which are misspelt.
    package var unknown: [String] {
        let known = Set(SettingTable.entries.flatMap { [$0.variable, $0.fileVariable] })
        return variables.keys.filter { !known.contains($0) }.sorted()
    }

    /// Returns the values of a group with their sources; `commandLine` contains the texts of flags by keys of settings.
    package func values<Group>(
        of group: Group.Type, commandLine: [String: [String]] = [:]
    ) throws(UsageError) -> SettingValues<Group> {
        var given: [String: GivenValue] = [:]
        for entry in Group.entries { given[entry.key] = try value(of: entry, commandLine[entry.key]) }
        for entry in Group.entries { try resolveExclusion(of: entry, in: &given) }
        return SettingValues(given: given)
    }

    /// Returns whether the file determines a value: neither the command line nor the environment sets another one.
    package func fileDecides(_ key: String, commandLine: [String: [String]]) -> Bool {
        let variable = SettingTable.entries.first { $0.key == key }.flatMap { variables[$0.variable] }
        guard let texts = commandLine[key] ?? variable.map({ [$0] }) else { return true }
        return texts == file[key]
    }

    package func value<Value>(of setting: Setting<Value>, commandLine: String? = nil) throws(UsageError) -> Value {
        setting.value(try value(of: setting.entry, commandLine.map { [$0] })?.value)
    }

    private func value(of entry: SettingEntry, _ commandLine: [String]?) throws(UsageError) -> GivenValue? {
        if let commandLine { return try read(commandLine, of: entry, .commandLine, "The value for --\(entry.flag)") }
        if let text = variables[entry.variable] {
            if let other = entry.fileVariable, variables[other] != nil {
                throw UsageError(
                    "\(entry.variable) and \(other) cannot both be set: keep \(entry.variable) for the value itself, "
                        + "or \(other) for the path of a file with the value.")
            }
            let texts = entry.count == .many ? text.split(whereSeparator: \.isNewline).map(String.init) : [text]
            return try read(texts, of: entry, .environment, "The value of the environment variable \(entry.variable)")
        }
        if let name = entry.fileVariable, let path = variables[name] {
            let isList = entry.count == .many
            let lines = try SecretFile.lines(
                of: path, "The file \(VisibleText.quote(path)) specified by \(name)", omitsEmpty: isList)
            // A file with one secret may contain more lines.
            let texts = isList ? lines : [lines[0]]
            return try read(texts, of: entry, .environment, "The value in the file specified by \(name)")
        }
        return try file[entry.key].flatMap { texts throws(UsageError) in
            try read(texts, of: entry, .file, "The value of “\(entry.key)” in the configuration")
        }
    }

    private func read(
        _ texts: [String], of entry: SettingEntry, _ source: SettingEntry.Source, _ subject: String
    ) throws(UsageError) -> GivenValue {
        do {
            return GivenValue(value: try entry.read(texts), source: source)
        } catch {
            throw UsageError("\(subject) is invalid: \(error)")
        }
    }

    /// Resolves a conflict between `entry` and the setting that it excludes, which is a switch.
    ///
    /// Of two switches from different sources, the one from the source with the higher precedence is kept. Two switches
    /// that the same source turns on are an error, and so is a value together with its switch on the command line.
    private func resolveExclusion(of entry: SettingEntry, in given: inout [String: GivenValue]) throws(UsageError) {
        guard let other = SettingTable.entries.first(where: { $0.key == entry.excludes }),
            let first = given[entry.key], let second = given[other.key]
        else { return }
        if first.source == second.source {
            // Only on the command line does a value contradict its switch; elsewhere, the switch turns the value off.
            let firstContradicts = first.value as? Bool ?? (first.source == .commandLine)
            guard firstContradicts, second.value as? Bool == true else { return }
            let names = [entry, other].map { entry in
                switch first.source {
                case .commandLine: entry.short.map { "-\($0)" } ?? "--\(entry.flag)"
                case .environment: entry.variable
                case .file: "“\(entry.key)”"
                }
            }
            throw UsageError(
                "\(names[0]) and \(names[1]) cannot be used together: keep \(names[0]) to \(entry.purpose), or "
                    + "\(names[1]) to \(other.purpose).")
        }
        // A value and its switch are both kept, because the code that uses them compares their sources.
        guard first.value is Bool else { return }
        let overridden = first.source.rawValue < second.source.rawValue ? other : entry
        given[overridden.key] = nil
    }
}

enum SecretFile {
    private static let limit = 64 << 10

    /// Returns the lines of a file, of which the first is not empty; errors begin with `subject`, and quote no line.
    static func lines(of path: String, _ subject: String, omitsEmpty: Bool = false) throws(UsageError) -> [String] {
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: limit)
        } catch {
            throw UsageError("\(subject) cannot be read: \(error.reason).")
        }
        guard !file.isCapped else {
            throw UsageError("\(subject) has more than \(limit >> 10) KiB; at most this size is read.")
        }
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw UsageError("\(subject) is not UTF-8 text.")
        }
        let lines = text.split(omittingEmptySubsequences: omitsEmpty, whereSeparator: \.isNewline)
        guard let first = lines.first, !first.isEmpty else {
            throw UsageError("\(subject) \(lines.count > 1 ? "begins with an empty line" : "is empty").")
        }
        return lines.map(String.init)
    }
}
