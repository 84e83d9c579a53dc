/// The settings of a file, as texts that were validated.
///
/// Values can be secrets (header fields, the password of a proxy): they are only passed to the readers of settings.
package struct FileSettings: Sendable {
    private var texts: [String: [String]] = [:]

    /// Creates empty settings.
    package init() {}

    /// The texts of the value for a key such as `max_retries`; `nil` if the file does not contain it.
    package internal(set) subscript(key: String) -> [String]? {
        get { texts[key] }
        set { texts[key] = newValue }
    }

    /// The number of settings.
    package var count: Int { texts.count }
}
