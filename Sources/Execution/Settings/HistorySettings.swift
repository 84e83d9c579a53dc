import Basics
package import History
import Platform
package import Settings

import class Foundation.FileManager

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

/// The history for a command about past runs.
package struct HistoryLocation {
    package let path: String
    /// The series to which the database must belong; `nil` if none was specified.
    private let series: String?

    /// Selects the history: that of `db`, else that of the configuration, else the only one in the default folder.
    ///
    /// - Throws: `UsageError` if there is no database, or if several are possible.
    package init(
        db: String?, _ configuration: Configuration?, variables: [String: String]
    ) throws(UsageError) {
        let sources = SettingSources(variables, file: configuration?.settings)
        let table = SettingTable.History.table
        let given = try sources.value(of: table.db, db)
        if let configuration, given == nil, try sources.value(of: table.noDB, nil) {
            let isVariable = try SettingSources(variables).value(of: table.noDB, nil)
            let who = isVariable ? table.noDB.entry.variable : configuration.path
            throw UsageError(
                "\(who) turns the database off\(isVariable ? "" : " (no_db)"); specify one with --db.")
        }
        var name: SeriesName?
        if let configuration, configuration.namesTargets {
            name = SeriesName(
                of: configuration, named: try sources.value(of: table.name, nil),
                shard: try sources.value(of: SettingTable.Targets.table.shard, nil))
        }
        series = name?.series
        var path = given ?? name?.defaultPath(variables)
        if path == nil { path = try Self.onlyDatabase(variables) }
        guard let path else {
            throw UsageError("Neither XDG_STATE_HOME nor HOME is set; specify the database with --db.")
        }
        self.path = path
    }

    /// Returns the only database in the default folder; without one, the path of a future one.
    private static func onlyDatabase(_ variables: [String: String]) throws(UsageError) -> String? {
        guard let folder = SeriesName.folder(variables) else { return nil }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".sqlite")
        }
        guard names.count < 2 else {
            throw UsageError(
                "There are several databases in \(folder): \(Phrase.list(names.sorted(), limit: 10)). Specify one with "
                    + "--db, or its configuration with --config.")
        }
        return "\(folder)/\(names.first ?? "NAME.sqlite")"
    }

    /// Opens the database for reading; rejects the history of another series.
    package func open() throws(HistoryError) -> RunDatabase {
        let database = try RunDatabase(path: path, access: .reading)
        if let series { try database.check(series) }
        return database
    }
}
