import Basics
import Platform

/// Reads one list: one target per line, or CSV with a header that contains a `domain` column.
final class ListReader {
    private let path: String
    let isRegularFile: Bool
    private var lines: LineReader
    /// The columns of a CSV file; `nil` for a text list, and before the header has been read.
    private var columns: ListColumns?
    private var hasCheckedHeader = false

    init(_ file: ListFile, until stop: StopSignal) {
        path = file.path
        isRegularFile = file.isRegularFile
        lines = LineReader(file, until: stop)
    }

    /// Returns the next row; `nil` at the end.
    ///
    /// - Throws: ``ListError``, or `CancellationError` if the stop signal was raised.
    func next() throws -> TargetEntry? {
        while var line = try lines.next() {
            if lines.lineNumber == 1 { line = try Self.withoutByteOrderMark(line, of: path) }
            let firstLineNumber = lines.lineNumber
            var entry: TargetEntry
            if let columns {
                if line.allSatisfy(\.isBlank) { continue }
                let (fields, isLatin1) = try record(line, columns.delimiter).decoded
                entry = columns.entry(fields, asLatin1: isLatin1)
            } else {
                guard let text = Self.targetText(in: line) else { continue }
                if !hasCheckedHeader {
                    hasCheckedHeader = true
                    columns = try ListColumns(header: line, of: path)
                    if columns != nil { continue }
                }
                entry = TargetEntry(text)
            }
            entry.origin = .line(firstLineNumber, of: path)
            return entry
        }
        return nil
    }

    /// Reads a record, which spans several lines if a quoted field contains line breaks.
    private func record(_ line: [UInt8], _ delimiter: UInt8) throws -> CSVRecord {
        let firstLine = lines.lineNumber
        var record = CSVRecord(delimiter: delimiter)
        var isComplete = record.addLine(line)
        while !isComplete {
            guard record.byteCount <= LineReader.maxLineLength, let more = try lines.next() else {
                throw ListError.unterminatedQuote(path: path, line: firstLine)
            }
            isComplete = record.addLine(more)
        }
        return record
    }

    static func withoutByteOrderMark(_ line: [UInt8], of path: String) throws(ListError) -> [UInt8] {
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(line.dropFirst(3)) }
        if line.starts(with: [0xFF, 0xFE]) || line.starts(with: [0xFE, 0xFF]) {
            throw .notUTF8(path: path, found: "UTF-16")
        }
        return line
    }

    /// Returns the content of a line of a text list; `nil` for a blank line or a comment.
    private static func targetText(in line: [UInt8]) -> String? {
        let text = withoutComment(line).trimming { $0 <= 0x20 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns a line without its comment.
    ///
    /// A `#` begins a comment at the start of the line or after a blank; otherwise it may begin the fragment of a URL.
    static func withoutComment(_ line: [UInt8]) -> ArraySlice<UInt8> {
        let end = line.indices.first { line[$0] == 0x23 && ($0 == 0 || line[$0 - 1] <= 0x20) } ?? line.endIndex
        return line[..<end]
    }
}
