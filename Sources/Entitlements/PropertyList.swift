import struct Foundation.Data
import class Foundation.NSNumber
import class Foundation.PropertyListSerialization

/// A value of a property list, limited to the types in entitlements and projects.
package enum PropertyList: Hashable, Sendable {
    case dictionary([String: PropertyList])
    case array([PropertyList])
    case string(String)
    case boolean(Bool)
    case other

    /// Parses a property list in XML, in the binary format, or in the format of Xcode projects.
    ///
    /// Foundation rejects nesting over 512 levels and expands no entities, but it expands the shared objects of the
    /// binary format in exponential time, so that format has a separate reader.
    package init(_ bytes: [UInt8]) throws(EntitlementsError) {
        if bytes.starts(with: BinaryPropertyList.magic) {
            self = try BinaryPropertyList.read(bytes)
            return
        }
        // Foundation interprets any other text as a string.
        guard let first = bytes.first(where: { $0 > 0x20 && $0 < 0x80 }), "<{(/".utf8.contains(first)
        else { throw EntitlementsError("it is not a property list") }
        guard let value = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) else {
            throw EntitlementsError("it is not a property list that can be read")
        }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let dictionary as [String: Any]: self = .dictionary(dictionary.mapValues { PropertyList($0) })
        case let array as [Any]: self = .array(array.map { PropertyList($0) })
        case let truth as Bool: self = .boolean(truth)
        default: self = .other
        }
    }

    package subscript(key: String) -> PropertyList? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var boolean: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
    package var array: [PropertyList]? { if case .array(let elements) = self { elements } else { nil } }
    package var dictionary: [String: PropertyList]? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    package var kind: String {
        switch self {
        case .dictionary: "a dictionary"
        case .array: "an array"
        case .string: "a string"
        case .boolean: "a boolean"
        case .other: "a number, a date or data"
        }
    }
}
