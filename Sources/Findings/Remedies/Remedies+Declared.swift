extension Remedies {
    /// Every remedy as it is declared, a file for each platform or group of platforms.
    static let declared: [ServerRemedy] =
        anyServer + nginx + apache + iis + caddy + edges + stores + hosting + applications
}
