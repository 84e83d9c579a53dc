import History
import Platform
import Settings

/// The settings for the database of runs.
package struct HistorySettings: Sendable {
    /// The path of the database; `nil` if no database is used.
    let path: String?
    /// Whether `path` is the default, whose folder is created if it does not exist.
    let isDefault: Bool
    /// Whether the user requested it, as opposed to the default for a list.
    let isAskedFor: Bool
    let resumes: Bool
    let keep: Duration
    let name: SeriesName

    /// Creates settings; `isRegular` specifies whether the targets come from a list or a configuration, as in a
    /// nightly run.
    init(
        _ values: SettingValues<SettingTable.History>, name: SeriesName, isRegular: Bool, variables: [String: String]
    ) throws(UsageError) {
        let isNamed = values.source(of: \.db) == .commandLine
        let asksToResume = values.source(of: \.resume) == .commandLine
        if asksToResume, values.source(of: \.noDB) == .commandLine {
            throw UsageError("--resume needs the database that --no-db turns off.")
        }
        self.name = name
        resumes = values.resume
        keep = values.keep
        let named = values.noDB && !isNamed ? nil : values.db
        isDefault = named == nil
        path = values.noDB && !isNamed ? nil : named ?? (isRegular ? name.defaultPath(variables) : nil)
        isAskedFor = path != nil && (named != nil || resumes)
        if asksToResume, path == nil {
            throw UsageError(
                isRegular
                    ? "--resume needs a database; specify it with --db."
                    : "A run with only arguments has no database; --resume requires --db or --list.")
        }
    }

    /// Rejects a database with which a run would not begin.
    func check() throws(HistoryError) {
        guard let path else { return }
        guard access(path, F_OK) == 0 else {
            return isDefault ? () : try RunDatabase.checkFolder(of: path, makesFolder: false)
        }
        let database = try RunDatabase(path: path, access: .reading)
        defer { database.close() }
        try database.check(name.series)
    }
}
