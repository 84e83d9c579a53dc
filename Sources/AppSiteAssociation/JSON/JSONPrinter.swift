import Basics

/// Creates JSON texts: of values that were read, and of strings.
package enum JSONPrinter {
    /// Returns a value without white space; order, duplicate keys, numbers and escapes in strings remain unchanged.
    package static func print(_ value: JSONValue) -> String {
        let document = value.document
        let end = Int(value.node.next)
        var output: [UInt8] = []
        output.reserveCapacity(value.range.count)
        // The open arrays and objects, with the index at which each ends.
        var open: [(end: Int, closing: UInt8)] = []
        var index = value.index
        while index < end {
            let node = document.nodes[index]
            let isMemberValue =
                index > value.index && document.nodes[Int(node.parent)].kind == .object && !node.flags.contains(.isKey)
            if isMemberValue {
                output.append(UInt8(ascii: ":"))
            } else if index > value.index, node.ordinal > 0 {
                output.append(UInt8(ascii: ","))
            }
            switch node.kind {
            case .array, .object:
                output.append(UInt8(ascii: node.kind == .array ? "[" : "{"))
                let closing = UInt8(ascii: node.kind == .array ? "]" : "}")
                if node.count == 0 { output.append(closing) } else { open.append((Int(node.next), closing)) }
            case .null, .boolean, .number, .string:
                output.append(contentsOf: document.bytes[Int(node.start)..<Int(node.end)])
            }
            index += 1
            while let last = open.last, last.end == index {
                open.removeLast()
                output.append(last.closing)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns a string literal for `text`, with quotes, backslashes and control characters escaped.
    package static func literal(_ text: some StringProtocol) -> String {
        let escaped = String(text).escaped { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{8}": "\\b"
            case "\u{C}": "\\f"
            case _ where scalar.value < 0x20: "\\u" + Hexadecimal.digits(scalar.value, width: 4)
            default: nil
            }
        }
        return "\"" + escaped + "\""
    }
}
