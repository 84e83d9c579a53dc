/// The location of a finding.
public enum FindingLocation: String, Codable, Sendable, CaseIterable {
    /// `https://DOMAIN/.well-known/apple-app-site-association`.
    case wellKnown
    /// `https://DOMAIN/apple-app-site-association`.
    case root
    /// The copy on Apple's CDN.
    case cdn
    /// A file on disk.
    case file
    /// The domain as a whole, for properties of both locations, such as the name, the addresses and the certificate.
    case domain
}
