import Audit
import Basics
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
            throw ConfigurationError(path: path, [ConfigurationProblem(line: nil, column: nil, message: error.message)])
        }
        try self.init(bytes, path: path)
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

    private static func bytes(of path: String) throws(YAMLFault) -> [UInt8] {
        guard path != "-" else {
            throw YAMLFault(nil, "the configuration is not read from the standard input; name a file")
        }
        if isFolder(path) { throw YAMLFault(nil, "it is a folder; name the file in it") }
        do throws(FileReadError) {
            return try FileBytes(path: path, limit: YAMLText.mostBytes + 1).bytes
        } catch {
            throw YAMLFault(nil, "the file cannot be read: \(error.reason)")
        }
    }
}
