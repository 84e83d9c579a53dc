import Basics

/// A writer of JSON (RFC 8259) as UTF-8 bytes, in which no string can control a terminal that displays it.
///
/// The caller must write a key before each value of an object.
package struct JSONWriter: Sendable {
    /// The number of levels of arrays and objects that have a line for each element; deeper ones are on one line.
    private let lineLevels: Int
    /// Whether each open container is empty, beginning with the outermost.
    private var isEmptyByLevel: [Bool] = []
    private var isAfterKey = false
    private var bytes: [UInt8] = []

    /// Creates a writer, which writes everything on one line if `lineLevels` is 0, and indents everything if it is
    /// `Int.max`.
    package init(lineLevels: Int = 0) {
        self.lineLevels = lineLevels
        bytes.reserveCapacity(8_192)
    }

    /// Writes the object of a line of NDJSON, without the line feed.
    package mutating func value(line: [UInt8]) {
        beginElement()
        bytes += line[..<(line.count - 1)]
    }

    /// Removes and returns the bytes written since the last call.
    package mutating func takeBytes() -> [UInt8] {
        // The result is a copy without spare capacity; the buffer keeps its capacity for the next value.
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes.withUnsafeBufferPointer { Array($0) }
    }

    // MARK: Containers

    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        object(body)
    }

    package mutating func array(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        array(body)
    }

    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        beginArray()
        body(&self)
        endArray()
    }

    package mutating func objects<Item>(
        _ key: String, _ items: some Sequence<Item>, _ body: (inout JSONWriter, Item) -> Void
    ) {
        array(key) { writer in
            for item in items { writer.object { body(&$0, item) } }
        }
    }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ bracket: UInt8) {
        beginElement()
        bytes.append(bracket)
        isEmptyByLevel.append(true)
    }

    private mutating func end(_ bracket: UInt8) {
        guard let wasEmpty = isEmptyByLevel.popLast() else { return }
        if !wasEmpty, isEmptyByLevel.count < lineLevels { breakLine() }
        bytes.append(bracket)
        if isEmptyByLevel.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Writes the comma before a key or an element of an array, unless it is the first, and any line break; writes
    /// nothing before the value of a key.
    private mutating func beginElement() {
        guard !isAfterKey, let last = isEmptyByLevel.indices.last else {
            isAfterKey = false
            return
        }
        if !isEmptyByLevel[last] { bytes.append(UInt8(ascii: ",")) }
        isEmptyByLevel[last] = false
        if isEmptyByLevel.count <= lineLevels { breakLine() }
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * isEmptyByLevel.count)
    }

    // MARK: Values

    package mutating func key(_ name: String) {
        write(string: name)
        bytes.append(UInt8(ascii: ":"))
        if isEmptyByLevel.count <= lineLevels { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    package mutating func value(_ value: some JSONForm) { value.write(to: &self) }

    @inlinable
    package mutating func field(_ key: String, _ value: some JSONForm) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a number, `true`, `false` or `null`.
    mutating func write(literal: String) {
        beginElement()
        bytes += literal.utf8
    }

    // MARK: Strings

    mutating func write(string: String) {
        beginElement()
        bytes.append(UInt8(ascii: "\""))
        var text = string
        text.withUTF8 { writeEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var index = 0
        while index < utf8.count {
            guard !Self.isPlain(utf8[index]), let escape = Self.escape(for: utf8, at: index) else {
                index += 1
                continue
            }
            bytes += UnsafeBufferPointer(rebasing: utf8[start..<index])
            bytes += escape.text.utf8
            index += escape.length
            start = index
        }
        bytes += UnsafeBufferPointer(rebasing: utf8[start...])
    }

    /// Whether a byte is an ASCII character that needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Returns the escape for the scalar at `index` of valid UTF-8, and the number of its bytes; `nil` if the scalar
    /// may appear unescaped in a string, and cannot control a terminal.
    private static func escape(for utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: String, length: Int)? {
        switch utf8[index] {
        case UInt8(ascii: "\""): return (#"\""#, 1)
        case UInt8(ascii: "\\"): return (#"\\"#, 1)
        case UInt8(ascii: "\n"): return (#"\n"#, 1)
        case UInt8(ascii: "\r"): return (#"\r"#, 1)
        case UInt8(ascii: "\t"): return (#"\t"#, 1)
        case 0x00...0x1F, 0x7F: return (escape(utf8[index]), 1)
        case 0xC2 where utf8[index + 1] < 0xA0:  // U+0080 to U+009F, the C1 controls
            return (escape(utf8[index + 1]), 2)
        case 0xE2:
            // U+2000 to U+2FFF; in valid UTF-8, a lead byte is followed by its continuation bytes.
            let scalar = 0x2000 | Int(utf8[index + 1] & 0x3F) << 6 | Int(utf8[index + 2] & 0x3F)
            switch scalar {
            case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: return (escape(scalar), 3)
            default: return nil
            }
        default: return nil
        }
    }

    private static func escape(_ scalar: some BinaryInteger) -> String {
        #"\u"# + Hexadecimal.digits(scalar, width: 4).lowercased()
    }
}
