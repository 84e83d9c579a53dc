import Basics

/// One record of comma-separated values (RFC 4180).
///
/// Existing packages read a whole file into memory, but a list can have ten million lines.
struct CSVRecord {
    /// The separators that spreadsheets use.
    static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09]  // , ; tab
    private static let quote: UInt8 = 0x22

    private let delimiter: UInt8
    private var fields: [[UInt8]] = [[]]
    /// Whether the last field contains only spaces so far, so that a quotation mark begins a quoted field.
    private var isBlank = true
    private var isQuoted = false
    /// The total length of the added lines, including the line feeds between them.
    private(set) var byteCount = 0

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Adds the next line.
    ///
    /// - Returns: Whether the record is complete; otherwise a quoted field continues in the next line.
    mutating func addLine(_ line: [UInt8]) -> Bool {
        if isQuoted { append(0x0A) }
        byteCount += line.count
        var index = 0
        while index < line.count {
            let byte = line[index]
            if isQuoted, byte == Self.quote {
                if index + 1 < line.count, line[index + 1] == Self.quote {
                    append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if isQuoted {
                append(byte)
            } else if byte == Self.quote, isBlank {
                fields[fields.count - 1] = []
                isQuoted = true
            } else if byte == delimiter {
                fields.append([])
                isBlank = true
            } else {
                append(byte)
            }
            index += 1
        }
        if isQuoted { byteCount += 1 }
        return !isQuoted
    }

    private mutating func append(_ byte: UInt8) {
        fields[fields.count - 1].append(byte)
        if byte != 0x20 { isBlank = false }
    }

    /// The fields of the record, and whether they were read as ISO 8859-1 because they are not UTF-8.
    ///
    /// Old spreadsheets use ISO 8859-1, in which every byte is a character, so that no part of a name is lost.
    var decoded: (fields: [String], isLatin1: Bool) {
        let isLatin1 = fields.contains { String(validating: $0, as: UTF8.self) == nil }
        return (
            fields.map { field in
                let text = field.trimming(\.isBlank)
                guard isLatin1 else { return String(decoding: text, as: UTF8.self) }
                return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
            }, isLatin1
        )
    }

    /// Returns the fields of `line`; `nil` if a quoted field continues in the next line.
    static func fields(_ line: [UInt8], delimiter: UInt8) -> [String]? {
        var record = CSVRecord(delimiter: delimiter)
        return record.addLine(line) ? record.decoded.fields : nil
    }
}
