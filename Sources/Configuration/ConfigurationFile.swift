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
    public var missingFiles: [String] {
        let lists = (settings.text("list") ?? "").split(separator: "\n").filter { $0 != "-" }.map(String.init)
        var problems: [String] = []
        for file in lists + [settings.text("cacert")].compactMap({ $0 }) where access(file, R_OK) != 0 {
            problems.append("\(VisibleText.quote(file)) cannot be read: \(String(cString: strerror(errno)))")
        }
        for output in (settings.text("output") ?? "").split(separator: "\n") {
            guard let request = try? OutputRequest(String(output)), case .file(let file) = request.destination else {
                continue
            }
            let folder = ConfigurationPlace(file: file).folder
            if !folder.isEmpty, access(folder, W_OK | X_OK) != 0 {
                problems.append(
                    "there is no folder for \(VisibleText.quote(file)) that can be written: \(String(cString: strerror(errno)))"
                )
            }
        }
        return problems
    }

    private static func bytes(of path: String) throws(YAMLFault) -> [UInt8] {
        guard path != "-" else {
            throw YAMLFault(nil, "the configuration is not read from the standard input; name a file")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw YAMLFault(nil, "it is a folder; name the file in it")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= YAMLText.mostBytes {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable() }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private static func unreadable() -> YAMLFault {
        YAMLFault(nil, "the file cannot be read: \(String(cString: strerror(errno)))")
    }
}
