package import AppSiteAssociation

/// A visitor of the fields of an object in order: a ``JSONWriter`` writes them, and a ``JSONObjectReader`` reads them.
package protocol JSONFieldVisitor {
    /// The error of a field that cannot be read; `Never` for a writer.
    associatedtype Failure: Error

    /// Whether fields are read, not written; after reading, `visitFields` sets the values that are derived from fields.
    static var isReading: Bool { get }

    /// Writes or reads a field.
    mutating func visit<Value: JSONForm>(_ key: String, _ value: inout Value) throws(Failure)

    mutating func beginObject(_ key: String) throws(Failure)

    mutating func endObject()

    /// Throws an error about the value of a field that was read but is not valid; a writer does nothing.
    mutating func refuse(_ key: String, expected: String) throws(Failure)
}

extension JSONFieldVisitor {
    /// Visits a field that is omitted if it is `nil` or an empty array.
    mutating func visitOptional<Value: JSONForm>(_ key: String, _ value: inout Value) throws(Failure) {
        if Self.isReading || !value.isOmitted { try visit(key, &value) }
    }

    /// Visits a field that is derived from others, which is only written.
    mutating func visitDerived(_ key: String, _ value: @autoclosure () -> some JSONForm) throws(Failure) {
        guard !Self.isReading else { return }
        var derivedValue = value()
        try visit(key, &derivedValue)
    }
}

/// An object whose fields are described once for both writing and reading.
package protocol JSONObject: JSONForm {
    /// An empty value to read fields into.
    static var blank: Self { get }

    /// Writes the fields, or reads them into `self`.
    mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure)
}

extension JSONObject {
    package func write(to writer: inout JSONWriter) {
        var copy = self
        writer.object { writer in copy.visitFields(with: &writer) }
    }

    package init(json value: JSONValue) throws(ReportReadError) {
        var reader = try JSONObjectReader(value)
        self = .blank
        try visitFields(with: &reader)
    }
}

extension JSONWriter: JSONFieldVisitor {
    package typealias Failure = Never

    package static var isReading: Bool { false }

    package mutating func visit<Value: JSONForm>(_ key: String, _ value: inout Value) { field(key, value) }

    package mutating func beginObject(_ key: String) {
        self.key(key)
        beginObject()
    }

    package mutating func refuse(_ key: String, expected: String) {}
}

/// An object that is read key by key; unknown keys are ignored, because a newer version may have added them.
package struct JSONObjectReader: JSONFieldVisitor {
    package typealias Failure = ReportReadError

    package static var isReading: Bool { true }

    private var object: JSONValue
    /// The objects that contain ``object``, the innermost last.
    private var containers: [JSONValue] = []

    package init(_ value: JSONValue) throws(ReportReadError) {
        guard value.kind == .object else { throw ReportReadError("an object", at: value) }
        object = value
    }

    package func visit<Value: JSONForm>(_ key: String, _ value: inout Value) throws(ReportReadError) {
        if let member = object[key] {
            value = try Value(json: member)
        } else if let absent = Value.absent {
            value = absent
        } else {
            throw ReportReadError(missing: key, in: object)
        }
    }

    package mutating func beginObject(_ key: String) throws(ReportReadError) {
        guard let member = object[key] else { throw ReportReadError(missing: key, in: object) }
        containers.append(object)
        object = try JSONObjectReader(member).object
    }

    package mutating func endObject() { object = containers.removeLast() }

    package func refuse(_ key: String, expected: String) throws(ReportReadError) {
        throw ReportReadError(expected, at: object[key] ?? object)
    }
}
