/// The format of the lines of the log.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people: time, level, message, and the details as `name=value`.
    case text
    /// For machines: one JSON object a line.
    case json
}
