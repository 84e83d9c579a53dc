extension Remedies {
    /// Returns the remedies for a file that is missing at one of the two locations, or differs between them.
    ///
    /// `snippet` returns the settings that serve `file` at `location`, both as paths from the root of the site.
    static func locationRemedies(
        on platform: HostingPlatform, language: ConfigurationSnippet.Language, source: String,
        snippet: (_ location: String, _ file: String) -> String
    ) -> [ServerRemedy] {
        let root = "/apple-app-site-association"
        let wellKnown = "/.well-known" + root
        func remedy(_ code: FindingCode, steps: String, snippet: String) -> ServerRemedy {
            ServerRemedy(code, on: platform, language: language, steps: steps, snippet: snippet, source: source)
        }
        return [
            remedy(
                .wellKnownMissing,
                steps: "Make the file at the root of the site available at the new location as well.",
                snippet: snippet(wellKnown, root)),
            remedy(
                .jsonSuffixOnly, steps: "Rename the file, or serve it under the right name without a redirect.",
                snippet: snippet(wellKnown, wellKnown + ".json")),
            remedy(
                .locationsDiffer, steps: "Serve the file from .well-known at the root, too.",
                snippet: snippet(root, wellKnown)),
        ]
    }
}
