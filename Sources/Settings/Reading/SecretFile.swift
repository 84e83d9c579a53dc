import Audit

enum SecretFile {
    private static let limit = 64 << 10

    /// Returns the lines of a file, of which the first is not empty; `subject` begins an error, which quotes no line.
    static func lines(of path: String, _ subject: String, omitsEmpty: Bool = false) throws(UsageError) -> [String] {
        let file: FileBytes
        do throws(FileReadError) {
            file = try FileBytes(path: path, limit: limit)
        } catch {
            throw UsageError("\(subject) cannot be read: \(error.reason)")
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
