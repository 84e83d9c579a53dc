package import AppSiteAssociation
import Basics

/// Why a stored report cannot be read.
package struct ReportReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message that states what was found, what was expected, and where in the object.
    package let description: String

    /// Another value was expected.
    init(_ expected: String, at value: JSONValue) {
        description = "\(Self.place(value)) is \(Self.shown(value)), expected was \(expected)"
    }

    /// A key is not there.
    init(missing key: String, in object: JSONValue) {
        let pointer = object.pointer.description
        description = "the key “\(key)” is missing\(pointer.isEmpty ? "" : " in \(VisibleText.escape(pointer))")"
    }

    /// A word is not one of those that this version knows.
    init(unknown word: String, at value: JSONValue) {
        description =
            "\(Self.place(value)) is \(Self.shown(value)), which this version of aasa-audit does not know; "
            + "a newer one may have written it"
    }

    /// The text is not JSON at all.
    package init(_ error: JSONReadError) {
        description = "it is not JSON: \(VisibleText.escape("\(error)"))"
    }

    private static func place(_ value: JSONValue) -> String {
        let pointer = value.pointer.description
        return pointer.isEmpty ? "the value" : VisibleText.escape(pointer)
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value.kind {
        case .array, .object: value.kind.described
        case .null: "null"
        default: VisibleText.escape(value.text.cut(to: 60))
        }
    }
}
