extension Remedies {
    static let caddy: [ServerRemedy] = (caddyRemedies + caddyLocations).map {
        $0.followed(by: "Check with “caddy validate”, and load the change with “systemctl reload caddy”.")
    }

    private static let caddyRemedies: [ServerRemedy] =
        remedies(
            for: [.fileMissing, .htmlInsteadOfFile, .httpServerError, .slowResponse, .bodyTruncated], on: .caddy,
            language: .caddy,
            steps: """
                Put the file on the server, in a folder named .well-known in the site's root folder.
                Add a separate “handle” for it in the site block, and put everything else into a second handle without \
                a path. Caddy uses only the most specific handle that matches.
                """,
            snippet: caddyFile, source: caddySource)
        + [
            ServerRemedy(
                .redirect, on: .caddy, language: .caddy,
                steps: """
                    “redir” takes precedence over all other responses. Put it into one handle and the file into \
                    another, in the site block of the host that redirects.
                    """,
                snippet: """
                    \(caddyFile)
                    handle {
                        redir https://www.example.com{uri} permanent
                    }
                    """,
                source: "Caddy, directives redir and handle"),
            ServerRemedy(
                .httpUnauthorized, on: .caddy, language: .caddy,
                steps: "Put the file into a separate handle, and the login with everything else into a second handle.",
                snippet: caddyFile, source: "Caddy, directives basic_auth and handle"),
            ServerRemedy(
                .httpForbidden, on: .caddy, language: .caddy,
                steps: """
                    Look for “respond … 403”, “error … 403” and for “hide” in file_server, and add a separate handle \
                    for the file before them. Check that Caddy can read the file.
                    """,
                snippet: caddyFile, source: caddySource),
        ]
        + remedies(
            for: mediaTypeCodes, on: .caddy, language: .caddy,
            steps: """
                Caddy derives the type from a name's extension, and this file has none. A “header” without a path \
                in the site block overrides all that have one, so add a separate handle for the file with its \
                type, and put the rest of the site block into a second handle without a path.
                """,
            snippet: caddyFile, source: caddySource)

    private static let caddyLocations = locationRemedies(
        on: .caddy, language: .caddy, source: "Caddy, directive rewrite"
    ) { location, file in
        """
        rewrite \(location) \\
            \(file)
        """
    }

    private static let caddySource = "Caddy, directives handle, root, header and file_server"

    private static let caddyFile = """
        handle /.well-known/apple-app-site-association {
            root * /var/www/example.com
            header Content-Type application/json
            file_server
        }
        """
}
