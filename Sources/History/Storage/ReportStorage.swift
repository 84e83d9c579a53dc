import Audit
import Basics
import Findings
import GRDB
import Records
import Transport

import struct Foundation.Data

/// Stores reports as compressed differences from an earlier report of the same domain, because most differ only in
/// times; a report with more differences is stored in full, as the basis of later reports.
final class ReportStorage {
    // The compressors are created when needed: each takes a quarter of a megabyte, and most lookups need none.

    /// The compressor for the differences, of which each run stores one for each domain.
    private lazy var thoroughDeflater = Deflater()
    /// The compressor for everything else: it needs two thirds of the time, and its output is about 4 % larger.
    private(set) lazy var deflater = Deflater(level: 3)
    private(set) lazy var inflater = Inflater()
    /// The full report that was read last, because a timeline reads several reports of one domain.
    private var cached: (id: Int64, line: [UInt8])?

    /// Stores the line of a report of `domain`; returns the full report that the line is based on, which is `basis` if
    /// this saves space, and the difference from the full report.
    func store(
        _ line: [UInt8], of domain: Int64, basis: Int64?, _ db: Database
    ) throws -> (reportID: Int64, delta: Data) {
        if let basis, let fullLine = try fullLine(basis, db),
            let difference = LineDifference.difference(of: line, from: fullLine)
        {
            let delta = thoroughDeflater.compress(difference, dictionary: fullLine)
            // With a larger difference, which later results would repeat, a new full report saves space.
            if delta.count <= line.count / 12 + 160 { return (basis, Data(delta)) }
        }
        try db.insert(into: "report", ["domain_id": domain, "data": Data(deflater.compress(line))])
        return (db.lastInsertedRowID, Data(deflater.compress(line, dictionary: line)))
    }

    /// Returns the report that differs by `delta` from the full report `id`, with the bytes of the file.
    func report(_ id: Int64, _ delta: Data, fileID: Int64? = nil, _ db: Database) throws -> DomainReport {
        guard let fullLine = try fullLine(id, db) else { throw DatabaseError(message: "a stored report is missing") }
        let difference = try inflater.expand(Array(delta), dictionary: fullLine)
        var report = try DomainReport(line: LineDifference.line(difference, appliedTo: fullLine))
        if let fileID { report.file?.bytes = try body(fileID, db) }
        return report
    }

    private func fullLine(_ id: Int64, _ db: Database) throws -> [UInt8]? {
        if let cached, cached.id == id { return cached.line }
        guard let data: Data = try db.value(Queries.report, [id]) else { return nil }
        let line = try inflater.expand(Array(data))
        cached = (id, line)
        return line
    }

    func store(body: [UInt8], _ db: Database) throws -> Int64 {
        let hash = Data(SHA256.digest(body))
        if let id: Int64 = try db.value(Queries.bodyByHash, [hash]) { return id }
        try db.insert(into: "body", ["sha256": hash, "size": body.count, "data": Data(deflater.compress(body))])
        return db.lastInsertedRowID
    }

    func body(_ id: Int64, _ db: Database) throws -> [UInt8] {
        guard let data: Data = try db.value(Queries.body, [id]) else {
            throw DatabaseError(message: "a stored body is missing")
        }
        return try inflater.expand(Array(data))
    }
}

extension DomainReport {
    /// A fingerprint of the status, the errors and warnings, the file, the certificate, the server with its network,
    /// and the team; reports that differ only in times and exact addresses have the same fingerprint.
    var changeFingerprint: Int64 {
        var hash = StableHash()
        hash.add(status.rawValue)
        for finding in findings where finding.severity > .info {
            for part in [finding.code.rawValue, finding.severity.rawValue, finding.location.rawValue] { hash.add(part) }
            hash.add(finding.pointer ?? "")
            // A finding about another expectation is another finding.
            if let subject = FindingIdentity(finding).subject { hash.add(subject) }
            if finding.waived != nil { hash.add("waived") }
        }
        for location in [wellKnown, root, cdn] {
            hash.add(location?.outcome.rawValue ?? "")
            hash.add(location?.sha256 ?? "")
        }
        for part in [serverSoftware, serverNetwork, certificate?.sha256, certificate?.issuer] { hash.add(part ?? "") }
        // The names of teams are case-insensitive.
        if let team = people.team { hash.add(team.lowercased()) }
        return Int64(bitPattern: hash.value)
    }

    var serverSoftware: String? { exchanges.lazy.compactMap { $0.headerFields.first("Server") }.first }

    /// The first 16 bits of an IPv4 address, or 32 of an IPv6 address: content delivery networks respond from changing
    /// addresses.
    var serverNetwork: String? {
        guard let serverAddress else { return nil }
        let separator: Character = serverAddress.contains(":") ? ":" : "."
        return serverAddress.split(separator: separator, omittingEmptySubsequences: false).prefix(2)
            .joined(separator: String(separator))
    }
}
