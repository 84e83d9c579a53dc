import Foundation

/// A file of the repository that is generated from the code, completely or in part.
///
/// Tests compare it with the generated content. With `TEST_GENERATE=1` in the environment, they write it instead.
public struct GeneratedFile: Sendable {
    private let url: URL

    /// Creates a file at a path relative to the root of the repository.
    public init(_ path: String) { url = Repository.root.appending(path: path) }

    /// Returns the content of the file, and the expected content, which `generate` makes from the content.
    public func texts(_ generate: (String) throws -> String) throws -> (found: String, expected: String) {
        let isWritten = ProcessInfo.processInfo.environment["TEST_GENERATE"] == "1"
        let isNew = isWritten && !FileManager.default.fileExists(atPath: url.path)
        let found = isNew ? "" : try String(contentsOf: url, encoding: .utf8)
        let expected = try generate(found)
        guard isWritten else { return (found, expected) }
        try Data(expected.utf8).write(to: url)
        return (expected, expected)
    }

    /// Returns the content of the file, and the expected content.
    ///
    /// The expected content contains the output of `run` in each code block that begins with a command.
    ///
    /// - Parameters:
    ///   - commands: The first lines of the code blocks, without “$ ”.
    ///   - run: Returns the output of a command.
    /// - Returns: Both texts; equal if the file was written.
    /// - Throws: Errors from `run`; a ``SupportError`` if the file has no code block for a command.
    public func texts(
        commands: [String], _ run: (String) async throws -> String
    ) async throws -> (found: String, expected: String) {
        var blocks: [(head: String, text: String)] = []
        for command in commands {
            blocks.append(("\n```\n$ \(command)\n", try await run(command).trimmingCharacters(in: .newlines)))
        }
        return try texts { text in
            var text = text
            for block in blocks {
                guard let head = text.range(of: block.head),
                    let end = text.range(of: "\n```", range: text.index(before: head.upperBound)..<text.endIndex)
                else { throw SupportError("\(url.lastPathComponent) has no block that begins with \(block.head)") }
                text.replaceSubrange(head.upperBound..<end.upperBound, with: block.text + "\n```")
            }
            return text
        }
    }
}
