package import AppSiteAssociation

/// A visitor of the fields of an object in order: a ``JSONWriter`` writes fields, and a ``JSONRecord`` reads them.
package protocol JSONFields {
    /// The error of a field that cannot be read; `Never` for a writer.
    associatedtype Failure: Error

    /// Whether fields are read; the caller must then set the values that are derived from fields.
    static var isReading: Bool { get }

    mutating func field<Value: JSONForm>(_ key: String, _ value: inout Value) throws(Failure)

    mutating func beginObject(_ key: String) throws(Failure)

    mutating func endObject()

    /// Refuses the value of a field that was read, because it does not fit the fields before it.
    mutating func refuse(_ key: String, expected: String) throws(Failure)
}

extension JSONFields {
    /// Visits a field that is omitted if it is `nil` or an empty array.
    mutating func optional<Value: JSONForm>(_ key: String, _ value: inout Value) throws(Failure) {
        if Self.isReading || !value.isOmitted { try field(key, &value) }
    }

    /// Visits a field that is derived from others, which is only written.
    mutating func derived(_ key: String, _ value: @autoclosure () -> some JSONForm) throws(Failure) {
        guard !Self.isReading else { return }
        var derivedValue = value()
        try field(key, &derivedValue)
    }
}

/// An object whose fields are described once for both writing and reading.
package protocol JSONObject: JSONForm {
    /// An empty value to read fields into.
    static var blank: Self { get }

    mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure)
}

extension JSONObject {
    package func write(to writer: inout JSONWriter) {
        var copy = self
        writer.object { writer in copy.describe(&writer) }
    }

    package init(json value: JSONValue) throws(ReportReadError) {
        var record = try JSONRecord(value)
        self = .blank
        try describe(&record)
    }
}

extension JSONWriter: JSONFields {
    package typealias Failure = Never

    package static var isReading: Bool { false }

    package mutating func value(_ value: some JSONForm) { value.write(to: &self) }

    package mutating func field<Value: JSONForm>(_ key: String, _ value: inout Value) { field(key, value) }

    package mutating func field(_ key: String, _ value: some JSONForm) {
        self.key(key)
        value.write(to: &self)
    }

    package mutating func beginObject(_ key: String) {
        self.key(key)
        beginObject()
    }

    package mutating func refuse(_ key: String, expected: String) {}
}

extension JSONRecord: JSONFields {
    package typealias Failure = ReportReadError

    package static var isReading: Bool { true }

    package func field<Value: JSONForm>(_ key: String, _ value: inout Value) throws(ReportReadError) {
        value = try read(key)
    }

    package mutating func beginObject(_ key: String) throws(ReportReadError) {
        guard let object = value[key] else { throw ReportReadError(missing: key, in: value) }
        containers.append(value)
        value = try JSONRecord(object).value
    }

    package mutating func endObject() { value = containers.removeLast() }

    package func refuse(_ key: String, expected: String) throws(ReportReadError) {
        throw ReportReadError(expected, at: value[key] ?? value)
    }
}

/// An object that is read key by key; unknown keys are ignored, because a newer version may have added them.
package struct JSONRecord {
    private(set) var value: JSONValue
    /// The objects that contain ``value``, the innermost last.
    private var containers: [JSONValue] = []

    package init(_ value: JSONValue) throws(ReportReadError) {
        guard value.kind == .object else { throw ReportReadError("an object", at: value) }
        self.value = value
    }

    package func read<Value: JSONForm>(_ key: String) throws(ReportReadError) -> Value {
        if let found = value[key] { return try Value(json: found) }
        guard let absent = Value.absent else { throw ReportReadError(missing: key, in: value) }
        return absent
    }
}
