package import AppSiteAssociation

/// An object that is read key by key; unknown keys are ignored, because a newer version may have added them.
package struct JSONRecord {
    let value: JSONValue

    package init(_ value: JSONValue) throws(ReportReadError) {
        guard value.kind == .object else { throw ReportReadError("an object", at: value) }
        self.value = value
    }

    /// The value of `key`; `nil` if it is absent or `null`.
    package subscript(key: String) -> JSONValue? {
        guard let found = value[key], !found.isNull else { return nil }
        return found
    }

    package func read<Value: JSONForm>(_ key: String) throws(ReportReadError) -> Value {
        if let found = value[key] { return try Value(json: found) }
        guard let absent = Value.absent else { throw ReportReadError(missing: key, in: value) }
        return absent
    }
}

extension JSONRecord: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.value(written: Array(value.text.utf8)) }

    package init(json value: JSONValue) throws(ReportReadError) { try self.init(value) }
}
