/// The text between the quotes of a string.
enum JSONStringContent {
    /// The UTF-16 code units of a valid content; lone surrogates stay.
    static func units(of content: ArraySlice<UInt8>) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(content.count)
        var index = content.startIndex
        while index < content.endIndex {
            let run = content[index...].prefix { $0 != UInt8(ascii: "\\") }
            units.append(contentsOf: String(decoding: run, as: UTF8.self).utf16)
            index = run.endIndex
            guard index < content.endIndex else { break }
            switch content[index + 1] {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                units.append(content[(index + 2)..<(index + 6)].reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) })
                index += 4
            case let other: units.append(UInt16(other))
            }
            index += 2
        }
        return units
    }

    /// The value of a hexadecimal digit; `nil` for everything else.
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
