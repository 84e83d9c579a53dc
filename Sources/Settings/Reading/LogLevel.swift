/// The level of detail of the log.
package enum LogLevel: String, Sendable, CaseIterable {
    case debug, info, warning, error
}
