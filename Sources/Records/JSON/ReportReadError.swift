package import AppSiteAssociation
import Basics

package struct ReportReadError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ expected: String, at value: JSONValue) {
        description = "\(Self.position(of: value)) is \(Self.shown(value)), expected was \(expected)"
    }

    init(missing key: String, in object: JSONValue) {
        let pointer = object.pointer.description
        description = "the key “\(key)” is missing\(pointer.isEmpty ? "" : " in \(VisibleText.escape(pointer))")"
    }

    /// Creates the error for an unknown value of a closed set.
    init(unknown value: JSONValue) {
        description =
            "\(Self.position(of: value)) is \(Self.shown(value)), which this version of aasa-audit does not know; "
            + "a newer one may have written it"
    }

    fileprivate init(_ error: JSONReadError) {
        description = "it is not JSON: \(VisibleText.escape("\(error)"))"
    }

    private static func position(of value: JSONValue) -> String {
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

extension JSONValue {
    package init(parsing bytes: [UInt8]) throws(ReportReadError) {
        do throws(JSONReadError) {
            self = try JSONDocument(bytes).root
        } catch {
            throw ReportReadError(error)
        }
    }
}
