import Basics

/// An error in using the database of runs; its contents are unchanged.
package enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    case foreign(path: String, found: String)
    case otherSchema(path: String)
    case noFolder(path: String, folder: String)
    case otherSeries(path: String, found: String, expected: String)
    /// A run is using the database; `holder` describes its process and start time, if known.
    case busy(path: String, holder: String)
    case locked(path: String)
    case denied(path: String, reason: String)
    case full(path: String)
    case corrupt(path: String, reason: String)
    case failed(path: String, reason: String)
    case missing(path: String)
    case noRun(String)

    package var isWrongUsage: Bool {
        switch self {
        case .noRun, .otherSeries, .noFolder: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .foreign(let path, let found):
            "\(path) is \(found), not a database of aasa-audit; it was left alone. Specify another file with --db."
        case .otherSchema(let path):
            "\(path) was written by another version of aasa-audit, whose schema this one does not know; it was left alone. "
                + "Use that version, or specify another file with --db."
        case .noFolder(let path, let folder):
            "There is no folder \(folder) for the database \(path). To start a new "
                + "history, create the folder; to continue one, specify its database with --db."
        case .otherSeries(let path, let found, let expected):
            "The database \(path) contains the history of \(VisibleText.quote(found)), not of "
                + "\(VisibleText.quote(expected)); a database holds the history of one configuration or list. Specify "
                + "another file with --db, or, to continue that history, set “name: \(found)” in the configuration."
        case .busy(let path, let holder):
            "Another run is under way on \(path)\(holder). Wait until it has ended, or specify another database "
                + "with --db."
        case .locked(let path):
            "\(path) is in use: another program has kept it locked for longer than this one waits. "
                + "Everything stored so far is intact; try again when the other program is done."
        case .denied(let path, let reason):
            "\(path) cannot be used: \(reason). Check the permissions of the file and of its folder, or specify "
                + "another file with --db."
        case .full(let path):
            "There is no space left for \(path). Everything stored so far is intact; free some space and "
                + "continue with --resume."
        case .corrupt(let path, let reason):
            "\(path) is damaged (\(reason)); it was left as it is. Save what can be read with "
                + "“sqlite3 \(path) .recover”, and specify another file with --db meanwhile."
        case .failed(let path, let reason): "\(path): \(reason)"
        case .missing(let path):
            "The database \(path) does not exist. Check the path; an audit with --list or --config creates the database."
        case .noRun(let message): message
        }
    }
}
