import Findings
import GRDB
import Records

import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

extension RunRecord {
    init(_ row: Row) {
        self.init(
            number: row["id"],
            facts: RunFacts(
                id: row["name"], startedAt: Date(milliseconds: row["started_at"]), toolVersion: row["tool_version"],
                rulesVersion: row["rules_version"], options: EvidenceJSON.evidence(row["options"]) ?? [:]))
        finishedAt = (row["finished_at"] as Int64?).map { Date(milliseconds: $0) }
        state = State(rawValue: row["state"]) ?? .running
        summary = StoredJSON.decode(row["summary"])
        ending = StoredJSON.decode(row["ending"])
        isInDoubt = row["is_in_doubt"]
        isSettled = (row["settled_at"] as Int64?) != nil
        part = row["part"]
        reportedPart = row["reported_part"]
    }

    static func fetchAll(_ sql: String, _ arguments: StatementArguments, _ db: Database) throws -> [RunRecord] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { RunRecord($0) }
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
