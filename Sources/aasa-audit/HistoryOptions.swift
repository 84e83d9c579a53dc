import ArgumentParser
import Audit
import History

/// Where runs are kept.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep the run in this database (default with --list: aasa-audit.sqlite under $XDG_STATE_HOME/aasa-audit).",
            valueName: "file"))
    var db: String?

    @Flag(name: .customLong("no-db"), help: "Keep no database.")
    var noDB = false

    @Flag(help: "Go on with the newest unfinished run of the same targets.")
    var resume = false

    @Option(
        help: ArgumentHelp("Take older runs out of the database at the end (default: 90d).", valueName: "duration"),
        transform: { try SettingReader.duration($0) })
    var keep: Duration?

    func validate() throws {
        if noDB, db != nil { throw ValidationError("--db and --no-db exclude each other.") }
        if noDB, resume { throw ValidationError("--resume needs the database that --no-db turns off.") }
    }
}

/// The settings of the history: flag before environment before default.
struct HistorySettings {
    static let defaultKeep = Duration.seconds(90 * 86_400)

    /// Where the database is; `nil` when none is kept.
    var path: String?
    /// Whether the user asked for it, rather than getting it with a list.
    var isAskedFor: Bool
    var resumes: Bool
    var keep: Duration
    /// Where the targets come from.
    var targets: RunTargetsMark

    /// Reads the settings; `isRegular` says whether the targets come from a list or a configuration, as those of a nightly run do.
    init(
        _ options: HistoryOptions, targets: RunTargetsMark, isRegular: Bool, environment: inout SettingsEnvironment,
        variables: [String: String]
    ) throws {
        self.targets = targets
        let given = try environment.value(options.db, "db") { $0 }
        let isOff = try environment.flag(options.noDB, "no-db") ?? false
        resumes = try environment.flag(options.resume, "resume") ?? false
        keep = try environment.value(options.keep, "keep") { try SettingReader.duration($0) } ?? Self.defaultKeep
        path = isOff && options.db == nil ? nil : given ?? (isRegular ? Self.defaultPath(variables) : nil)
        isAskedFor = path != nil && (given != nil || resumes)
        if options.resume, path == nil {
            throw ValidationError(
                isRegular
                    ? "--resume needs a database; name it with --db."
                    : "A run of arguments alone keeps no database; --resume needs --db or --list.")
        }
    }

    /// `aasa-audit.sqlite` in the folder for the state of programs (XDG Base Directory Specification); `nil` where none is known.
    static func defaultPath(_ variables: [String: String]) -> String? {
        // A relative path there is to be ignored, says the specification.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") {
            return "\(state)/aasa-audit/aasa-audit.sqlite"
        }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home == "/" ? "" : home)/.local/state/aasa-audit/aasa-audit.sqlite"
    }
}
