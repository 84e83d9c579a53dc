extension Remedies {
    /// The remedies for applications that generate responses, with or without a web server in front of them.
    static let applications: [ServerRemedy] = nextjs + express + aspNetCore + rails + wordpress + litespeed

    private static let nextjs: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes, on: .nextjs, language: .javascript,
            steps: "Set the type in next.config.js, and deploy again.",
            snippet: """
                module.exports = {
                  async headers() {
                    return [
                      {
                        source: '/.well-known/apple-app-site-association',
                        headers: [{ key: 'Content-Type', value: 'application/json' }],
                      },
                    ];
                  },
                };
                """,
            source: "Next.js, next.config.js: headers")
        + remedies(
            for: [.redirect, .htmlInsteadOfFile, .httpUnauthorized], on: .nextjs, language: .javascript,
            steps: """
                Put the file into public/.well-known, and exclude it from the middleware (login, language): extend \
                the “matcher” in middleware.js (proxy.js from Next.js 16 on).
                “trailingSlash: true” in next.config.js redirects files without an extension: turn it off.
                """,
            snippet: """
                export const config = {
                  matcher: ['/((?!\\\\.well-known|_next/static|_next/image).*)'],
                };
                """,
            source: "Next.js, Middleware (matcher); Next.js, trailingSlash")
        + [
            ServerRemedy(
                .fileMissing, on: .nextjs,
                steps: "Put the file into public/.well-known of the project, without .json, and deploy again.",
                source: "Next.js, public Folder")
        ]

    private static let express: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes + [.fileMissing, .htmlInsteadOfFile, .redirect, .httpUnauthorized], on: .express,
            language: .javascript,
            steps: """
                Add a separate route for the file before all others: before the login, before redirects and before the \
                route that sends the web app. From Express 5 on, express.static ignores .well-known (see its option \
                “dotfiles”).
                """,
            snippet: """
                app.get('/.well-known/apple-app-site-association', (req, res) => {
                  res.type('application/json');
                  res.sendFile('/var/www/example.com/apple-app-site-association');
                });
                """,
            source: "Express, res.sendFile; Express, Moving to Express 5 (express.static dotfiles)")

    private static let aspNetCore: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes + [.fileMissing, .htmlInsteadOfFile, .redirect, .httpUnauthorized], on: .aspNetCore,
            language: .csharp,
            steps: """
                Static files without an extension are not served by default. Add a separate endpoint for the file \
                in Program.cs, before MapFallbackToFile; AllowAnonymous exempts it from the login. Redirects by \
                UseRewriter or custom middleware need an exception for this path.
                """,
            snippet: """
                app.MapGet("/.well-known/apple-app-site-association", () =>
                    Results.File(
                        "/var/www/example.com/apple-app-site-association",
                        "application/json")).AllowAnonymous();
                """,
            source: "Microsoft, ASP.NET Core: Static files; Minimal APIs (Results.File)")

    private static let rails: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes + [.fileMissing, .htmlInsteadOfFile, .redirect, .httpUnauthorized], on: .rails,
            language: .ruby,
            steps: """
                Serve the file from Rails, in config/routes.rb before all other routes: files in public/ are \
                served without a proper type. A login in ApplicationController does not affect this route; \
                middleware that redirects hosts runs before it and needs an exception.
                """,
            snippet: """
                association = Rails.root.join("config/apple-app-site-association").read
                get "/.well-known/apple-app-site-association", format: false,
                    to: ->(_env) {
                      [200, { "content-type" => "application/json" }, [association]]
                    }
                """,
            source: "Ruby on Rails Guides, Rails Routing from the Outside In: Routing to Rack Applications")

    // MARK: WordPress and LiteSpeed

    private static let htaccess = """
        RewriteEngine On
        RewriteRule "^\\.well-known/apple-app-site-association$" "-" [END]

        <Files "apple-app-site-association">
            ForceType application/json
        </Files>
        """

    private static let htaccessSource = "Apache, mod_rewrite (RewriteRule, flag END); WordPress, .htaccess"

    private static let wordpress: [ServerRemedy] =
        remedies(
            for: [.fileMissing, .htmlInsteadOfFile], on: .wordpress, language: .apache,
            steps: """
                Create a folder named .well-known next to wp-config.php (with SFTP or the host's file manager) and put \
                the file into it. Existing files take precedence over WordPress.
                If it is still not found, a security plug-in or the host hides names that begin with a dot. On Apache \
                and LiteSpeed, put this into .htaccess before “# BEGIN WordPress”.
                """,
            snippet: htaccess, source: htaccessSource)
        + [
            ServerRemedy(
                .redirect, on: .wordpress, language: .apache,
                steps: """
                    WordPress redirects unknown paths (canonical URLs, www, language plug-ins). If the file exists \
                    in a folder named .well-known next to wp-config.php, WordPress does not handle the request.
                    Redirects in .htaccess come before WordPress: on Apache and LiteSpeed, put this above them. \
                    Exclude the path from redirect plug-ins.
                    """,
                snippet: htaccess, source: "WordPress, redirect_canonical(); Apache, mod_rewrite"),
            ServerRemedy(
                .httpForbidden, on: .wordpress,
                steps: """
                    Check the security plug-ins (Wordfence, iThemes, All In One) and the host's firewall: allow public \
                    access to /.well-known/apple-app-site-association, and turn bot and country blocks off for it.
                    """,
                source: "WordPress, Hardening WordPress"),
        ]

    private static let litespeed: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .litespeed, language: .apache,
            steps: """
                Put this at the top of the site's .htaccess file, before all other rules, and restart LiteSpeed.
                Check that the file is in the document root of this host.
                """,
            snippet: htaccess, source: htaccessSource),
        ServerRemedy(
            .htmlInsteadOfFile, on: .litespeed, language: .apache,
            steps: """
                Put the file into a folder named .well-known in the site's document root.
                Put this at the top of the site's .htaccess file, before all other rules, and restart LiteSpeed.
                """,
            snippet: htaccess, source: htaccessSource),
        ServerRemedy(
            .contentTypeWrong, on: .litespeed, language: .apache,
            steps: "Put this at the top of the site's .htaccess file, and restart LiteSpeed.",
            snippet: htaccess, source: htaccessSource),
    ]
}
