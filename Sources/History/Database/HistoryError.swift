/// Why the database of runs cannot be used; nothing of what is in it was changed.
public enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is a database of another program, or no database.
    case foreign(path: String, what: String)
    /// A newer version of this program made it.
    case newer(path: String, version: Int, known: Int)
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

    /// What was found, and what to do.
    public var description: String {
        switch self {
        case .foreign(let path, let what):
            "\(path) is \(what), not a database of aasa-audit; it was left alone. Name another file with --db."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer version of aasa-audit (schema \(version), this one knows up to \(known)); it was "
                + "left alone. Use the newer version, or another file with --db."
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
