import Basics

package import struct Foundation.Date

/// Writes JSON (RFC 8259) as UTF-8 bytes, in the order in which it is told to.
///
/// The caller keeps the grammar: a key before every value of an object. What the writer guarantees is that any string
/// and any number comes out as valid JSON, and that nothing in a string can steer a terminal on which it is shown.
package struct JSONWriter: Sendable {
    /// The layout of the text.
    package enum Layout: Sendable {
        /// Everything on one line.
        case compact
        /// The layout of ``JSONLayout``.
        case indented
    }

    private var layout: JSONLayout?
    /// The containers that are open, from the outermost one: whether each is empty.
    private var isEmpty: [Bool] = []
    private var isAfterKey = false
    private var bytes = JSONBuffer()
    /// The marked positions, each in the bytes that had not been handed over by then.
    private(set) var marks: [Int] = []

    package init(_ layout: Layout) {
        self.layout = layout == .indented ? JSONLayout() : nil
    }

    /// The number of bytes since they were last handed over.
    package var count: Int { bytes.count }

    /// Marks the position after what was written.
    package mutating func mark() { marks.append(bytes.count) }

    /// Writes members that come after others of an object which is written elsewhere; only for ``Layout/compact``.
    package static func members(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.isEmpty = [false]
        body(&writer)
        return writer.takeBytes()
    }

    /// Writes a value that was written elsewhere.
    package mutating func value(written: [UInt8]) {
        beginValue()
        bytes.append(written)
    }

    /// Hands over what was written since the last time.
    package mutating func takeBytes() -> [UInt8] {
        guard layout != nil else { return bytes.takeAll() }
        let written = bytes.takeAll()
        layout?.append(written, to: &bytes)
        return bytes.takeAll()
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

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        isEmpty.append(true)
    }

    private mutating func end(_ bracket: UInt8) {
        guard isEmpty.popLast() != nil else { return }
        bytes.append(bracket)
        if isEmpty.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Writes the comma before a value or a key, where one is due.
    private mutating func beginValue() {
        if isCommaDue() { bytes.append(UInt8(ascii: ",")) }
    }

    /// Returns whether a comma is due before the next value or key, which is no longer the first one then.
    private mutating func isCommaDue() -> Bool {
        if isAfterKey {
            isAfterKey = false
            return false
        }
        guard let last = isEmpty.indices.last else { return false }
        defer { isEmpty[last] = false }
        return !isEmpty[last]
    }

    // MARK: Values

    package mutating func key(_ name: String) {
        quote(name, comma: isCommaDue(), colon: true)
        isAfterKey = true
    }

    package mutating func null() {
        beginValue()
        bytes.append("null".utf8)
    }

    package mutating func value(_ value: String) {
        quote(value, comma: isCommaDue())
    }

    package mutating func value(_ value: Int) {
        beginValue()
        bytes.append(String(value).utf8)
    }

    package mutating func value(_ value: Bool) {
        beginValue()
        bytes.append((value ? "true" : "false").utf8)
    }

    /// Writes a number with at most three decimals; what is not a number at all becomes `null`.
    package mutating func value(_ value: Double) {
        guard value.isFinite else { return null() }
        beginValue()
        guard abs(value) < 1e15 else { return bytes.append("\(value)".utf8) }
        let thousandths = Int((value * 1000).rounded())
        if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(String(thousandths.magnitude / 1000).utf8)
        var fraction = thousandths.magnitude % 1000
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var unit: UInt = 100
        while fraction > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(fraction / unit))
            fraction %= unit
            unit /= 10
        }
    }

    /// Writes a moment (RFC 3339, UTC, milliseconds); `null` for one outside the years 0 to 9999.
    package mutating func value(_ date: Date) {
        guard let time = UTCTime(date) else { return null() }
        value(time.rfc3339)
    }

    package mutating func field(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    package mutating func field(_ name: String, _ number: Int?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    package mutating func field(_ name: String, _ flag: Bool?) {
        key(name)
        if let flag { value(flag) } else { null() }
    }

    package mutating func field(_ name: String, _ number: Double?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    package mutating func field(_ name: String, _ date: Date?) {
        key(name)
        if let date { value(date) } else { null() }
    }

    package mutating func field(_ name: String, _ texts: some Sequence<String>) {
        key(name)
        array { writer in
            for text in texts { writer.value(text) }
        }
    }

    // MARK: Strings

    private mutating func quote(_ text: String, comma: Bool, colon: Bool = false) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            bytes.append(quoted: $0, comma: comma, colon: colon)
        }
        if isDone == nil {
            // A string that is stored elsewhere, as Foundation's on macOS.
            var text = text
            text.withUTF8 { bytes.append(quoted: $0, comma: comma, colon: colon) }
        }
    }
}
