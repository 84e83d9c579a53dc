extension Remedies {
    private static let staticWebApp = """
        {
          "routes": [
            {
              "route": "/.well-known/apple-app-site-association",
              "headers": { "Content-Type": "application/json" }
            }
          ],
          "navigationFallback": {
            "rewrite": "/index.html",
            "exclude": ["/.well-known/*"]
          }
        }
        """

    static let azure: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes + [.fileMissing, .htmlInsteadOfFile], on: .azureStaticWebApps, language: .json,
            steps: """
                Put the file into .well-known in the published folder; check that the build copies folders whose \
                names begin with a dot.
                Set its type and exempt it from the fallback in staticwebapp.config.json, and deploy again.
                """,
            snippet: staticWebApp, source: "Microsoft, Configure Azure Static Web Apps")
        + [
            ServerRemedy(
                .httpUnauthorized, on: .azureAppService, language: .json,
                steps: """
                    The app's “Authentication” requires a login. Exclude the path in its settings (authsettingsV2, \
                    globalValidation).
                    """,
                snippet: azureExcludedPaths, source: azureAuthenticationSource),
            ServerRemedy(
                .redirect, on: .azureAppService, language: .json,
                steps: """
                    A redirect to login.microsoftonline.com or /.auth/login comes from the app's “Authentication”. \
                    Exclude the path in its settings (authsettingsV2, globalValidation). Other redirects come from the \
                    app or its web.config.
                    """,
                snippet: azureExcludedPaths, source: azureAuthenticationSource),
            ServerRemedy(
                .tlsClientCertificateRequired, on: .azureAppService, language: .shell,
                steps: """
                    Exempt the path from the client certificate, under General settings › Incoming client certificates \
                    › Certificate exclusion paths, or with this command.
                    """,
                snippet: """
                    az webapp update --name example --resource-group example \\
                        --set clientCertExclusionPaths=/.well-known
                    """,
                source: "Microsoft, Set up TLS mutual authentication in Azure App Service"),
            ServerRemedy(
                .slowResponse, on: .azureAppService,
                steps: """
                    An app without traffic is unloaded and takes a long time to start again: turn on “Always On” \
                    (General settings; not in the free plans), or serve the file from a CDN.
                    """,
                source: "Microsoft, Configure an App Service app (Always On)"),
            ServerRemedy(
                .tlsCertificateNameMismatch, on: .azureAppService,
                steps: """
                    Add the host under “Custom domains”, and bind a certificate to it (a managed one is free): without \
                    a binding, Azure sends its own certificate.
                    """,
                source: "Microsoft, Secure a custom DNS name with a TLS/SSL binding in Azure App Service"),
        ]

    private static let azureAuthenticationSource = "Microsoft, App Service: file-based configuration (excludedPaths)"

    private static let azureExcludedPaths = """
        {
          "globalValidation": {
            "excludedPaths": ["/.well-known/apple-app-site-association"]
          }
        }
        """
}
