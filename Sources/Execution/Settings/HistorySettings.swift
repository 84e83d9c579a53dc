import History
import Settings

/// Whether a database of runs is kept, and where.
package struct HistorySettings: Sendable {
    /// Where the database is; `nil` when none is kept.
    let path: String?
    /// Whether the user asked for it, rather than getting it with a list.
    let isAskedFor: Bool
    let resumes: Bool
    /// How long runs stay.
    let keep: Duration
    /// Where the targets come from.
    let targets: TargetSetID

    /// Creates settings; `isRegular` says whether the targets come from a list or a configuration, as those of a nightly run do.
    ///
    /// - Throws: `UsageError` where there is no database to go on with.
    init(
        _ values: SettingValues<SettingTable.History>, targets: TargetSetID, isRegular: Bool,
        variables: [String: String]
    ) throws(UsageError) {
        let isNamed = values.source(of: \.db) == .commandLine
        let asksToResume = values.source(of: \.resume) == .commandLine
        if asksToResume, values.source(of: \.noDB) == .commandLine {
            throw UsageError("--resume needs the database that --no-db turns off.")
        }
        self.targets = targets
        resumes = values.resume
        keep = values.keep
        let isRegular = isRegular || values.source(of: \.estate) == .commandLine
        path = values.noDB && !isNamed ? nil : values.db ?? (isRegular ? Self.defaultPath(variables) : nil)
        isAskedFor = path != nil && (values.db != nil || resumes)
        if asksToResume, path == nil {
            throw UsageError(
                isRegular
                    ? "--resume needs a database; name it with --db."
                    : "A run of arguments alone keeps no database; --resume needs --db or --list.")
        }
    }

    /// `aasa-audit.sqlite` in the folder for the state of programs (XDG Base Directory Specification); `nil` where none is known.
    package static func defaultPath(_ variables: [String: String]) -> String? {
        // A relative path there is to be ignored, says the specification.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") {
            return "\(state)/aasa-audit/aasa-audit.sqlite"
        }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home == "/" ? "" : home)/.local/state/aasa-audit/aasa-audit.sqlite"
    }
}
