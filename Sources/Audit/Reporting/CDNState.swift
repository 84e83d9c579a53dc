/// The result of comparing Apple's copy of a file with the server's file.
///
/// Devices get the copy now, and the server's file after Apple has fetched it again. Rule: cdn.keeps-copies
public enum CDNState: String, Codable, Sendable, CaseIterable {
    /// Both have the same meaning.
    case inSync
    /// They have different meanings.
    case outOfSync
    /// Apple's CDN has no usable copy.
    case fetchFailed
    /// Apple's CDN has a copy, but the server has no usable file.
    case onlyAtCDN
    /// The CDN did not respond about the domain, or the comparison was not completed.
    case unchecked
}
