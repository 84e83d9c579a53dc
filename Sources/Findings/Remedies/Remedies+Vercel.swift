extension Remedies {
    private static let vercelHeaders = """
        {
          "headers": [
            {
              "source": "/.well-known/apple-app-site-association",
              "headers": [{ "key": "Content-Type", "value": "application/json" }]
            }
          ]
        }
        """

    static let vercel: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes, on: .vercel, language: .json,
            steps: "Set the type in vercel.json, and deploy again.",
            snippet: vercelHeaders, source: "Vercel, Project configuration with vercel.json (headers)")
        + remedies(
            for: [.fileMissing, .htmlInsteadOfFile], on: .vercel, language: .json,
            steps: """
                Put the file into public/.well-known of the project; check that the build copies folders whose \
                names begin with a dot. Existing files take precedence over all “rewrites”.
                Set its type in vercel.json, and deploy again.
                """,
            snippet: vercelHeaders, source: "Vercel, Project configuration with vercel.json (headers, rewrites)")
        + [
            ServerRemedy(
                .redirect, on: .vercel, language: .json,
                steps: """
                    A redirect from one domain to another (www) is set in the project's Domains settings and takes \
                    effect before the deployment; nothing in the deployment can change it. Assign both domains to the \
                    project without a redirect, and redirect everything except the file in vercel.json instead.
                    """,
                snippet: """
                    {
                      "redirects": [
                        {
                          "source": "/:path((?!\\\\.well-known/apple-app-site-association).*)",
                          "has": [{ "type": "host", "value": "example.com" }],
                          "destination": "https://www.example.com/:path*",
                          "permanent": true
                        }
                      ]
                    }
                    """,
                source: "Vercel, Deploying & redirecting domains; Vercel, vercel.json (redirects)"),
            ServerRemedy(
                .httpUnauthorized, on: .vercel,
                steps: """
                    Deployment Protection requires a login. In the project's settings, choose “Standard Protection”, \
                    which leaves the production domains open, or add this domain to the exceptions.
                    """,
                source: "Vercel, Deployment Protection"),
            ServerRemedy(
                .httpForbidden, on: .vercel,
                steps: """
                    If the response contains “x-vercel-mitigated”, the firewall blocked the request: under Firewall, \
                    turn off “Attack Challenge Mode”, and add a custom rule with the action “Bypass” for the path \
                    /.well-known/apple-app-site-association.
                    """,
                source: "Vercel, Vercel WAF: custom rules; Vercel, Attack Challenge Mode"),
        ]
}
