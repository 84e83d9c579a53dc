import Basics

/// A printer of values, which keeps order, duplicate keys, numbers, and the escapes of strings as written.
package struct JSONPrinter {
    /// The number of spaces per level of indentation; `nil` for one line without white space.
    let indentation: Int?

    package init(indentation: Int? = nil) { self.indentation = indentation }

    /// Returns the text of a value, without a final line break.
    ///
    /// The first line is not indented; the others are indented for a value in `depth` arrays and objects.
    package func print(_ value: JSONValue, depth: Int = 0) -> String {
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
                if indentation != nil { output.append(0x20) }
            } else if index > value.index {
                if node.ordinal > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(depth: depth + open.count, into: &output)
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
                breakLine(depth: depth + open.count, into: &output)
                output.append(last.closing)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func breakLine(depth: Int, into output: inout [UInt8]) {
        guard let indentation else { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: depth * max(0, indentation)))
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
