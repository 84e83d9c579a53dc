/// The level of detail of the log.
package enum LogLevel: String, Sendable, CaseIterable {
    /// Everything.
    case debug
    /// The actions of a run.
    case info
    /// Possible problems.
    case warning
    /// Failures.
    case error
}
