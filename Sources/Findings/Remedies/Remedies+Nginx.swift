extension Remedies {
    static let nginx: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .nginx,
            steps: [
                """
                “return” and “rewrite” that stand directly in the server block answer before any location is looked \
                at. Move the redirect into “location /”, and give the file a location of its own, in the server block \
                of the very host that redirects.
                """,
                "Check with “nginx -t” and load the change with “systemctl reload nginx”.",
            ],
            snippet: ConfigurationSnippet(
                .nginx,
                """
                # In place of the “return 301 …;” of the server block:
                location / {
                    return 301 https://www.example.com$request_uri;
                }

                location = /.well-known/apple-app-site-association {
                    root /var/www/example.com;
                    default_type application/json;
                }
                """),
            source: "nginx, ngx_http_rewrite_module (return); nginx, ngx_http_core_module (location)")
    ]
}
