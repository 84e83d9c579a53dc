import Audit
import Basics
import Findings
import Platform
import Reports

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
        // Problems with the file as a whole are at the position where it is named.
        func note(_ message: String) { problems.append(ConfigurationProblem(message, at: mark)) }
        let bytes: [UInt8]
        do throws(ConfigurationProblem) {
            bytes = try Self.bytes(of: file)
        } catch {
            note("\(VisibleText.escape(file)): \(error.message)")
            return
        }
        let included: Configuration
        do throws(ConfigurationError) {
            included = try Configuration(bytes, path: file, isIncluded: true)
        } catch {
            problems += error.problems.map { problem in
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

    /// Returns the problems of unreadable files and missing folders of outputs among those in `used`.
    package func missingFiles(among used: [String]) -> [String] {
        missing.filter { used.contains($0.text) }.map(\.problem)
    }

    /// Removes the files that ``missingFiles(among:)`` reports, and returns its result.
    package mutating func removeMissingFiles() -> [String] {
        let missing = missing
        for (key, text, _) in missing {
            let rest = (settings[key] ?? []).filter { $0 != text }
            settings[key] = rest.isEmpty ? nil : rest
        }
        return missing.map(\.problem)
    }

    private var missing: [(key: String, text: String, problem: String)] {
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
