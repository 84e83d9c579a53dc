/// One record of comma-separated values (RFC 4180).
///
/// Written here because the packages for it hold a whole file in memory, and a list can have ten million lines.
enum CSVRecord {
    /// The separators that spreadsheets write.
    static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09]  // , ; tab

    /// The fields of `bytes`; `nil` when a quoted field goes on in the next line.
    static func fields(_ bytes: [UInt8], delimiter: UInt8) -> [String]? {
        let quote: UInt8 = 0x22
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isQuoted {
                if byte != quote {
                    field.append(byte)
                } else if index + 1 < bytes.count, bytes[index + 1] == quote {
                    field.append(quote)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == quote, field.allSatisfy({ $0 == 0x20 }) {
                field = []
                isQuoted = true
            } else if byte == delimiter {
                fields.append(text(field))
                field = []
            } else {
                field.append(byte)
            }
            index += 1
        }
        guard !isQuoted else { return nil }
        fields.append(text(field))
        return fields
    }

    private static func text(_ bytes: [UInt8]) -> String {
        var bytes = bytes[...]
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
