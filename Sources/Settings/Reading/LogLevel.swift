/// How much the log says.
package enum LogLevel: String, Sendable, CaseIterable {
    /// Everything.
    case debug
    /// What a run did.
    case info
    /// What looks wrong.
    case warning
    /// What went wrong.
    case error
}
