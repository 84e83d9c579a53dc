import Audit
import Basics

/// Files that hold secrets, each in a line.
enum SecretFile {
    /// The most bytes of such a file.
    private static let limit = 64 << 10

    /// The lines of a file, at least one; the first is not empty.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - subject: The file, as the beginning of a sentence.
    ///   - omitsEmpty: Whether lines that are empty do not count.
    /// - Returns: Its lines.
    /// - Throws: `UsageError`, which repeats nothing of the file.
    static func lines(
        of path: String, _ subject: String, omitsEmpty: Bool = false
    ) throws(UsageError) -> [String] {
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: limit)
        } catch {
            throw UsageError("\(subject) cannot be read: \(error.reason)")
        }
        guard !file.isCapped else {
            throw UsageError("\(subject) has more than \(limit >> 10) KiB; it must contain one secret.")
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
