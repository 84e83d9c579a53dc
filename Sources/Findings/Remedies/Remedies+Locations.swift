extension Remedies {
    /// Returns the remedies for a file that is missing at one of the two addresses, or differs between them.
    ///
    /// `snippet` returns the settings that serve `file` at `address`, both as paths from the root of the site.
    static func locationRemedies(
        on platform: HostingPlatform, language: ConfigurationSnippet.Language, source: String,
        snippet: (_ address: String, _ file: String) -> String
    ) -> [ServerRemedy] {
        let root = "/apple-app-site-association"
        let wellKnown = "/.well-known" + root
        let remedies: [(code: FindingCode, steps: String, address: String, file: String)] = [
            (
                .wellKnownMissing, "Make the file at the root of the site available at the new location as well.",
                wellKnown, root
            ),
            (
                .jsonSuffixOnly, "Rename the file, or serve it under the right name without a redirect.",
                wellKnown, wellKnown + ".json"
            ),
            (.locationsDiffer, "Serve the file from .well-known at the root, too.", root, wellKnown),
        ]
        return remedies.map { code, steps, address, file in
            ServerRemedy(
                code, on: platform, language: language, steps: steps, snippet: snippet(address, file), source: source)
        }
    }
}
