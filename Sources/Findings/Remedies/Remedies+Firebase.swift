extension Remedies {
    private static let firebaseConfiguration = ConfigurationSnippet(
        .json,
        """
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
        """)

    private static let firebaseSource = "Firebase, Configure Hosting behavior (appAssociation, headers, ignore)"

    static let firebase: [ServerRemedy] =
        (types + [.fileMissing, .htmlInsteadOfFile, .detailsMissing, .locationsDiffer]).map { code in
            let cause =
                switch code {
                case .detailsMissing, .locationsDiffer:
                    """
                    Firebase Hosting makes an association file of its own unless it is told not to: set \
                    “appAssociation” to “NONE”.
                    """
                case .fileMissing, .htmlInsteadOfFile:
                    """
                    The usual “ignore” list has “**/.*” in it, which keeps the folder .well-known from being \
                    uploaded: remove it. A file that is there comes before all “rewrites”.
                    """
                default: "Set the type of the file under “headers”."
                }
            return ServerRemedy(
                code, on: .firebase,
                steps: [
                    cause,
                    """
                    Put the file into a folder .well-known below the “public” folder, bring firebase.json into line \
                    with this, and run “firebase deploy --only hosting”.
                    """,
                ],
                snippet: firebaseConfiguration, source: firebaseSource)
        } + [
            ServerRemedy(
                .redirect, on: .firebase,
                steps: [
                    """
                    Look in firebase.json for “redirects” whose “source” fits the file, and for “trailingSlash”. \
                    Redirects from one custom domain to another belong to the console (Hosting, domain, “Redirect”): \
                    connect both domains without one.
                    """
                ],
                source:
                    "Firebase, Configure Hosting behavior (redirects, trailingSlash); Firebase, Connect a custom domain"
            )
        ]
}
