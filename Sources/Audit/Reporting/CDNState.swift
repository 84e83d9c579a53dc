/// The result of comparing Apple's copy of a file with the file of the server.
///
/// Devices get the copy today, and the server's file after Apple has fetched it again. Rule: cdn.keeps-copies
public enum CDNState: String, Codable, Sendable, CaseIterable {
    /// Both mean the same.
    case inSync
    /// They mean different things.
    case outOfSync
    /// Apple's CDN has no usable copy.
    case fetchFailed
    /// Apple's CDN has a copy, the server no usable file.
    case onlyAtCDN
    /// The CDN did not answer the question, or what the files mean was not compared to the end.
    case unchecked
}
