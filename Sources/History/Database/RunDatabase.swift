package import Audit
import Foundation
import GRDB
import Platform
import Synchronization

/// The database of runs: one SQLite file.
///
/// Any number of runs may use it at once: SQLite lets one of them write at a time, and the others wait. Reading never waits
/// (WAL). What a run has committed survives whatever ends the process.
public final class RunDatabase: Sendable {
    /// How the file is used.
    public enum Access: Sendable {
        /// Made when it is not there, and brought to the form that this version knows.
        case writing
        /// Never changed, and read in one transaction: what others write or delete meanwhile is not seen.
        case reading
    }

    /// Marks the file as ours (`PRAGMA application_id`): “AASA”.
    static let applicationID = 0x4141_5341
    /// How long an attempt to write waits for another writer, in seconds.
    static let patienceSeconds = 30
    /// How often what a run has found is tried to be written while others hold the database.
    private static let attempts = 10

    /// Where it is.
    public let path: String
    /// What is not to be seen of it because nothing can be written beside it; `nil` where all is.
    public let remark: String?
    /// The earlier form from which it was brought to that of this version; `nil` where it was not.
    public let earlierForm: Int?
    let connections: any DatabaseWriter
    /// The path without symbolic links, beside which locks are.
    let lockPath: String
    private let attempts: Int
    private let stop: StopSignal?
    private let heldCount = Atomic<Int>(0)

    /// Opens the database at `path`.
    ///
    /// - Throws: ``HistoryError`` when it cannot be used; it is not changed then.
    public convenience init(path: String, access: Access) throws(HistoryError) {
        try self.init(path: path, access: access, patience: .seconds(Self.patienceSeconds))
    }

    /// Opens the database at `path` for a run; nothing waits for another writer once `stop` is raised.
    package convenience init(path: String, until stop: StopSignal) throws(HistoryError) {
        try self.init(path: path, access: .writing, patience: .seconds(Self.patienceSeconds), until: stop)
    }

    init(
        path: String, access: Access, patience: Duration, attempts: Int = RunDatabase.attempts,
        until stop: StopSignal? = nil
    ) throws(HistoryError) {
        self.path = path
        self.attempts = attempts
        self.stop = stop
        let exists = FileManager.default.fileExists(atPath: path)
        if access == .reading, !exists { throw .missing(path: path) }
        if access == .writing, !exists {
            try Self.makeFolder(of: path)
            Self.makeFile(path)
        }
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
                earlierForm = nil
            } else {
                remark = nil
                earlierForm = exists ? try Self.prepareExisting(path: path, configuration: configuration) : nil
                connections = try Self.openForWriting(
                    path: path, configuration: configuration, patience: patience, until: stop)
            }
        } catch {
            throw Self.meaning(of: error, path: path)
        }
        lockPath = URL(filePath: path).resolvingSymlinksInPath().path
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

    /// Performs `body` in a transaction, and waits longer than ``write(_:)`` does for whoever holds the database.
    ///
    /// - Throws: ``HistoryError/locked(path:)`` when it is still held after many attempts.
    func writePatiently<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
        var attempt = 1
        while true {
            do throws(HistoryError) {
                return try write(body)
            } catch {
                guard case .locked = error else { throw error }
                heldCount.add(1, ordering: .relaxed)
                guard attempt < attempts, stop?.isRaised != true else { throw error }
                attempt += 1
            }
        }
    }

    /// Says that it was brought to the form of this version, and where a copy of it is as it was; `nil` where it was not.
    public var upgradeRemark: String? {
        earlierForm.map { form in
            "The database was brought from schema \(form) to \(Schema.version); \(path).form\(form).bak is a copy of it as it was."
        }
    }

    /// How many attempts to write found the database held by somebody else.
    var heldAttempts: Int { heldCount.load(ordering: .relaxed) }

    /// Closes it; without this the end of the process does.
    ///
    /// All that is in the log beside it goes into the file itself, as far as nobody else uses it: whoever copies the file alone
    /// has everything.
    public func close() {
        if !connections.configuration.readonly {
            try? connections.writeWithoutTransaction { db in
                // What cannot be done at once is done by the next one.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                try db.checkpoint(.truncate)
            }
        }
        try? connections.close()
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
                let form = try checkForm(db, path: path)
                if let views = Schema.viewsForReading(form: form) { try db.execute(sql: views) }
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

    /// What of it is only in the log beside it.
    private static func missing(of path: String) -> String? {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        guard let size, size > 0 else { return nil }
        return
            "\(path) is read as it is, because nothing can be written beside it. What runs have stored last is only in "
            + "\(path)-wal (\(size) bytes), and is missing here. To see it, copy both files to a folder that can be written "
            + "to, and name the copy with --db."
    }

    // MARK: Writing

    /// Makes the database where there is none, and brings it to the form that this version knows.
    ///
    /// SQLite waits for whoever writes, but not where two connections have both begun to read and now want to write: when both
    /// turn on the write-ahead log of a new database, or begin an empty one, one of them is refused at once
    /// (SQLite, “Result and Error Codes”, SQLITE_BUSY). It begins again, since the other may be making all that is missing.
    private static func openForWriting(
        path: String, configuration: Configuration, patience: Duration, until stop: StopSignal?
    ) throws -> any DatabaseWriter {
        let begun = ContinuousClock.now
        while true {
            do {
                let connections = try DatabasePool(path: path, configuration: configuration)
                try claim(connections)
                try migrate(connections)
                return connections
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && begun.duration(to: .now) < patience && stop?.isRaised != true
            {}
        }
    }

    // MARK: Before it is opened

    /// Refuses a database of another program or a newer version, and saves a copy of one that is brought to a new form.
    ///
    /// - Returns: The form that it is brought from; `nil` where it has that of this version.
    private static func prepareExisting(path: String, configuration: Configuration) throws -> Int? {
        var reading = configuration
        reading.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: reading)
        let form = try queue.read { db in try checkForm(db, path: path) }
        guard form > 0, form < Schema.version else { return nil }
        // The copy is complete before the first change is made.
        let copy = try DatabaseQueue(path: "\(path).form\(form).bak")
        try queue.backup(to: copy)
        try copy.close()
        return form
    }

    @discardableResult
    private static func checkForm(_ db: Database, path: String) throws -> Int {
        let form = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if form > Schema.version { throw HistoryError.newer(path: path, version: form, known: Schema.version) }
        return form
    }

    private static func checkOwner(_ db: Database, path: String) throws {
        // Both are read of one state: another run may be making the database at this moment.
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

    /// Marks a new database as ours before it has its first table, so that nobody takes it for another program's.
    private static func claim(_ connections: any DatabaseWriter) throws {
        func owner(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0 }
        // One that is ours is not waited for: another run may be writing to it without a pause.
        if try connections.read({ db in try owner(db) }) == applicationID { return }
        try connections.write { db in
            if try owner(db) != applicationID { try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        }
    }

    /// Brings the database to the form that this version knows.
    ///
    /// The migrator reads what is missing before it takes the lock under which it makes it: another run may have made it in
    /// between. Then nothing was changed here, and what is missing is read anew.
    private static func migrate(_ connections: any DatabaseWriter) throws {
        var attempts = 0
        while true {
            do {
                return try Schema.migrator.migrate(connections)
            } catch let error as DatabaseError
                where attempts < Schema.version
                && [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
            {
                // At most once for each migration.
                attempts += 1
            }
        }
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

    private static func makeFolder(of path: String) throws(HistoryError) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .denied(path: path, reason: "there is no folder \(folder.path), and it cannot be made")
        }
    }

    /// What an error of SQLite means to somebody who uses the program.
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
