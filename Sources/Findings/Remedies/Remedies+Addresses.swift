extension Remedies {
    /// Returns the remedies for a file that is at an address other than the right one, or differs from it.
    ///
    /// `snippet` returns the settings that serve `file` at `address`, both as paths from the root of the site.
    static func addresses(
        on platform: HostingPlatform, language: ConfigurationSnippet.Language, source: String,
        snippet: (_ address: String, _ file: String) -> String
    ) -> [ServerRemedy] {
        let root = "/apple-app-site-association"
        let wellKnown = "/.well-known" + root
        let remedies: [(code: FindingCode, steps: String, address: String, file: String)] = [
            (
                .wellKnownMissing, "Serve the file from the root of the site at the new location as well.",
                wellKnown, root
            ),
            (
                .jsonSuffixOnly, "Rename the file, or serve it under the right name without a redirect.",
                wellKnown, wellKnown + ".json"
            ),
            (.locationsDiffer, "Serve the copy in .well-known at the old location, too.", root, wellKnown),
        ]
        return remedies.map { code, steps, address, file in
            ServerRemedy(
                code, on: platform, language: language, steps: steps, snippet: snippet(address, file), source: source)
        }
    }
}
