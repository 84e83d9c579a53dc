import Audit
import Basics
import Findings
import Platform
import Reports

extension Configuration {
    /// Reads the file at `path`.
    ///
    /// - Throws: `ConfigurationError` where it cannot be read, and with everything that is wrong in it.
    public init(file path: String) throws(ConfigurationError) {
        let bytes: [UInt8]
        do throws(YAMLFault) {
            bytes = try Self.bytes(of: path)
        } catch {
            throw ConfigurationError(path: path, error)
        }
        try self.init(bytes, path: path)
        var problems: [ConfigurationProblem] = []
        for include in includes { add(include.path, from: include.mark, &problems) }
        guard problems.isEmpty else { throw ConfigurationError(path: path, problems) }
    }

    /// Adds what an included file has: nothing may be said twice.
    private mutating func add(_ file: String, from mark: YAMLMark, _ problems: inout [ConfigurationProblem]) {
        let included: Configuration
        do throws(ConfigurationError) {
            included = try Configuration(Self.bytes(of: file, includedAt: mark, path), path: file, isIncluded: true)
        } catch {
            problems += error.problems.map { problem in
                var problem = problem
                // What is wrong with the file as a whole is said where it is named.
                problem.file = error.path == path ? nil : file
                return problem
            }
            return
        }
        func note(_ message: String) {
            problems.append(
                ConfigurationProblem(file: nil, line: mark.line, column: mark.column, message: "\(file): \(message)"))
        }
        let known = Set(domains.compactMap { try? $0.result.get().domain })
        for entry in included.domains {
            guard let domain = try? entry.result.get().domain else { continue }
            if known.contains(domain) {
                note("\(VisibleText.quote(domain.authority)) is in another file already; once is enough")
            }
        }
        for code in included.severities.keys.sorted(by: { $0.rawValue < $1.rawValue }) where severities[code] != nil {
            note("the severity of \(code.rawValue) is in another file already; once is enough")
        }
        domains += included.domains
        owners += included.owners
        waivers = WaiverList(waivers.rules + included.waivers.rules)
        severities.merge(included.severities) { first, _ in first }
    }

    private static func bytes(
        of file: String, includedAt mark: YAMLMark, _ path: String
    ) throws(ConfigurationError) -> [UInt8] {
        do throws(YAMLFault) {
            return try bytes(of: file)
        } catch {
            throw ConfigurationError(
                path: path,
                [
                    ConfigurationProblem(
                        line: mark.line, column: mark.column, message: "\(VisibleText.escape(file)): \(error.message)")
                ])
        }
    }

    /// The files that the configuration names and that cannot be read, and the folders of outputs that are not there.
    ///
    /// - Parameter used: Lists, outputs as ``OutputRequest`` writes them, and roots that are in use; `nil` for all.
    /// - Returns: One problem in words for each of them.
    public func missingFiles(among used: Set<String>? = nil) -> [String] {
        func named(_ key: String) -> [String] { (settings[key] ?? []).filter { used?.contains($0) ?? true } }
        var problems: [String] = []
        for file in named("lists").filter({ $0 != "-" }) + named("cacert") {
            if access(file, R_OK) != 0 {
                problems.append("\(VisibleText.quote(file)) cannot be read: \(String(cString: strerror(errno)))")
            } else if Self.isFolder(file) {
                problems.append("\(VisibleText.quote(file)) is a folder; name a file in it")
            }
        }
        for path in named("entitlements") where access(path, R_OK) != 0 {
            problems.append("\(VisibleText.quote(path)) cannot be read: \(String(cString: strerror(errno)))")
        }
        for output in named("outputs") {
            guard let request = try? OutputRequest(output), case .file(let file) = request.destination else {
                continue
            }
            let isSite = request.format == .site && Self.isFolder(file)
            let folder = isSite ? file : ConfigurationPlace(file: file).folder
            if !folder.isEmpty, access(folder, W_OK | X_OK) != 0 {
                problems.append(
                    "there is no folder for \(VisibleText.quote(file)) that can be written: \(String(cString: strerror(errno)))"
                )
            }
        }
        return problems
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All bytes of a file of a configuration: part of one would be another configuration.
    static func bytes(of path: String) throws(YAMLFault) -> [UInt8] {
        guard path != "-" else {
            throw YAMLFault(nil, "the configuration is not read from the standard input; name a file")
        }
        if isFolder(path) { throw YAMLFault(nil, "it is a folder; name the file in it") }
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: YAMLText.mostBytes)
        } catch {
            throw YAMLFault(nil, "the file cannot be read: \(error.reason)")
        }
        guard !file.isCapped else { throw YAMLText.tooLarge }
        return file.bytes
    }
}
