extension Remedies {
    private static let vercelHeaders = ConfigurationSnippet(
        .json,
        """
        {
          "headers": [
            {
              "source": "/.well-known/apple-app-site-association",
              "headers": [{ "key": "Content-Type", "value": "application/json" }]
            }
          ]
        }
        """)

    static let vercel: [ServerRemedy] =
        types.map { code in
            ServerRemedy(
                code, on: .vercel, steps: ["Set the type in vercel.json, and deploy again."], snippet: vercelHeaders,
                source: "Vercel, Project configuration with vercel.json (headers)")
        }
        + [FindingCode.fileMissing, .htmlInsteadOfFile].map { code in
            ServerRemedy(
                code, on: .vercel,
                steps: [
                    """
                    Put the file into public/.well-known of the project; check that the build copies folders whose \
                    name begins with a dot. A file that is there goes before all “rewrites”.
                    """,
                    "Set its type in vercel.json, and deploy again.",
                ],
                snippet: vercelHeaders, source: "Vercel, Project configuration with vercel.json (headers, rewrites)")
        } + [
            ServerRemedy(
                .redirect, on: .vercel,
                steps: [
                    """
                    A redirect from one domain to another (www) belongs to the project's Domains settings and comes \
                    before the deployment; nothing in the project can change it. Assign both domains to the project \
                    without a redirect, and redirect in vercel.json instead, all but the file.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .json,
                    """
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
                    """),
                source: "Vercel, Deploying & redirecting domains; Vercel, vercel.json (redirects)"),
            ServerRemedy(
                .httpUnauthorized, on: .vercel,
                steps: [
                    """
                    Deployment Protection asks for a login. In the project's settings, choose “Standard Protection”, \
                    which leaves the production domains open, or add this domain to the exceptions.
                    """
                ],
                source: "Vercel, Deployment Protection"),
            ServerRemedy(
                .httpForbidden, on: .vercel,
                steps: [
                    """
                    If the answer has “x-vercel-mitigated”, the firewall refuses: under Firewall, switch off “Attack \
                    Challenge Mode”, and add a custom rule with the action “Bypass” for the path \
                    /.well-known/apple-app-site-association.
                    """
                ],
                source: "Vercel, Vercel WAF: custom rules; Vercel, Attack Challenge Mode"),
        ]
}
