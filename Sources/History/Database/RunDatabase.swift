import Basics
package import Foundation
import GRDB
package import Platform

/// The history of one series of runs, in one SQLite file.
///
/// Only the process that holds the lock file can write, readers never wait for it (WAL mode), and committed data is
/// preserved even if the process is killed.
package final class RunDatabase: Sendable {
    package enum Access: Sendable {
        case writing
        /// For reading in one transaction, so that concurrent changes by other processes are not visible.
        case reading
    }

    /// The identifier of the file format (`PRAGMA application_id`): “AASA”.
    static let applicationID = 0x4141_5341

    package let path: String
    /// A message that the latest results are missing, because the folder is not writable; `nil` if all are available.
    package let remark: String?
    let connections: any DatabaseWriter
    private let lock: RunLock?

    /// Opens the database at `path`; creates a missing folder only if `makesFolder` is true.
    ///
    /// `date` is written into the lock file for other processes. A statement waits for up to `patience`, or until
    /// `stop` is raised, for a program other than a run, such as a backup.
    package init(
        path: String, access: Access, makesFolder: Bool = false, at date: Date = Date(), until stop: StopSignal? = nil,
        patience: Duration = .seconds(300)
    ) throws(HistoryError) {
        self.path = path
        let exists = FileManager.default.fileExists(atPath: path)
        var configuration = Configuration()
        configuration.busyMode = Self.busyMode(patience, until: stop)
        configuration.label = "history"
        configuration.readonly = access == .reading
        // A reader's transaction stays open until the database is closed.
        configuration.allowsUnsafeTransactions = access == .reading
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in
            // The owner is checked before anything is written, including the journal mode.
            try Self.checkOwner(db, path: path)
        }
        do {
            switch access {
            case .reading:
                guard exists else { throw HistoryError.missing(path: path) }
                lock = nil
                (connections, remark) = try Self.openForReading(path: path, configuration: configuration)
            case .writing:
                if !exists { try Self.checkFolder(of: path, makesFolder: makesFolder) }
                lock = try RunLock.take(database: URL(filePath: path).resolvingSymlinksInPath().path, at: date)
                if !exists { Self.makeFile(path) }
                remark = nil
                connections = try Self.openForWriting(path: path, exists: exists, configuration: configuration)
            }
        } catch {
            throw Self.historyError(for: error, path: path)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        try translatingErrors { try connections.unsafeRead(body) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        try translatingErrors { try connections.write(body) }
    }

    func translatingErrors<Value>(_ body: () throws -> Value) throws(HistoryError) -> Value {
        do {
            return try body()
        } catch {
            throw Self.historyError(for: error, path: path)
        }
    }

    /// Closes the database, and transfers the write-ahead log to the database file unless another process uses the log:
    /// afterwards, a copy of the database file alone is complete.
    package func close() {
        if !connections.configuration.readonly {
            try? connections.writeWithoutTransaction { db in
                // Work that cannot be done immediately is left to the next process.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                try db.checkpoint(.truncate)
            }
        }
        try? connections.close()
        lock?.release()
    }

    private static func openForReading(
        path: String, configuration: Configuration
    ) throws -> (any DatabaseWriter, remark: String?) {
        func open(_ name: String) throws -> any DatabaseWriter {
            let connections = try DatabaseQueue(path: name, configuration: configuration)
            try connections.unsafeRead { db in
                // A transaction's snapshot is taken by its first statement that reads, here the check of the schema.
                try db.execute(sql: "BEGIN")
                try Schema.check(db, path: path)
            }
            return connections
        }
        do {
            return (try open(path), nil)
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_PROTOCOL].contains(error.resultCode)
        {
            // In WAL mode, readers create files beside the database. If they cannot, the database is opened as
            // immutable, without its log (SQLite, “Uniform Resource Identifiers”, immutable).
            guard let connections = try? open(Self.immutableURI(of: path)) else { throw error }
            return (connections, remarkOnUnreadableLog(of: path))
        }
    }

    private static func immutableURI(of path: String) -> String {
        let name = path.utf8.map { byte in
            byte.isHostByte || byte == UInt8(ascii: "/") ? String(UnicodeScalar(byte)) : byte.percentEncoded
        }
        return "file:\(name.joined())?immutable=1"
    }

    /// Returns a message about the data in the log beside the database; `nil` if the log is empty.
    private static func remarkOnUnreadableLog(of path: String) -> String? {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        guard let size, size > 0 else { return nil }
        return
            "\(path) is opened read-only, because its folder is not writable. The latest results are only in "
            + "\(path)-wal (\(Phrase.number(size)) bytes), and are missing here. To see them, copy both files to a "
            + "writable folder, and specify the copy with --db."
    }

    private static func openForWriting(
        path: String, exists: Bool, configuration: Configuration
    ) throws -> any DatabaseWriter {
        if exists {
            var reading = configuration
            reading.readonly = true
            try DatabaseQueue(path: path, configuration: reading).read { db in try Schema.check(db, path: path) }
        }
        let connections = try DatabasePool(path: path, configuration: configuration)
        // The identifier is set before the first table is created, so that other processes recognise the database.
        try connections.write { db in try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        try Schema.migrator.migrate(connections)
        return connections
    }

    private static func checkOwner(_ db: Database, path: String) throws {
        // One transaction reads the identifier and the schema, because another process may be creating the database.
        var foundID = 0
        var isEmpty = true
        try db.inTransaction(.deferred) {
            foundID = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // An empty file is a database without tables.
            isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false
            return .commit
        }
        if foundID == applicationID || (foundID == 0 && isEmpty) { return }
        throw HistoryError.foreign(path: path, found: "the database of another program")
    }

    /// Returns the mode that waits for another writer in short steps, until `patience` is exceeded or `stop` is raised.
    private static func busyMode(_ patience: Duration, until stop: StopSignal?) -> Database.BusyMode {
        guard let stop else { return .timeout(patience / .seconds(1)) }
        let step = Duration.milliseconds(10)
        return .callback { earlierSteps in
            guard step * earlierSteps < patience else { return false }
            // Without a descriptor, only the signal and the time end the wait.
            return stop.wait(for: -1, 0, atMost: step) == .timedOut
        }
    }

    /// Creates the file for its owner only; SQLite gives its other files the same permissions, and reports errors.
    private static func makeFile(_ path: String) {
        let file = Platform.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { Platform.close(file) }
    }

    /// Creates the folder of the database if `makesFolder` is true; otherwise throws an error if it does not exist.
    package static func checkFolder(of path: String, makesFolder: Bool) throws(HistoryError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        guard makesFolder else {
            if FileManager.default.fileExists(atPath: folder.path) { return }
            throw .noFolder(path: path, folder: folder.path)
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .denied(path: path, reason: "there is no folder \(folder.path), and it cannot be made")
        }
    }

    static func historyError(for error: any Error, path: String) -> HistoryError {
        if let error = error as? HistoryError { return error }
        guard let error = error as? DatabaseError else { return .failed(path: path, reason: "\(error)") }
        let reason = error.message ?? "SQLite \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: return .denied(path: path, reason: reason)
        case .SQLITE_FULL: return .full(path: path)
        case .SQLITE_NOTADB: return .foreign(path: path, found: "no SQLite database")
        case .SQLITE_CORRUPT: return .corrupt(path: path, reason: reason)
        default: return .failed(path: path, reason: reason)
        }
    }
}
