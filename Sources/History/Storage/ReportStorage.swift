import Audit
import Basics
import Deflate
import Digests
import Findings
import GRDB
import Records

import struct Foundation.Data

/// Reports as they are stored: what differs from an earlier report of the same domain, compressed.
///
/// An unchanged domain differs from night to night in times and little else. A report that differs in more is stored whole, and
/// those that come after it rest on it.
final class ReportStorage {
    // Each takes a quarter of a megabyte, and most of who looks something up needs none.

    /// For what differs from the run before: it is kept for each run, and small.
    private lazy var thoroughDeflater = Deflater()
    /// For everything else: two thirds of the time, for some 4 % more bytes.
    private(set) lazy var deflater = Deflater(level: 3)
    private(set) lazy var inflater = Inflater()
    /// The whole report that was read last: reports of one domain come in a row in its timeline.
    private var cached: (id: Int64, line: [UInt8])?

    /// The stored form of a report: a whole report that it is based on, and the difference from it.
    struct Stored {
        var reportID: Int64
        var delta: Data
    }

    /// Stores the line of a report of `domain`; `basis` is the whole report that the newest one rests on.
    func store(_ line: [UInt8], of domain: Int64, basis: Int64?, _ db: Database) throws -> Stored {
        if let basis, let whole = try whole(basis, db) {
            let delta = thoroughDeflater.compress(line, dictionary: whole)
            if delta.count <= line.count / 12 + 160 { return Stored(reportID: basis, delta: Data(delta)) }
        }
        let statement = try db.cachedStatement(sql: Queries.insertReport)
        try statement.execute(arguments: [domain, Data(deflater.compress(line))])
        return Stored(reportID: db.lastInsertedRowID, delta: Data(deflater.compress(line, dictionary: line)))
    }

    /// The report that lies at `stored`, with the bytes of the file.
    func report(_ stored: Stored, fileID: Int64?, _ db: Database) throws -> DomainReport {
        guard let whole = try whole(stored.reportID, db) else {
            throw InflateError(description: "a stored report is missing")
        }
        let line = try inflater.expand(Array(stored.delta), dictionary: whole)
        var report = try DomainReport(line: line)
        if let fileID { report.file?.bytes = try body(fileID, db) }
        return report
    }

    private func whole(_ id: Int64, _ db: Database) throws -> [UInt8]? {
        if let cached, cached.id == id { return cached.line }
        let statement = try db.cachedStatement(sql: Queries.report)
        guard let data = try Data.fetchOne(statement, arguments: [id]) else { return nil }
        let line = try inflater.expand(Array(data))
        cached = (id, line)
        return line
    }

    // MARK: - Bodies

    /// Stores a body unless it is there; `sha256` in hexadecimal digits where it is known.
    func store(body: [UInt8], sha256: String?, _ db: Database) throws -> Int64 {
        let hash = Data(Self.bytes(hexadecimal: sha256 ?? SHA256.hexadecimal(body)))
        let known = try db.cachedStatement(sql: Queries.bodyByHash)
        if let id = try Int64.fetchOne(known, arguments: [hash]) { return id }
        let statement = try db.cachedStatement(sql: Queries.insertBody)
        try statement.execute(arguments: [hash, body.count, Data(deflater.compress(body))])
        return db.lastInsertedRowID
    }

    /// The bytes of a body.
    func body(_ id: Int64, _ db: Database) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: Queries.body)
        guard let data = try Data.fetchOne(statement, arguments: [id]) else {
            throw InflateError(description: "a stored body is missing")
        }
        return try inflater.expand(Array(data))
    }

    private static func bytes(hexadecimal text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 {
            let value = digit >= 0x61 ? digit - 0x57 : digit - 0x30
            if let first = high {
                bytes.append(first << 4 | value & 15)
                high = nil
            } else {
                high = value & 15
            }
        }
        return bytes
    }
}

extension DomainReport {
    /// A number that is the same for reports between which nothing changed that a person would want to know of.
    ///
    /// In it: the status, errors and warnings, the file, the certificate, who served it, and the team. Not in it: times, and
    /// which of many addresses of a network answered.
    var changeFingerprint: Int64 {
        var hash = StableHash()
        hash.add(status.rawValue)
        for finding in findings where finding.severity > .info {
            for part in [finding.code.rawValue, finding.severity.rawValue, finding.location.rawValue] { hash.add(part) }
            hash.add(finding.pointer ?? "")
            // Of something else that is expected it is another finding.
            if let subject = FindingIdentity(finding).subject { hash.add(subject) }
            if finding.waived != nil { hash.add("waived") }
        }
        for place in [wellKnown, root, cdn] {
            hash.add(place?.outcome.rawValue ?? "")
            hash.add(place?.sha256 ?? "")
        }
        let server = ServerFacts(self)
        for part in [server.software, server.network, server.certificate, server.issuer] { hash.add(part ?? "") }
        // Capitals make no other team.
        if let team { hash.add(team.lowercased()) }
        return Int64(bitPattern: hash.value)
    }
}
