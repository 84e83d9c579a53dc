import Basics
import Findings

struct FileExcerpt {
    /// The shown part of the line, with invisible characters made visible.
    let text: String
    /// The blanks and a caret below the position; `nil` without a column.
    let caret: String?

    /// Extracts line `line` of `bytes`; `nil` if there is no such line.
    ///
    /// Lines end with LF or CR LF; the column counts Unicode scalars from 1.
    init?(_ bytes: [UInt8], line: Int, column: Int?, width: Int) {
        guard let content = Self.line(line, of: bytes) else { return nil }
        // A tab would shift the following text, so that the caret would be misaligned.
        let scalars = String(decoding: content, as: UTF8.self).unicodeScalars.map { $0 == "\t" ? " " : $0 }
        guard let column, column >= 1, column <= scalars.count + 1 else {
            text = VisibleText.escape(Self.string(scalars.prefix(width)))
            caret = nil
            return
        }
        let start = scalars.count <= width ? 0 : max(0, column - 1 - width / 2)
        let lead = start > 0 ? "…" : ""
        let before = lead + VisibleText.escape(Self.string(scalars[start..<(column - 1)]))
        let after = VisibleText.escape(Self.string(scalars[(column - 1)...].prefix(start + width - column + 1)))
        text = before + after
        caret = String(repeating: " ", count: TerminalText.width(before)) + "^"
    }

    private static func line(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = 0
        for _ in 1..<max(1, number) {
            guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
            start = end + 1
        }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        // The end of a longer line is not shown; no reasonable file contains one.
        let line = bytes[start..<min(end, start + 262_144)]
        return line.last == 0x0D ? line.dropLast() : line
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension Finding {
    /// The excerpt in the evidence of the finding: a line of the file, and a line with a caret; `nil` without an
    /// excerpt.
    var keptExcerpt: (line: String, caret: String)? {
        guard case .string(let text)? = evidence["excerpt"] else { return nil }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && parts[1].last == "^" ? (line: parts[0], caret: parts[1]) : nil
    }
}
