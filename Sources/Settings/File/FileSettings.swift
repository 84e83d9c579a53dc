/// The settings of a file, as texts that their readers have understood.
///
/// Values may be secrets (header fields, the password of a proxy): they are handed to the readers of settings only.
package struct FileSettings: Sendable {
    private var texts: [String: [String]] = [:]

    /// Creates settings that say nothing.
    package init() {}

    /// The texts of the value for a key such as `max_retries`; `nil` where the file does not say it.
    package internal(set) subscript(key: String) -> [String]? {
        get { texts[key] }
        set { texts[key] = newValue }
    }

    /// The number of settings.
    package var count: Int { texts.count }
}
