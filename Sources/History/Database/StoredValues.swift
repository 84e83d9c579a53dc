import Basics
import GRDB

import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// Encodes text for the database: SQLite ends a text at NUL, so NUL and the escape character are escaped.
enum StoredText {
    private static let escape: Unicode.Scalar = "\u{1A}"

    static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x1A }) else { return text }
        return text.escaped { scalar in
            switch scalar {
            case "\0": "\(escape)0"
            case escape: "\(escape)1"
            default: nil
            }
        }
    }

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(0x1A) else { return text }
        let scalars = text.unicodeScalars.replacing("\(escape)0".unicodeScalars, with: "\0".unicodeScalars)
        return String(scalars.replacing("\(escape)1".unicodeScalars, with: "\(escape)".unicodeScalars))
    }
}

/// Statements that a connection compiles once.
extension Database {
    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Inserts a row with values by column; `resolution` determines the effect of an existing row with the same key.
    func insert(
        or resolution: ConflictResolution = .abort, into table: String,
        _ values: KeyValuePairs<String, (any DatabaseValueConvertible)?>
    ) throws {
        let columns = values.map(\.key).joined(separator: ", ")
        let places = repeatElement("?", count: values.count).joined(separator: ", ")
        let sql = "INSERT OR \(resolution.rawValue) INTO \(table) (\(columns)) VALUES (\(places))"
        try execute(sql, StatementArguments(values.map(\.value)))
    }

    func value<Value: DatabaseValueConvertible>(_ sql: String, _ arguments: StatementArguments) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}

enum StoredJSON {
    /// Parses a stored value; `nil` if there is none, or if this version cannot read it.
    static func decode<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    static func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
