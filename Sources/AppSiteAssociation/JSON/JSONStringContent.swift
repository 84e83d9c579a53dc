/// The text between the quotes of a string.
enum JSONStringContent {
    /// Returns the byte for a backslash followed by `letter`; `nil` for an escape with a number.
    private static func byteEscaped(by letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "u"): nil
        default: letter
        }
    }

    /// Returns the UTF-16 code units of a valid content, including lone surrogates.
    static func units(of content: ArraySlice<UInt8>) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(content.count)
        var index = content.startIndex
        while index < content.endIndex {
            let run = content[index...].prefix { $0 != UInt8(ascii: "\\") }
            units.append(contentsOf: String(decoding: run, as: UTF8.self).utf16)
            index = run.endIndex
            guard index < content.endIndex else { break }
            if let byte = byteEscaped(by: content[index + 1]) {
                units.append(UInt16(byte))
            } else {
                units.append(content[(index + 2)..<(index + 6)].reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) })
                index += 4
            }
            index += 2
        }
        return units
    }

    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
