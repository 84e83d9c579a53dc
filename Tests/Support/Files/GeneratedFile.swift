import Foundation

/// A file of the repository that is made from the code, whole or in part.
///
/// Tests compare it with what the code makes of it. `TEST_GENERATE=1` in the environment writes it instead.
public struct GeneratedFile: Sendable {
    private let url: URL

    /// A file at a path from the root of the repository.
    public init(_ path: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    }

    /// What is in it, and what should be, which `generate` makes of what is in it.
    public func texts(_ generate: (String) throws -> String) throws -> (found: String, expected: String) {
        let found = try String(contentsOf: url, encoding: .utf8)
        let expected = try generate(found)
        guard ProcessInfo.processInfo.environment["TEST_GENERATE"] == "1" else { return (found, expected) }
        try Data(expected.utf8).write(to: url)
        return (expected, expected)
    }
}
