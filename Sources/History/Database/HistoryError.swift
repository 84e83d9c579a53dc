import Basics

/// Why the database of runs cannot be used; nothing of what is in it was changed.
package enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is a database of another program, or no database.
    case foreign(path: String, what: String)
    /// A version of this program made it whose schema this one does not know.
    case otherSchema(path: String)
    /// The folder that it is to be in does not exist.
    case noFolder(path: String, folder: String)
    /// It is the history of another series of runs.
    case otherSeries(path: String, found: String, expected: String)
    /// A run is under way on it; `who` is its process and since when, where that is known.
    case busy(path: String, who: String)
    /// Another program holds it for longer than this one waits.
    case locked(path: String)
    /// It cannot be written to, or not be opened at all.
    case denied(path: String, reason: String)
    /// There is no place left on the disk.
    case full(path: String)
    /// It is damaged.
    case corrupt(path: String, reason: String)
    /// Anything else that SQLite says.
    case failed(path: String, reason: String)
    /// There is no database.
    case missing(path: String)
    /// The run that was asked for is not there.
    case run(String)

    /// Whether the user named what is not there, or something else than was meant.
    package var isWrongUsage: Bool {
        switch self {
        case .run, .otherSeries, .noFolder: true
        default: false
        }
    }

    /// A message that states the problem and the action to take.
    package var description: String {
        switch self {
        case .foreign(let path, let what):
            "\(path) is \(what), not a database of aasa-audit; it was left alone. Name another file with --db."
        case .otherSchema(let path):
            "\(path) was written by another version of aasa-audit, whose schema this one does not know; it was left alone. "
                + "Use that version, or name another file with --db."
        case .noFolder(let path, let folder):
            "There is no folder \(folder) for the database \(path). A new database would be a history that begins today; make "
                + "the folder if that is meant, or name the database that is there."
        case .otherSeries(let path, let found, let expected):
            "\(path) is the history of \(VisibleText.quote(found)), not of \(VisibleText.quote(expected)); a database is the "
                + "history of one series of runs. Name another file with --db, or give the configuration the name that the "
                + "database has (name:)."
        case .busy(let path, let who):
            "Another run is under way on \(path)\(who). Wait until it has ended, or name another database with --db."
        case .locked(let path):
            "\(path) is in use: another program has kept it locked for longer than this one waits. "
                + "What was stored before is whole; try again when the other program is done."
        case .denied(let path, let reason):
            "\(path) cannot be used: \(reason). Check the rights of the file and of its folder, or name another file with --db."
        case .full(let path):
            "There is no space left for \(path). What was stored before is whole; make room and go on with --resume."
        case .corrupt(let path, let reason):
            "\(path) is damaged (\(reason)); it was left as it is. Save what can be read with "
                + "“sqlite3 \(path) .recover”, and name another file with --db meanwhile."
        case .failed(let path, let reason): "\(path): \(reason)"
        case .missing(let path):
            "There is no database \(path) yet: runs with --list, --config or --db keep their results there."
        case .run(let text): text
        }
    }
}
