package import Audit
import Basics
package import Findings
import Platform
import Reports

package import struct Foundation.Date

/// The content of a configuration file.
///
/// The file is read only if the user names it: an untrusted folder must not be able to set a proxy or an output.
package struct Configuration: Sendable {
    package let path: String
    /// The validated texts of settings by keys such as `max_retries`; they may be secrets.
    package internal(set) var settings: [String: [String]] = [:]
    package internal(set) var domains: [TargetEntry] = []
    /// The rules that assign owners to the domains that match a pattern, in order.
    package internal(set) var owners: [OwnerRule] = []
    package internal(set) var waivers = WaiverList()
    package internal(set) var severities: [FindingCode: Severity] = [:]
    package internal(set) var webhooks: [TeamWebhook] = []

    /// The included files with paths relative to the working folder, and the positions at which they are named.
    private(set) var includes: [(path: String, mark: YAMLMark)] = []

    package var includedFiles: [String] { includes.map(\.path) }

    /// Parses the bytes of a file; paths in it are relative to its folder, and an included file has no settings.
    ///
    /// - Throws: `ConfigurationError` with all problems; if a key is repeated, only with that problem.
    package init(_ bytes: [UInt8], path: String, isIncluded: Bool = false) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        self.init(bytes, path: path, isIncluded: isIncluded, &problems)
        guard problems.isEmpty else { throw ConfigurationError(path: path, problems) }
    }

    init(_ bytes: [UInt8], path: String, isIncluded: Bool, _ problems: inout [ConfigurationProblem]) {
        self.path = path
        var reader = ConfigurationReader(path: path)
        do throws(ConfigurationProblem) {
            let document = try YAMLDocument(bytes)
            problems += document.problems
            if let root = document.root, !root.isNull { read(root, isIncluded: isIncluded, with: &reader) }
        } catch {
            problems.append(error)
        }
        problems += reader.problems
    }

    private mutating func read(_ root: YAMLValue, isIncluded: Bool, with reader: inout ConfigurationReader) {
        let groupsOfMainFile = ["include", "webhooks"]
        let groups = FileKey.groups.map(\.name).filter { !isIncluded || !groupsOfMainFile.contains($0) }
        let keysOfMainFile = isIncluded ? ConfigurationReader.settingKeys + groupsOfMainFile : []
        let places: [(keys: [String], hint: String)] = [
            (keysOfMainFile, "it belongs to the file that includes this one"),
            (FileKey.domain.map(\.name), "it belongs to a domain, under “domains”"),
            (["code", "reason", "until", "accepted_by"], "it belongs to a waiver, under “waivers”"),
            (FileKey.expect.map(\.name), "it belongs to a domain, under “expect”"),
        ]
        let hints = places.flatMap { place in place.keys.map { ($0, place.hint) } }
        let members = reader.members(
            of: root, isIncluded ? "an included file" : "the configuration",
            keys: isIncluded ? groups : ConfigurationReader.settingKeys + groups,
            elsewhere: Dictionary(hints) { first, _ in first })
        guard let members else { return }
        includes = reader.includes(members["include"]?.value)
        webhooks = reader.webhooks(members["webhooks"]?.value)
        owners = reader.owners(members["owners"]?.value)
        settings = reader.settings(members)
        domains = reader.domains(members["domains"]?.value)
        waivers = WaiverList(reader.waivers(members["waivers"]?.value))
        severities = reader.severities(members["severities"]?.value)
    }

    /// Returns a summary in one line; `targets` includes those of lists, and `date` decides which waivers have ended.
    package func summary(targets: Int?, at date: Date) -> String {
        let domains = domains.compactMap { try? $0.result.get() }
        let expecting = domains.count { $0.expectations != nil }
        let ended = waivers.endedRules(at: date).count
        var parts = [
            Phrase.count(targets ?? domains.count, "domain")
                + (expecting > 0 ? " (\(expecting) with expectations)" : ""),
            Phrase.count(waivers.rules.count, "waiver") + (ended > 0 ? " (\(ended) ended)" : ""),
        ]
        if !owners.isEmpty { parts.append(Phrase.count(owners.count, "owner")) }
        if !severities.isEmpty { parts.append(Phrase.count(severities.count, "severity", "severities")) }
        if !webhooks.isEmpty { parts.append(Phrase.count(webhooks.count, "team webhook")) }
        parts.append(Phrase.count(settings.count, "setting"))
        for key in ["lists", "outputs"] {
            if let texts = settings[key] { parts.append("\(key): " + texts.joined(separator: ", ")) }
        }
        return "\(path) is valid: \(parts.joined(separator: "; "))."
    }
}

