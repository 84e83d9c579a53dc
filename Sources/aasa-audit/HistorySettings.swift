import ArgumentParser
import Audit
import History
import Settings

/// The settings of the history.
struct HistorySettings {
    /// How long runs stay, where nobody says.
    static var defaultKeep: Duration { SettingTable.History.table.keep.fallback }

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
        _ options: HistoryOptions, targets: RunTargetsMark, isRegular: Bool, environment: SettingSources,
        variables: [String: String]
    ) throws {
        self.targets = targets
        let values = try options.values(in: environment)
        let isNamed = values.source(of: \.db) == .commandLine
        let asksToResume = values.source(of: \.resume) == .commandLine
        if asksToResume, values.source(of: \.noDB) == .commandLine {
            throw ValidationError("--resume needs the database that --no-db turns off.")
        }
        resumes = values.resume
        keep = values.keep
        path = values.noDB && !isNamed ? nil : values.db ?? (isRegular ? Self.defaultPath(variables) : nil)
        isAskedFor = path != nil && (values.db != nil || resumes)
        if asksToResume, path == nil {
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
