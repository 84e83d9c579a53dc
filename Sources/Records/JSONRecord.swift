package import AppSiteAssociation
import Basics

package import struct Foundation.Date

/// An object of a report, read key by key; keys that nobody asks for are left alone, as a newer version may have added them.
package struct JSONRecord {
    private static let maxCount = Int(UInt32.max)

    private let value: JSONValue

    /// Takes an object.
    package init(_ value: JSONValue) throws(ReportReadError) {
        guard value.kind == .object else { throw ReportReadError("an object", at: value) }
        self.value = value
    }

    /// The value under `key`; `nil` when it is absent or `null`.
    package subscript(key: String) -> JSONValue? {
        guard let found = value[key], !found.isNull else { return nil }
        return found
    }

    /// The value under `key`, which has to be there.
    package func value(_ key: String) throws(ReportReadError) -> JSONValue {
        guard let found = value[key] else { throw ReportReadError(missing: key, in: value) }
        return found
    }

    package func object(_ key: String) throws(ReportReadError) -> JSONRecord { try JSONRecord(value(key)) }

    package func optionalObject(_ key: String) throws(ReportReadError) -> JSONRecord? {
        guard let found = self[key] else { return nil }
        return try JSONRecord(found)
    }

    package func string(_ key: String) throws(ReportReadError) -> String { try Self.string(value(key)) }

    package func optionalString(_ key: String) throws(ReportReadError) -> String? {
        guard let found = self[key] else { return nil }
        return try Self.string(found)
    }

    /// A count or a position, in bounds within which those of millions of domains can be added up.
    package func integer(_ key: String) throws(ReportReadError) -> Int {
        let found = try value(key)
        guard let number = found.number?.integer, (0...Self.maxCount).contains(number) else {
            throw ReportReadError("a whole number from 0 to \(Self.maxCount)", at: found)
        }
        return number
    }

    package func optionalInteger(_ key: String) throws(ReportReadError) -> Int? {
        self[key] == nil ? nil : try integer(key)
    }

    package func optionalNumber(_ key: String) throws(ReportReadError) -> Double? {
        guard let found = self[key] else { return nil }
        guard let number = found.number?.double, number.isFinite else { throw ReportReadError("a number", at: found) }
        return number
    }

    package func boolean(_ key: String) throws(ReportReadError) -> Bool {
        let found = try value(key)
        guard let flag = found.boolean else { throw ReportReadError("true or false", at: found) }
        return flag
    }

    package func optionalBoolean(_ key: String) throws(ReportReadError) -> Bool? {
        self[key] == nil ? nil : try boolean(key)
    }

    package func date(_ key: String) throws(ReportReadError) -> Date {
        let found = try value(key)
        guard let text = found.string, let date = UTCTime.date(rfc3339: text) else {
            throw ReportReadError("a time such as 2026-05-01T12:00:00.000Z", at: found)
        }
        return date
    }

    package func optionalDate(_ key: String) throws(ReportReadError) -> Date? { self[key] == nil ? nil : try date(key) }

    /// A value of a closed set; what is not in it was probably written by a newer version.
    package func choice<Choice: RawRepresentable<String>>(_ key: String) throws(ReportReadError) -> Choice {
        try Self.choice(value(key))
    }

    package func optionalChoice<Choice: RawRepresentable<String>>(_ key: String) throws(ReportReadError) -> Choice? {
        guard let found = self[key] else { return nil }
        return try Self.choice(found)
    }

    package func choices<Choice: RawRepresentable<String>>(_ key: String) throws(ReportReadError) -> [Choice] {
        var choices: [Choice] = []
        for element in try elements(key) { choices.append(try Self.choice(element)) }
        return choices
    }

    /// The strings of an array; an absent one is empty.
    package func strings(_ key: String) throws(ReportReadError) -> [String] {
        var strings: [String] = []
        for element in try elements(key) { strings.append(try Self.string(element)) }
        return strings
    }

    /// The objects of an array; an absent one is empty.
    package func objects(_ key: String) throws(ReportReadError) -> [JSONRecord] {
        var objects: [JSONRecord] = []
        for element in try elements(key) { objects.append(try JSONRecord(element)) }
        return objects
    }

    /// The members of the object under `key`, in order; an absent one is empty.
    package func members(_ key: String) throws(ReportReadError) -> [JSONMember] {
        guard let found = self[key] else { return [] }
        guard let members = found.members else { throw ReportReadError("an object", at: found) }
        return Array(members)
    }

    package static func string(_ value: JSONValue) throws(ReportReadError) -> String {
        guard let text = value.string else { throw ReportReadError("a string", at: value) }
        return text
    }

    private func elements(_ key: String) throws(ReportReadError) -> [JSONValue] {
        guard let found = self[key] else { return [] }
        guard let elements = found.elements else { throw ReportReadError("an array", at: found) }
        return Array(elements)
    }

    private static func choice<Choice: RawRepresentable<String>>(
        _ value: JSONValue
    ) throws(ReportReadError) -> Choice {
        let text = try string(value)
        guard let choice = Choice(rawValue: text) else { throw ReportReadError(unknown: text, at: value) }
        return choice
    }
}
