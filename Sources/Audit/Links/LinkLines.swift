import Basics
import Platform

/// Reads a list of URLs line by line, regardless of its length.
///
/// Skips empty lines and lines that begin with `#`, and removes a byte order mark and white space around URLs.
package struct LinkLines: ~Copyable {
    private var reader: LineReader

    /// Opens the list at `path`; `-` is the standard input.
    package init(path: String) throws(ListError) { reader = LineReader(try ListFile(path: path), until: StopSignal()) }

    package struct Line: Hashable, Sendable {
        /// The text, in which bytes that are not UTF-8 are replaced by U+FFFD.
        package var text: String
        package var isUTF8: Bool
    }

    /// Returns the next line that is not empty; `nil` at the end.
    package mutating func next() throws -> Line? {
        while let read = try reader.next() {
            var bytes = read[...]
            if reader.lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
            bytes = bytes.trimming(\.isBlank)
            guard let first = bytes.first, first != UInt8(ascii: "#") else { continue }
            if let text = String(validating: bytes, as: UTF8.self) { return Line(text: text, isUTF8: true) }
            return Line(text: String(decoding: bytes, as: UTF8.self), isUTF8: false)
        }
        return nil
    }
}
