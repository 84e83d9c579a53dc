package import AppSiteAssociation
import Audit
import Basics
import Findings
import Transport

package import struct Foundation.Date

/// A value that can be written as JSON and read from it.
package protocol JSONForm {
    /// The value for an absent key; `nil` if the key is required.
    static var absent: Self? { get }

    /// Whether ``JSONFieldVisitor/visitOptional(_:_:)`` omits a field with this value.
    var isOmitted: Bool { get }

    func write(to writer: inout JSONWriter)

    init(json value: JSONValue) throws(ReportReadError)
}

extension JSONForm {
    package static var absent: Self? { nil }

    package var isOmitted: Bool { false }

    /// The value on one line.
    package var jsonText: String {
        var writer = JSONWriter()
        writer.value(self)
        let bytes = writer.takeBytes()
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}

// MARK: - Simple values

extension String: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.write(string: self) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let text = value.string else { throw ReportReadError("a string", at: value) }
        self = text
    }
}

extension Bool: JSONForm {
    package func write(to writer: inout JSONWriter) { writer.write(literal: self ? "true" : "false") }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let flag = value.boolean else { throw ReportReadError("true or false", at: value) }
        self = flag
    }
}

/// A count or an index, limited so that the sum over millions of domains does not overflow.
extension Int: JSONForm {
    private static let maxCount = Int(UInt32.max)

    package func write(to writer: inout JSONWriter) { writer.write(literal: String(self)) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let number = value.integer, (0...Self.maxCount).contains(number) else {
            throw ReportReadError("a whole number from 0 to \(Self.maxCount)", at: value)
        }
        self = number
    }
}

extension Double: JSONForm {
    /// Writes at most three decimals; `null` for a value that is not finite.
    package func write(to writer: inout JSONWriter) {
        guard isFinite, abs(self) < 1e15 else {
            writer.write(literal: isFinite ? description : "null")
            return
        }
        let rounded = (self * 1000).rounded() / 1000
        writer.write(literal: rounded == rounded.rounded() ? String(Int(rounded)) : rounded.description)
    }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let number = value.double, number.isFinite else { throw ReportReadError("a number", at: value) }
        self = number
    }
}

extension Date: JSONForm {
    package func write(to writer: inout JSONWriter) { rfc3339.write(to: &writer) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let text = value.string, let date = Date(rfc3339: text) else {
            throw ReportReadError("a time such as 2026-05-01T12:00:00.000Z", at: value)
        }
        self = date
    }
}

/// A value of a closed set; an unknown value is probably from a newer version.
extension JSONForm where Self: RawRepresentable<String> {
    package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }

    package init(json value: JSONValue) throws(ReportReadError) {
        guard let choice = Self(rawValue: try String(json: value)) else { throw ReportReadError(unknown: value) }
        self = choice
    }
}

extension AppleSystem: JSONForm {}
extension CDNState: JSONForm {}
extension ChangeKind: JSONForm {}
extension DomainStatus: JSONForm {}
extension ExchangeFailure.Kind: JSONForm {}
extension ExchangePhase: JSONForm {}
extension FindingCode: JSONForm {}
extension FindingLocation: JSONForm {}
extension HostingPlatform: JSONForm {}
extension LinkAnswer: JSONForm {}
extension LocationReport.Outcome: JSONForm {}
extension AdditionalCheck: JSONForm {}
extension Severity: JSONForm {}
extension StapledStatus: JSONForm {}
extension Verdict.Certainty: JSONForm {}

// MARK: - Values made of values

extension Optional: JSONForm where Wrapped: JSONForm {
    /// The value `nil`; without `.some`, it would mean that the key is required.
    package static var absent: Self? { .some(nil) }

    package var isOmitted: Bool { self == nil }

    package func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.write(literal: "null") }
    }

    package init(json value: JSONValue) throws(ReportReadError) { self = value.isNull ? nil : try Wrapped(json: value) }
}

extension Array: JSONForm where Element: JSONForm {
    package static var absent: Self? { [] }

    package var isOmitted: Bool { isEmpty }

    package func write(to writer: inout JSONWriter) {
        writer.array { writer in for element in self { element.write(to: &writer) } }
    }

    package init(json value: JSONValue) throws(ReportReadError) {
        self = []
        guard !value.isNull else { return }
        guard let elements = value.elements else { throw ReportReadError("an array", at: value) }
        for element in elements { append(try Element(json: element)) }
    }
}

/// An object whose keys are data, in their original order.
struct OrderedJSONObject<Value: JSONForm>: JSONForm {
    static var absent: Self? { Self(members: []) }

    var members: [(name: String, value: Value)]

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members { writer.field(member.name, member.value) }
        }
    }
}

extension OrderedJSONObject {
    init(json value: JSONValue) throws(ReportReadError) {
        members = []
        guard !value.isNull else { return }
        guard let found = value.members else { throw ReportReadError("an object", at: value) }
        for member in found { members.append((member.name, try Value(json: member.value))) }
    }
}