/// The folder of a configuration, to which the paths in the file are relative.
package struct ConfigurationFolder: Sendable {
    /// The folder with a slash at the end; empty for the working folder.
    let folder: String

    package init(file: String) { folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Returns a path relative to the working folder; `-` remains the standard input or output.
    package func path(_ text: String) -> String { text == "-" || text.hasPrefix("/") ? text : folder + text }

    func output(_ text: String) throws -> String {
        let request = try OutputRequest(text)
        return switch request.destination {
        case .standardOutput: request.description
        case .file(let file): OutputRequest(format: request.format, destination: .file(path(file))).description
        }
    }
}

extension Configuration {
    package init(file path: String) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        self.init(file: path, &problems)
        guard problems.isEmpty else { throw ConfigurationError(path: path, problems) }
    }

    /// Reads the valid parts of the file at `path` and of those that it includes.
    package init(file path: String, _ problems: inout [ConfigurationProblem]) {
        var bytes: [UInt8] = []
        do throws(ConfigurationProblem) {
            bytes = try Self.bytes(of: path)
        } catch {
            problems.append(error)
        }
        self.init(bytes, path: path, isIncluded: false, &problems)
        for include in includes { add(include.path, from: include.mark, &problems) }
    }

    /// Adds the content of an included file; nothing may be specified twice.
    private mutating func add(_ file: String, from mark: YAMLMark, _ problems: inout [ConfigurationProblem]) {
        // Problems with the file as a whole are reported at the position of its name under “include”.
        func note(_ message: String) { problems.append(ConfigurationProblem(message, at: mark)) }
        let bytes: [UInt8]
        do throws(ConfigurationProblem) {
            bytes = try Self.bytes(of: file)
        } catch {
            note("\(VisibleText.escape(file)): \(error.message)")
            return
        }
        var includedProblems: [ConfigurationProblem] = []
        let included = Configuration(bytes, path: file, isIncluded: true, &includedProblems)
        guard includedProblems.isEmpty else {
            problems += ConfigurationError(path: file, includedProblems).problems.map { problem in
                var problem = problem
                problem.file = file == path ? nil : file
                return problem
            }
            return
        }
        let known = Set(domains.compactMap { try? $0.result.get().domain })
        for domain in included.domains.compactMap({ try? $0.result.get().domain }) where known.contains(domain) {
            note("\(file): \(VisibleText.quote(domain.authority)) is in another file already")
        }
        for code in included.severities.keys.sorted(by: { $0.rawValue < $1.rawValue }) where severities[code] != nil {
            note("\(file): the severity of \(code.rawValue) is in another file already")
        }
        domains += included.domains
        owners += included.owners
        waivers = WaiverList(waivers.rules + included.waivers.rules)
        severities.merge(included.severities) { first, _ in first }
    }

    /// Returns the problems of the files in `used` that cannot be read, or whose folders cannot be written to.
    package func fileProblems(among used: [String]) -> [String] {
        unusableFiles.filter { used.contains($0.text) }.map(\.problem)
    }

    /// Removes all files that ``fileProblems(among:)`` would report, and returns their problems.
    package mutating func removeUnusableFiles() -> [String] {
        let unusableFiles = unusableFiles
        for (key, text, _) in unusableFiles {
            let rest = (settings[key] ?? []).filter { $0 != text }
            settings[key] = rest.isEmpty ? nil : rest
        }
        return unusableFiles.map(\.problem)
    }

    private var unusableFiles: [(key: String, text: String, problem: String)] {
        let checks: [(String, (String) -> String?)] = [
            ("lists", Self.problem(ofFile:)), ("cacert", Self.problem(ofFile:)),
            ("entitlements", Self.problem(ofReading:)), ("outputs", Self.problem(ofOutput:)),
        ]
        return checks.flatMap { key, problem in
            (settings[key] ?? []).compactMap { text in problem(text).map { (key, text, $0) } }
        }
    }

    private static func problem(ofReading path: String) -> String? {
        guard access(path, R_OK) != 0 else { return nil }
        return "\(VisibleText.quote(path)) cannot be read: \(systemError())"
    }

    private static func problem(ofFile path: String) -> String? {
        if path == "-" { return nil }
        return problem(ofReading: path)
            ?? (isFolder(path) ? "\(VisibleText.quote(path)) is a folder; specify a file in it" : nil)
    }

    private static func problem(ofOutput output: String) -> String? {
        guard let request = try? OutputRequest(output), case .file(var file) = request.destination else { return nil }
        // A site creates its own folder, so only the folder above must exist; trailing slashes are ignored.
        while request.format == .site, file.count > 1, file.hasSuffix("/") { file.removeLast() }
        let folder = request.format == .site && isFolder(file) ? file : ConfigurationFolder(file: file).folder
        guard !folder.isEmpty, access(folder, W_OK | X_OK) != 0 else { return nil }
        let reason = systemError()
        return "there is no writable folder for \(VisibleText.quote(file)): \(reason)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns all bytes of a configuration file; throws an error instead of returning a part of it.
    static func bytes(of path: String) throws(ConfigurationProblem) -> [UInt8] {
        guard path != "-" else {
            throw ConfigurationProblem("the configuration is not read from the standard input; specify a file")
        }
        if isFolder(path) { throw ConfigurationProblem("it is a folder; specify the file in it") }
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: YAMLText.maxBytes)
        } catch {
            throw ConfigurationProblem("the file cannot be read: \(error.reason)")
        }
        guard !file.isCapped else { throw YAMLText.tooLarge }
        return file.bytes
    }
}
