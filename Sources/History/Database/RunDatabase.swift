package import Audit
package import Foundation
import GRDB
import Platform
import Synchronization

/// The history of one series of runs: one SQLite file.
///
/// One process writes at a time, and has the lock beside the file as long as it does. Reading never waits (WAL). What a run has
/// committed survives whatever ends the process.
package final class RunDatabase: Sendable {
    /// The access to the file.
    package enum Access: Sendable {
        /// Made when it is not there.
        case writing
        /// Never changed, and read in one transaction: what others write or delete meanwhile is not seen.
        case reading
    }

    /// Marks the file as ours (`PRAGMA application_id`): “AASA”.
    static let applicationID = 0x4141_5341

    /// The path of the file.
    package let path: String
    /// A message about data that is missing because no file can be written beside the database; `nil` if all data is there.
    package let remark: String?
    let connections: any DatabaseWriter
    /// `nil` where the file is only read.
    private let lock: RunLock?

    /// Opens the database at `path`.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - access: How it is used.
    ///   - makesFolder: Whether a folder that is not there is made for it: only that of the default is.
    ///   - date: The present, which others are told while it is open for writing.
    ///   - stop: When it is raised, nothing waits for another program any more.
    ///   - patience: How long a statement waits for a program that is no run, such as a backup.
    /// - Throws: ``HistoryError`` when it cannot be used; it is not changed then.
    package init(
        path: String, access: Access, makesFolder: Bool = false, at date: Date = Date(), until stop: StopSignal? = nil,
        patience: Duration = .seconds(300)
    ) throws(HistoryError) {
        self.path = path
        let exists = FileManager.default.fileExists(atPath: path)
        if access == .reading, !exists { throw .missing(path: path) }
        if access == .writing, !exists { try Self.checkFolder(of: path, makesFolder: makesFolder) }
        lock =
            access == .reading
            ? nil : try RunLock.take(database: URL(filePath: path).resolvingSymlinksInPath().path, at: date)
        if access == .writing, !exists { Self.makeFile(path) }
        do {
            var configuration = Configuration()
            configuration.busyMode = Self.waiting(patience, until: stop)
            configuration.label = "history"
            configuration.readonly = access == .reading
            // That of a reader stays open until it is closed.
            configuration.allowsUnsafeTransactions = access == .reading
            configuration.maximumReaderCount = 2
            configuration.prepareDatabase { db in
                // Asked before anything is written, the journal mode included.
                try Self.checkOwner(db, path: path)
            }
            if access == .reading {
                (connections, remark) = try Self.openForReading(path: path, configuration: configuration)
            } else {
                remark = nil
                connections = try Self.openForWriting(path: path, exists: exists, configuration)
            }
        } catch {
            throw Self.meaning(of: error, path: path)
        }
    }

    /// Performs `body` on a connection that sees one state of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do {
            return try connections.unsafeRead(body)
        } catch {
            throw Self.meaning(of: error, path: path)
        }
    }

    /// Performs `body` in a transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        do {
            return try connections.write(body)
        } catch {
            throw Self.meaning(of: error, path: path)
        }
    }

    /// Closes it; without this the end of the process does.
    ///
    /// All that is in the log beside it goes into the file itself, as far as nobody else uses it: whoever copies the file alone
    /// has everything.
    package func close() {
        if !connections.configuration.readonly {
            try? connections.writeWithoutTransaction { db in
                // What cannot be done at once is done by the next one.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                try db.checkpoint(.truncate)
            }
        }
        try? connections.close()
        lock?.release()
    }

    // MARK: Reading only

    private static func openForReading(
        path: String, configuration: Configuration
    ) throws -> (any DatabaseWriter, remark: String?) {
        func open(_ name: String) throws -> any DatabaseWriter {
            let connections = try DatabaseQueue(path: name, configuration: configuration)
            try connections.unsafeRead { db in
                // SQLite takes the state of the first statement that reads.
                try db.execute(sql: "BEGIN")
                try checkSchema(db, path: path)
            }
            return connections
        }
        do {
            return (try open(path), nil)
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_PROTOCOL].contains(error.resultCode)
        {
            // Even who only reads needs files beside the database, which cannot be made here: it is read as one that nobody
            // changes, without its log (SQLite, “Uniform Resource Identifiers”, immutable).
            guard let fixed = try? open(Self.immutable(path)) else { throw error }
            return (fixed, missing(of: path))
        }
    }

    /// The address of a database that nobody changes.
    private static func immutable(_ path: String) -> String {
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        let name = path.utf8.flatMap { byte -> [UInt8] in
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            if isPlain || "/._-".utf8.contains(byte) { return [byte] }
            return [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
        return "file:\(String(decoding: name, as: UTF8.self))?immutable=1"
    }

    /// Returns a message about data that is only in the log beside the database; `nil` if the log is empty.
    private static func missing(of path: String) -> String? {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        guard let size, size > 0 else { return nil }
        return
            "\(path) is read as it is, because nothing can be written beside it. What runs have stored last is only in "
            + "\(path)-wal (\(size) bytes), and is missing here. To see it, copy both files to a folder that can be written "
            + "to, and name the copy with --db."
    }

    // MARK: Writing

    /// Makes the database where there is none; one of another program or version is not changed.
    private static func openForWriting(
        path: String, exists: Bool, _ configuration: Configuration
    ) throws -> any DatabaseWriter {
        if exists {
            var reading = configuration
            reading.readonly = true
            try DatabaseQueue(path: path, configuration: reading).read { db in try checkSchema(db, path: path) }
        }
        let connections = try DatabasePool(path: path, configuration: configuration)
        // Marked as ours before it has its first table, so that nobody takes it for another program's.
        try connections.write { db in try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        try Schema.migrator.migrate(connections)
        return connections
    }

    private static func checkSchema(_ db: Database, path: String) throws {
        let form = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if try form > Schema.version || Schema.migrator.hasBeenSuperseded(db) {
            throw HistoryError.otherSchema(path: path)
        }
    }

    private static func checkOwner(_ db: Database, path: String) throws {
        // Both are read of one state: a run may be making the database at this moment.
        var owner = 0
        var isEmpty = true
        try db.inTransaction(.deferred) {
            owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // A file of no bytes is a database without tables.
            isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false
            return .commit
        }
        if owner == applicationID || (owner == 0 && isEmpty) { return }
        throw HistoryError.foreign(path: path, what: "the database of another program")
    }

    /// Waits for another writer a moment at a time, until `patience` is over or `stop` is raised.
    private static func waiting(_ patience: Duration, until stop: StopSignal?) -> Database.BusyMode {
        guard let stop else { return .timeout(patience / .seconds(1)) }
        let moment = Duration.milliseconds(10)
        return .callback { earlier in
            guard moment * earlier < patience else { return false }
            return stop.wait(for: -1, 0, atMost: moment) == .timedOut
        }
    }

    /// Makes the file, so that nobody else can read it; SQLite gives those beside it the same rights.
    ///
    /// Whatever is wrong with the place is for SQLite to say.
    private static func makeFile(_ path: String) {
        let file = Platform.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { Platform.close(file) }
    }

    /// Refuses a folder that is not there, unless it is to be made.
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

    /// Returns the error to show to the user for an error of SQLite.
    static func meaning(of error: any Error, path: String) -> HistoryError {
        if let error = error as? HistoryError { return error }
        guard let error = error as? DatabaseError else { return .failed(path: path, reason: "\(error)") }
        let reason = error.message ?? "SQLite \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: return .denied(path: path, reason: reason)
        case .SQLITE_FULL: return .full(path: path)
        case .SQLITE_NOTADB: return .foreign(path: path, what: "no SQLite database")
        case .SQLITE_CORRUPT: return .corrupt(path: path, reason: reason)
        default: return .failed(path: path, reason: reason)
        }
    }
}
