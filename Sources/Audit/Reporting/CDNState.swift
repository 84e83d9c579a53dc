/// The result of comparing Apple's copy of a file with the server's file.
///
/// Devices currently get the copy; they get the server's file after Apple has fetched it again. Rule: cdn.keeps-copies
public enum CDNState: String, Codable, Sendable, CaseIterable {
    /// The copy and the server's file have the same meaning.
    case inSync
    /// The copy and the server's file have different meanings.
    case outOfSync
    /// Apple's CDN has no usable copy.
    case fetchFailed
    /// Apple's CDN has a copy, but the server has no usable file.
    case onlyAtCDN
    /// The CDN did not respond about the domain, or the comparison was not completed.
    case unchecked
}
