import Records

extension JSONWriter {
    /// The members of an object in order.
    typealias Members = KeyValuePairs<String, any JSONForm>

    /// Writes all members; a value of `nil` is written as `null`.
    mutating func fields(_ members: Members) {
        for (key, value) in members { field(key, value) }
    }

    /// Writes the members whose value is neither `nil` nor an empty array.
    mutating func fieldsIfPresent(_ members: Members) {
        for (key, value) in members where !value.isOmitted { field(key, value) }
    }

    mutating func object(_ key: String, _ members: Members) {
        object(key) { $0.fields(members) }
    }

    mutating func objects<Item>(_ key: String, of items: some Sequence<Item>, _ members: (Item) -> Members) {
        objects(key, items) { $0.fields(members($1)) }
    }

    /// Writes a member with the object of a value, or with `null` if there is no value.
    mutating func object<Value>(_ key: String, of value: Value?, _ body: (inout JSONWriter, Value) -> Void) {
        if let value { object(key) { body(&$0, value) } } else { field(key, String?.none) }
    }

    /// Returns a document: an object with the version of the schema, and the members that `body` writes.
    static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(lineLevels: .max)
        writer.object { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            body(&writer)
        }
        return writer.takeBytes()
    }
}
