/// Writes a `Codable` value as JSON on one line, for `JSONDecoder` to read with its own settings.
///
/// It writes as it goes, where `JSONEncoder` builds a tree of everything first and costs several times as much. Keys come in the
/// order in which the value names them; numbers keep all their digits. A value that asks for no container is not supported.
package final class JSONLineEncoder: Encoder {
    /// Nobody asks where an error is: writing has none.
    package var codingPath: [any CodingKey] { [] }
    /// None.
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var writer = JSONWriter(.compact)
    /// The containers that are open, from the outermost one; whether each is an array.
    private var isArray: [Bool] = []

    /// Creates an encoder, which can be used any number of times.
    package init() {}

    /// The text of `value`.
    package func encode(_ value: some Encodable) throws -> [UInt8] {
        try value.encode(to: self)
        close(to: 0)
        return writer.takeBytes()
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(openObject())
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { openArray() }

    package func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private func openObject<Key: CodingKey>() -> Keyed<Key> {
        writer.beginObject()
        isArray.append(false)
        return Keyed(encoder: self, level: isArray.count)
    }

    private func openArray() -> Unkeyed {
        writer.beginArray()
        isArray.append(true)
        return Unkeyed(encoder: self, level: isArray.count)
    }

    /// Ends the containers inside of the one at `level`: whoever writes to that one is done with them.
    private func close(to level: Int) {
        while isArray.count > level {
            if isArray.removeLast() { writer.endArray() } else { writer.endObject() }
        }
    }

    // MARK: Containers

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: JSONLineEncoder
        let level: Int
        var codingPath: [any CodingKey] { [] }

        private func begin(_ key: Key) {
            encoder.close(to: level)
            encoder.writer.key(key.stringValue)
        }

        func encodeNil(forKey key: Key) {
            begin(key)
            encoder.writer.null()
        }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            begin(key)
            try value.encode(to: encoder)
        }

        // Most members are of these types: they need no container of their own.

        func encode(_ value: Bool, forKey key: Key) {
            begin(key)
            encoder.writer.value(value)
        }

        func encode(_ value: String, forKey key: Key) {
            begin(key)
            encoder.writer.value(value)
        }

        func encode(_ value: Double, forKey key: Key) {
            begin(key)
            encoder.writer.value(number: value)
        }

        func encode(_ value: Int, forKey key: Key) {
            begin(key)
            encoder.writer.value(value)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            begin(key)
            return KeyedEncodingContainer(encoder.openObject())
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            begin(key)
            return encoder.openArray()
        }

        func superEncoder() -> any Encoder {
            encoder.close(to: level)
            encoder.writer.key("super")
            return encoder
        }

        func superEncoder(forKey key: Key) -> any Encoder {
            begin(key)
            return encoder
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: JSONLineEncoder
        let level: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        init(encoder: JSONLineEncoder, level: Int) {
            self.encoder = encoder
            self.level = level
        }

        private mutating func begin() {
            encoder.close(to: level)
            count += 1
        }

        mutating func encodeNil() {
            begin()
            encoder.writer.null()
        }

        mutating func encode(_ value: some Encodable) throws {
            begin()
            try value.encode(to: encoder)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            begin()
            return KeyedEncodingContainer(encoder.openObject())
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            begin()
            return encoder.openArray()
        }

        mutating func superEncoder() -> any Encoder {
            begin()
            return encoder
        }
    }

    /// What a value without members is written by, numbers of all kinds among them.
    private struct Single: SingleValueEncodingContainer {
        let encoder: JSONLineEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.writer.null() }
        func encode(_ value: Bool) { encoder.writer.value(value) }
        func encode(_ value: String) { encoder.writer.value(value) }
        func encode(_ value: Double) { encoder.writer.value(number: value) }
        func encode(_ value: Float) { encoder.writer.value(number: Double(value)) }
        func encode(_ value: Int) { encoder.writer.value(value) }
        func encode(_ value: Int8) { encoder.writer.value(Int(value)) }
        func encode(_ value: Int16) { encoder.writer.value(Int(value)) }
        func encode(_ value: Int32) { encoder.writer.value(Int(value)) }
        func encode(_ value: Int64) { encoder.writer.value(Int(value)) }
        func encode(_ value: UInt8) { encoder.writer.value(Int(value)) }
        func encode(_ value: UInt16) { encoder.writer.value(Int(value)) }
        func encode(_ value: UInt32) { encoder.writer.value(Int(value)) }
        func encode(_ value: UInt) { encoder.writer.value(text: String(value)) }
        func encode(_ value: UInt64) { encoder.writer.value(text: String(value)) }
        func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
    }
}
