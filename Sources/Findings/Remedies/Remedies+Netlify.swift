extension Remedies {
    private static let netlifyHeaders = """
        [[headers]]
          for = "/.well-known/apple-app-site-association"
          [headers.values]
            Content-Type = "application/json"
        """

    static let netlify: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes, on: .netlify, language: .toml,
            steps: "Set the type in netlify.toml, and deploy again.",
            snippet: netlifyHeaders, source: "Netlify, Custom headers")
        + remedies(
            for: [.fileMissing, .htmlInsteadOfFile], on: .netlify, language: .toml,
            steps: """
                Put the file into .well-known in the published folder; check that the build copies folders whose \
                names begin with a dot.
                Existing files take precedence over a rule such as “/* /index.html 200”, unless it is forced \
                (“200!”): remove the exclamation mark. Set the file's type in netlify.toml.
                """,
            snippet: netlifyHeaders, source: "Netlify, Redirects and rewrites: rule processing order, shadowing")
        + [
            ServerRemedy(
                .redirect, on: .netlify, language: .toml,
                steps: """
                    Before it applies any rule, Netlify redirects to the site's primary domain: from the name \
                    with www to the one without, or the reverse. Ask the app's developers to list the primary host \
                    among the app's domains. For another host that must serve the file itself, create a separate site \
                    with the file and, in its netlify.toml, this redirect for everything else.
                    """,
                snippet: """
                    [[redirects]]
                      from = "/*"
                      to = "https://www.example.com/:splat"
                      status = 301
                      force = false
                    """,
                source: "Netlify, Assign a primary domain; Netlify, Redirect options"),
            ServerRemedy(
                .httpUnauthorized, on: .netlify,
                steps: """
                    The site's password protection covers every path. Restrict it to previews (Site configuration › \
                    Visitor access), or serve the file from a site without a password.
                    """,
                source: "Netlify, Password protection"),
        ]
}
