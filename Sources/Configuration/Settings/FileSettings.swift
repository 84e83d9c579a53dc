/// The settings of a file that flags and environment have too, as the environment would have them.
///
/// Values may be secrets (header fields, the password of a proxy): they are handed to the readers of settings only.
public struct FileSettings: Sendable {
    private var texts: [String: String] = [:]

    /// Creates settings that say nothing.
    public init() {}

    /// The value for a flag without its dashes, such as `max-retries`; several values stand on lines of their own.
    public func text(_ flag: String) -> String? { texts[flag] }

    /// How many settings there are.
    public var count: Int { texts.count }

    mutating func set(_ text: String, for flag: String) { texts[flag] = text }
}
