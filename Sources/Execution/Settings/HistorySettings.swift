import Audit
import Basics
package import History
import Platform
package import Settings

import class Foundation.FileManager
import struct Foundation.URL

/// The database of an audit, if it has one.
package struct HistorySettings: Sendable {
    /// The path of the database; `nil` if the run is not stored.
    let path: String?
    /// Whether `path` is the default path, whose folder is created if it does not exist.
    let hasDefaultPath: Bool
    /// Whether the user requested the database, as opposed to a run that is stored by default.
    let isRequested: Bool
    let resumes: Bool
    let retention: Duration
    let name: SeriesName

    /// Creates settings; `storesByDefault` specifies whether a run is stored without `--db`, at the default path.
    init(
        _ values: SettingValues<SettingTable.History>, name: SeriesName, storesByDefault: Bool,
        variables: [String: String]
    ) throws(UsageError) {
        let asksToResume = values.source(of: \.resume) == .commandLine
        if asksToResume, values.source(of: \.noDB) == .commandLine {
            throw UsageError("--resume needs the database that --no-db turns off.")
        }
        self.name = name
        resumes = values.resume
        retention = values.keep
        // A database on the command line takes precedence over a setting that turns databases off.
        let isOff = values.noDB && values.source(of: \.db) != .commandLine
        let givenPath = isOff ? nil : values.db
        let defaultPath = storesByDefault && !isOff && givenPath == nil ? name.defaultPath(variables) : nil
        hasDefaultPath = defaultPath != nil
        path = givenPath ?? defaultPath
        isRequested = path != nil && (givenPath != nil || resumes)
        if asksToResume, path == nil {
            throw UsageError(
                storesByDefault
                    ? "--resume needs a database; specify it with --db."
                    : "A run with only arguments has no database; --resume requires --db or --list.")
        }
    }

    func check() throws(HistoryError) {
        guard let path else { return }
        guard access(path, F_OK) == 0 else {
            if !hasDefaultPath { try RunDatabase.checkFolder(of: path, makesFolder: false) }
            return
        }
        let database = try RunDatabase(path: path, access: .reading)
        defer { database.close() }
        try database.check(name.series)
    }
}

/// The existing database that a command uses.
package struct HistoryLocation {
    package let path: String
    private let series: String?

    /// Selects the history: that of `db`, else that of the configuration, else the only one in the default folder.
    package init(db: String?, _ configuration: Configuration?, variables: [String: String]) throws(UsageError) {
        let sources = SettingSources(variables, file: configuration?.settings)
        let table = SettingTable.History.table
        let given = try sources.value(of: table.db, commandLine: db)
        if let configuration, given == nil, try sources.value(of: table.noDB) {
            let isVariable = try SettingSources(variables).value(of: table.noDB)
            let origin = isVariable ? table.noDB.entry.variable : configuration.path
            throw UsageError("\(origin) turns the database off\(isVariable ? "" : " (no_db)"); specify one with --db.")
        }
        var name: SeriesName?
        if let configuration, configuration.namesTargets {
            name = SeriesName(
                of: configuration, named: try sources.value(of: table.name),
                shard: try sources.value(of: SettingTable.Targets.table.shard))
        }
        series = name?.series
        if let path = given ?? name?.defaultPath(variables) {
            self.path = path
        } else {
            path = try Self.onlyDatabase(variables)
        }
    }

    private static func onlyDatabase(_ variables: [String: String]) throws(UsageError) -> String {
        guard let folder = SeriesName.folder(variables) else {
            throw UsageError("Neither XDG_STATE_HOME nor HOME is set; specify the database with --db.")
        }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = files.filter { $0.hasSuffix(".sqlite") }
        guard names.count < 2 else {
            throw UsageError(
                "There are several databases in \(folder): \(Phrase.list(names.sorted(), limit: 10)). Specify one with "
                    + "--db, or its configuration with --config.")
        }
        // Without a database, the error about a missing file shows the pattern of the expected name.
        return "\(folder)/\(names.first ?? "*.sqlite")"
    }

    package func open() throws(HistoryError) -> RunDatabase {
        let database = try RunDatabase(path: path, access: .reading)
        if let series { try database.check(series) }
        return database
    }
}

/// The name of the series of a run, and that of its default database file.
package struct SeriesName: Hashable, Sendable {
    package let series: String
    /// The name of the file, without its extension; `nil` if the targets have no permanent name.
    private let stem: String?

    init(of configuration: Configuration, named name: String?, shard: Shard?) {
        let path = URL(filePath: configuration.path)
        self.init(name ?? path.standardizedFileURL.path, stem: name ?? path.stem, shard)
    }

    /// Creates the series named after the paths of `files`, lists or entitlements; “the command line” without files.
    init(ofFiles files: [String], shard: Shard?) {
        let names = files.map { $0 == "-" ? "the standard input" : URL(filePath: $0).standardizedFileURL.path }
        let isNamed = !files.isEmpty && !files.contains("-")
        self.init(
            files.isEmpty ? "the command line" : names.joined(separator: ", "),
            stem: isNamed ? files.map { URL(filePath: $0).stem }.joined(separator: "+") : nil, shard)
    }

    private init(_ name: String, stem: String?, _ shard: Shard?) {
        series = name + (shard.map { " (shard \($0))" } ?? "")
        let suffix = shard.map { ".shard-\($0.index)-of-\($0.count)" } ?? ""
        self.stem = stem.map { Self.fileName($0) + suffix }
    }

    private static func fileName(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(80).map { scalar in
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return isPlain || "-_.+".unicodeScalars.contains(scalar) ? scalar : "-"
        }
        return String(String.UnicodeScalarView(scalars.drop { $0 == "." }))
    }

    func defaultPath(_ variables: [String: String]) -> String? {
        guard let stem, let folder = Self.folder(variables) else { return nil }
        return "\(folder)/\(stem).sqlite"
    }

    /// Returns the folder for databases, inside the user's folder for program state (XDG Base Directory Specification).
    ///
    /// The result is `nil` if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    static func folder(_ variables: [String: String]) -> String? {
        // The specification requires relative paths to be ignored.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/aasa-audit" }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home == "/" ? "" : home)/.local/state/aasa-audit"
    }
}

extension URL {
    fileprivate var stem: String { standardizedFileURL.deletingPathExtension().lastPathComponent }
}
