import Basics

package import struct Foundation.Date

/// A writer of JSON (RFC 8259) as UTF-8 bytes, in which no string can control a terminal that displays it.
///
/// The caller must write a key before each value of an object.
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        case compact
        case indented
    }

    private var layout: JSONLayout?
    /// Whether each open container is empty, beginning with the outermost.
    private var isEmpty: [Bool] = []
    private var isAfterKey = false
    private var bytes = JSONBuffer()
    /// The marked positions, as indices into the bytes that had not been taken when the position was marked.
    private(set) var marks: [Int] = []

    package init(_ layout: Layout) {
        self.layout = layout == .indented ? JSONLayout() : nil
    }

    package mutating func mark() { marks.append(bytes.count) }

    /// Returns members to insert into a written object in the layout ``Layout/compact``, each with a preceding comma.
    package static func members(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.isEmpty = [false]
        body(&writer)
        return writer.takeBytes()
    }

    package mutating func value(written: [UInt8]) {
        beginValue()
        bytes.append(written)
    }

    /// Removes and returns the bytes written since the last call.
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
        beginValue()
        bytes.append(bracket)
        isEmpty.append(true)
    }

    private mutating func end(_ bracket: UInt8) {
        guard isEmpty.popLast() != nil else { return }
        bytes.append(bracket)
        if isEmpty.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    }

    private mutating func beginValue() {
        if isCommaDue() { bytes.append(UInt8(ascii: ",")) }
    }

    /// Returns whether a comma is required before the next value or key, and marks the container as not empty.
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

    package mutating func value(_ value: Double) {
        beginValue()
        guard value.isFinite, abs(value) < 1e15 else {
            bytes.append((value.isFinite ? "\(value)" : "null").utf8)
            return
        }
        let rounded = (value * 1000).rounded() / 1000
        bytes.append((rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)").utf8)
    }

    package mutating func value(_ date: Date) {
        if let time = UTCTime(date) { value(time.rfc3339) } else { null() }
    }

    // MARK: Strings

    private mutating func quote(_ text: String, comma: Bool, colon: Bool = false) {
        var text = text
        text.withUTF8 { bytes.append(quoted: $0, comma: comma, colon: colon) }
    }
}
