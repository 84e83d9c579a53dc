import Platform

import class Foundation.FileManager

/// Runs `body` with a new directory, and then removes the directory with its contents.
public func withTemporaryDirectory<Result>(
    _ body: (_ path: String) async throws -> Result
) async throws -> Result {
    let path = try makeTemporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Creates a directory that only the current user can read, and returns its path.
func makeTemporaryDirectory() throws -> String {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/aasa-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
        throw SupportError("no temporary directory under \(parent): \(systemError())")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Writes bytes to a file that only the current user can read, replacing an existing one.
public func writeFile(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SupportError("\(path) cannot be written: \(systemError())") }
    defer { close(descriptor) }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw SupportError("\(path) cannot be written: \(systemError())") }
        rest = rest.dropFirst(count)
    }
}
