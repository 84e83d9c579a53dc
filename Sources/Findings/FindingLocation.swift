/// The location of a finding.
public enum FindingLocation: String, Codable, Sendable, CaseIterable {
    /// `https://DOMAIN/.well-known/apple-app-site-association`.
    case wellKnown
    /// `https://DOMAIN/apple-app-site-association`.
    case root
    /// The copy that Apple's CDN holds.
    case cdn
    /// A file on disk.
    case file
    /// The domain as a whole: what both locations share, such as its name, its address and its certificate.
    case domain
}
