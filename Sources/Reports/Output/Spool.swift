import Audit
import Platform
import Records

import struct Foundation.Date

/// The lines of domains on disk, until they are read in input order.
///
/// The spool consists of two unlinked temporary files: the bytes in the order of arrival, and a table that contains
/// the position and the size for each index.
final class Spool {
    private static let recordBytes = 16

    let folder: String
    private let data: FileDescriptor
    private let table: FileDescriptor
    private var dataSize = 0
    /// The highest index plus one.
    private(set) var count = 0

    static func open(inOneOf folders: [String]) throws(OutputError) -> Spool {
        var failure: OutputError?
        for folder in folders {
            do throws(OutputError) {
                return try Spool(folder: folder)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? .unusable(path: "a temporary file", reason: "no folder is known for it")
    }

    private init(folder: String) throws(OutputError) {
        self.folder = folder
        data = try Self.makeFile(in: folder)
        table = try Self.makeFile(in: folder)
    }

    func add(_ line: DomainLine, at index: Int) throws(OutputError) {
        try check(data.write(line.bytes, at: dataSize))
        // Zeros, as in gaps of the table, represent an index without a line, so the size is stored plus one.
        let record = [dataSize, line.bytes.count + 1]
        try check(table.write(record.withUnsafeBytes { Array($0) }, at: index * Self.recordBytes))
        dataSize += line.bytes.count
        count = max(count, index + 1)
    }

    func line(at index: Int) throws(OutputError) -> DomainLine? {
        var record = [UInt8](repeating: 0, count: Self.recordBytes)
        try check(table.read(&record, at: index * Self.recordBytes))
        let (position, sizePlusOne) = record.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(as: Int.self), bytes.loadUnaligned(fromByteOffset: 8, as: Int.self))
        }
        guard sizePlusOne > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: sizePlusOne - 1)
        try check(data.read(&bytes, at: position))
        return DomainLine(bytes: bytes)
    }

    private func check(_ error: CInt) throws(OutputError) {
        guard error != 0 else { return }
        let isFull = error == ENOSPC || error == EDQUOT || error == EFBIG
        throw .writing(
            path: "the temporary file in \(folder)",
            reason: systemError(error)
                + (isFull ? "; it holds all domains until the reports are written, so free space there" : ""))
    }

    private static func makeFile(in folder: String) throws(OutputError) -> FileDescriptor {
        var template = Array("\(folder)/.aasa-audit-spool-XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .unusable(path: "a temporary file in \(folder)", reason: systemError()) }
        // The system deletes an unlinked file when the process ends, even if the process is killed.
        unlink(template)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(number)
    }
}

struct SpooledRun: StoredRun {
    private static let minBatchBytes = 1 << 20

    let facts: RunFacts
    var summary: RunSummary
    let finishedAt: Date
    let ending: RunEnding
    let spool: Spool
    let bodies: FileTextPolicy
    let aliases: Aliases
    let history: (any RunHistory)?

    var changes: RunChanges? { history?.changes }
    func earlierDailyRuns() -> [OverallTimeline.DailyRun] { history?.earlierDailyRuns() ?? [] }
    var previousCompletion: Date? { history?.previousCompletion }
    func past(of report: DomainReport) -> DomainPast? { history?.past(of: report) }

    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        var batch: [(line: DomainLine, aliases: Aliases.Row)] = []
        var size = 0
        for index in 0..<spool.count {
            guard let line = try spool.line(at: index) else { continue }
            batch.append((line, aliases[index]))
            size += line.bytes.count
            guard size >= Self.minBatchBytes else { continue }
            try body(parse(batch))
            batch = []
            size = 0
        }
        if !batch.isEmpty { try body(parse(batch)) }
    }

    func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError) {
        guard bodies == self.bodies else {
            return try forEachDomain { report throws(OutputError) in
                try body(DomainLine(report, bodies: bodies), report.aliases)
            }
        }
        // Lines that were rendered with the same setting are neither parsed nor rendered again.
        for index in 0..<spool.count {
            if let line = try spool.line(at: index) { try body(line, aliases[index]) }
        }
    }

    private func parse(_ lines: [(line: DomainLine, aliases: Aliases.Row)]) throws(OutputError) -> [DomainReport] {
        let results = lines.concurrentMap { line, aliases in
            Result { () throws(ReportReadError) in
                var report = try DomainReport(line: line.bytes)
                report.aliases = aliases
                return report
            }
        }
        return try results.map { result throws(OutputError) in
            try result.mapError { error in
                OutputError.writing(path: "the temporary file in \(spool.folder)", reason: "\(error)")
            }.get()
        }
    }
}
