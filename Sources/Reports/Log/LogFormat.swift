/// The format of the lines of the log.
package enum LogFormat: String, Sendable, CaseIterable {
    /// Text for human readers: time, level, message, and the details as `name=value`.
    case text
    /// JSON for programs: one object for each line.
    case json
}
