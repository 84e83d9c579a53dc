extension Remedies {
    static let caddy: [ServerRemedy] =
        [FindingCode.fileMissing, .htmlInsteadOfFile, .httpServerError, .slowResponse, .bodyTruncated].map { code in
            ServerRemedy(
                code, on: .caddy,
                steps: [
                    "Put the file on the server, in a folder named .well-known in the site's root folder.",
                    """
                    Add a separate “handle” for it in the site block, and put everything else into a second one \
                    without a path: of several handles, only the most specific one is used.
                    """, caddyReload,
                ],
                snippet: caddyFile, source: caddySource)
        } + [
            ServerRemedy(
                .redirect, on: .caddy,
                steps: [
                    """
                    “redir” takes precedence over all other responses. Put it into one handle and the file into \
                    another, in the site block of the host that redirects.
                    """, caddyReload,
                ],
                snippet: ConfigurationSnippet(
                    .caddy,
                    """
                    handle /.well-known/apple-app-site-association {
                        root * /var/www/example.com
                        header Content-Type application/json
                        file_server
                    }
                    handle {
                        redir https://www.example.com{uri} permanent
                    }
                    """),
                source: "Caddy, directives redir and handle"),
            ServerRemedy(
                .httpUnauthorized, on: .caddy,
                steps: [
                    "Put the login into one handle, and the file into another one without it.", caddyReload,
                ],
                snippet: caddyFile, source: "Caddy, directives basic_auth and handle"),
            ServerRemedy(
                .httpForbidden, on: .caddy,
                steps: [
                    """
                    Look for “respond … 403”, “error … 403” and for “hide” in file_server, and add a separate handle \
                    for the file before them. Check that Caddy can read the file.
                    """, caddyReload,
                ],
                snippet: caddyFile, source: caddySource),
            ServerRemedy(
                .wellKnownMissing, on: .caddy,
                steps: ["Serve the file from the root of the site at the new location as well.", caddyReload],
                snippet: ConfigurationSnippet(
                    .caddy,
                    """
                    rewrite /.well-known/apple-app-site-association \\
                        /apple-app-site-association
                    """),
                source: "Caddy, directive rewrite"),
            ServerRemedy(
                .jsonSuffixOnly, on: .caddy,
                steps: ["Rename the file, or serve it under the right name without a redirect.", caddyReload],
                snippet: ConfigurationSnippet(
                    .caddy,
                    """
                    rewrite /.well-known/apple-app-site-association \\
                        /.well-known/apple-app-site-association.json
                    """),
                source: "Caddy, directive rewrite"),
            ServerRemedy(
                .locationsDiffer, on: .caddy,
                steps: ["Serve the copy in .well-known at the old location, too.", caddyReload],
                snippet: ConfigurationSnippet(
                    .caddy,
                    """
                    rewrite /apple-app-site-association \\
                        /.well-known/apple-app-site-association
                    """),
                source: "Caddy, directive rewrite"),
        ]
        + [FindingCode.contentTypeMissing, .contentTypeGeneric, .contentTypeWrong].map { code in
            ServerRemedy(
                code, on: .caddy,
                steps: [
                    """
                    Caddy derives the type from a name's extension, and this file has none. A “header” without a path \
                    in the site block overrides all that have one, so add a separate handle for the file with its \
                    type, and put the rest of the site block into a second handle without a path.
                    """, caddyReload,
                ],
                snippet: caddyFile, source: caddySource)
        }

    private static let caddyReload = "Check with “caddy validate”, and load the change with “systemctl reload caddy”."
    private static let caddySource = "Caddy, directives handle, root, header and file_server"

    private static let caddyFile = ConfigurationSnippet(
        .caddy,
        """
        handle /.well-known/apple-app-site-association {
            root * /var/www/example.com
            header Content-Type application/json
            file_server
        }
        """)
}
