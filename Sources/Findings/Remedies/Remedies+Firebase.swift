extension Remedies {
    private static let firebaseConfiguration = """
        {
          "hosting": {
            "public": "public",
            "ignore": ["firebase.json", "**/node_modules/**"],
            "appAssociation": "NONE",
            "headers": [
              {
                "source": "/.well-known/apple-app-site-association",
                "headers": [{ "key": "Content-Type", "value": "application/json" }]
              }
            ]
          }
        }
        """

    private static let firebaseSource = "Firebase, Configure Hosting behavior (appAssociation, headers, ignore)"

    static let firebase: [ServerRemedy] =
        (mediaTypeCodes + [.fileMissing, .htmlInsteadOfFile, .detailsMissing, .locationsDiffer]).map { code in
            let cause =
                switch code {
                case .detailsMissing, .locationsDiffer:
                    "Firebase Hosting generates its own association file by default: set “appAssociation” to “NONE”."
                case .fileMissing, .htmlInsteadOfFile:
                    """
                    The usual “ignore” list contains “**/.*”, which prevents the folder .well-known from being \
                    uploaded: remove it. Existing files take precedence over all “rewrites”.
                    """
                default: "Set the type of the file under “headers”."
                }
            return ServerRemedy(
                code, on: .firebase, language: .json,
                steps: """
                    \(cause)
                    Put the file into a folder named .well-known in the “public” folder, change firebase.json as in \
                    this example, and run “firebase deploy --only hosting”.
                    """,
                snippet: firebaseConfiguration, source: firebaseSource)
        } + [
            ServerRemedy(
                .redirect, on: .firebase,
                steps: """
                    Check firebase.json for “redirects” whose “source” matches the file, and for “trailingSlash”. \
                    Redirects from one custom domain to another are set in the console (Hosting › the domain › \
                    Redirect): connect both domains without a redirect.
                    """,
                source: """
                    Firebase, Configure Hosting behavior (redirects, trailingSlash); Firebase, Connect a custom domain
                    """)
        ]
}
