extension Remedies {
    /// All declared remedies, with one source file for each platform or group of platforms.
    static let declared: [ServerRemedy] =
        anyServer + nginx + apache + iis + caddy + edges + stores + hosting + applications
}
