extension Remedies {
    static let nginx: [ServerRemedy] = (nginxResponses + nginxDelivery + nginxLocations + nginxTLS).map {
        $0.followed(by: "Check with “nginx -t”, and load the change with “systemctl reload nginx”.")
    }

    /// The `location` block that serves the file from disk, with precedence over other `location` blocks.
    private static let nginxFileFromDisk = nginxLocation("/.well-known/apple-app-site-association", "$uri")

    private static func nginxLocation(_ location: String, _ file: String) -> String {
        """
        location = \(location) {
            root /var/www/example.com;
            default_type application/json;
            try_files \(file) =404;
        }
        """
    }

    private static let nginxLocationSource = "nginx, ngx_http_core_module (location, root, default_type, try_files)"

    private static let nginxResponses: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .nginx, language: .nginx,
            steps: """
                “return” and “rewrite” placed directly in the server block take effect before any location. Move the \
                redirect into “location /”, and add a separate location for the file, in the server block of the host \
                that redirects.
                """,
            snippet: """
                # In place of the “return 301 …;” of the server block:
                location / {
                    return 301 https://www.example.com$request_uri;
                }

                \(nginxFileFromDisk)
                """,
            source: "nginx, ngx_http_rewrite_module (return); nginx, ngx_http_core_module (location)"),
        ServerRemedy(
            .redirectLoop, on: .nginx, language: .nginx,
            steps: """
                Usually, a CDN or load balancer in front of nginx uses HTTPS to the visitor and plain HTTP to nginx, \
                which then redirects to HTTPS endlessly. Redirect only requests with “X-Forwarded-Proto: http”, and \
                check that the CDN or load balancer sends this field.
                """,
            snippet: """
                # In place of “return 301 https://…;” or “if ($scheme = http) …”:
                if ($http_x_forwarded_proto = http) {
                    return 301 https://$host$request_uri;
                }
                """,
            source: "nginx, ngx_http_rewrite_module (if, return)"),
        ServerRemedy(
            .fileMissing, on: .nginx, language: .nginx,
            steps: """
                Put the file on the server, in a folder named .well-known in the site's root folder.
                Add a separate location for it in the server block of this host. “location =” takes precedence over \
                rules such as “location ~ /\\.” that hide every name that begins with a dot.
                """,
            snippet: nginxFileFromDisk, source: nginxLocationSource),
        ServerRemedy(
            .httpUnauthorized, on: .nginx, language: .nginx,
            steps: "Turn the login off for this file only; the rest of the site stays protected.",
            snippet: """
                location = /.well-known/apple-app-site-association {
                    auth_basic off;
                    root /var/www/example.com;
                    default_type application/json;
                }
                """,
            source: "nginx, ngx_http_auth_basic_module (auth_basic)"),
        ServerRemedy(
            .httpForbidden, on: .nginx, language: .nginx,
            steps: """
                Look for “deny” rules and for “location ~ /\\.” in the configuration, and add a separate location for \
                the file in the server block of this host. An “if … return 403;” directly in the server block takes \
                precedence over every location: move it into “location /”.
                Check that nginx can read the file: permissions 644, and 755 for its parent folders.
                """,
            snippet: """
                location = /.well-known/apple-app-site-association {
                    allow all;
                    root /var/www/example.com;
                    default_type application/json;
                }
                """,
            source: "nginx, ngx_http_access_module (allow, deny); nginx, ngx_http_core_module (location)"),
        ServerRemedy(
            .httpRateLimited, on: .nginx, language: .nginx,
            steps: """
                Exempt the file from the rate limit: requests with an empty key are not counted. Use the zone named \
                by “limit_req” in the server block.
                """,
            snippet: """
                # In the http block, in place of the “limit_req_zone” of the zone:
                map $uri $rate_limit_key {
                    /.well-known/apple-app-site-association "";
                    default $binary_remote_addr;
                }
                limit_req_zone $rate_limit_key zone=visitors:10m rate=10r/s;
                """,
            source: "nginx, ngx_http_limit_req_module (limit_req_zone); nginx, ngx_http_map_module"),
    ]

    private static let nginxDelivery: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes, on: .nginx, language: .nginx,
            steps: """
                The file's name has no extension, so nginx uses the default type. Set that for this file only. If \
                the file comes from an application behind nginx, set the type there.
                """,
            snippet: nginxFileFromDisk, source: "nginx, ngx_http_core_module (default_type, types)")
        + remedies(
            for: [.httpServerError, .slowResponse], on: .nginx, language: .nginx,
            steps: """
                Serve the file from disk, so that it does not need the application behind nginx.
                Put it into a folder that nginx can read, and add a separate location for it before “proxy_pass”.
                """,
            snippet: nginxFileFromDisk, source: nginxLocationSource)
        + [
            ServerRemedy(
                .bodyTruncated, on: .nginx, language: .nginx,
                steps: """
                    Check nginx's error log for “upstream prematurely closed connection” and for “Permission denied” \
                    or “No space left” on its temporary files.
                    Serve the file from disk, so that it does not pass through buffers.
                    """,
                snippet: nginxFileFromDisk, source: "nginx, ngx_http_proxy_module (proxy_buffers, proxy_temp_path)"),
            ServerRemedy(
                .contentEncodingBroken, on: .nginx, language: .nginx,
                steps: """
                    Delete any apple-app-site-association.gz next to the file (“gzip_static” sends it as is), and \
                    store the file itself uncompressed. Or turn compression off for it.
                    """,
                snippet: """
                    location = /.well-known/apple-app-site-association {
                        root /var/www/example.com;
                        default_type application/json;
                        gzip off;
                        gzip_static off;
                    }
                    """,
                source: "nginx, ngx_http_gzip_static_module; nginx, ngx_http_gzip_module"),
            ServerRemedy(
                .htmlInsteadOfFile, on: .nginx, language: .nginx,
                steps: """
                    The file is not where nginx looks for it, and “try_files … /index.html” or the application behind \
                    nginx responds instead. Put the file on the server.
                    Add a separate location for it that does not fall back to the web app.
                    """,
                snippet: nginxFileFromDisk, source: nginxLocationSource),
        ]

    private static let nginxLocations = locationRemedies(
        on: .nginx, language: .nginx, source: nginxLocationSource, snippet: nginxLocation)

    // MARK: TLS

    private static let nginxTLS: [ServerRemedy] =
        certificateRemedies(
            on: .nginx, language: .nginx, server: "nginx", service: "nginx",
            hostBlock: "In the server block of this host", setting: "“ssl_certificate”",
            nameCondition: """
                “server_name” of the server block includes this name; otherwise nginx sends the certificate of its \
                default server block
                """,
            snippet: """
                ssl_certificate     /etc/letsencrypt/live/example.com/fullchain.pem;
                ssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;
                """,
            source: "nginx, ngx_http_ssl_module (ssl_certificate); Certbot, User Guide")
        + [
            ServerRemedy(
                .tlsClientCertificateRequired, on: .nginx, language: .nginx,
                steps: """
                    Make the client certificate optional, and require it everywhere except for this file. Keep the \
                    contents of “location /” below the condition.
                    """,
                snippet: """
                    # In place of “ssl_verify_client on;”:
                    ssl_verify_client optional;

                    \(nginxFileFromDisk)

                    location / {
                        if ($ssl_client_verify != SUCCESS) {
                            return 403;
                        }
                    }
                    """,
                source: "nginx, ngx_http_ssl_module (ssl_verify_client)"),
            ServerRemedy(
                .tlsProtocolUnsupported, on: .nginx, language: .nginx,
                steps: """
                    Set the versions in the http block or in every server block that listens on this address: nginx \
                    uses those of the first one.
                    """,
                snippet: "ssl_protocols TLSv1.2 TLSv1.3;", source: "nginx, ngx_http_ssl_module (ssl_protocols)"),
            ServerRemedy(
                .tlsHandshakeFailed, on: .nginx, language: .nginx,
                steps: """
                    Check that “listen” includes “ssl”: without it nginx speaks plain HTTP on this port. Also check \
                    that the server block for this name does not contain “ssl_reject_handshake on;”.
                    """,
                snippet: "listen 443 ssl;",
                source: "nginx, ngx_http_core_module (listen); nginx, ngx_http_ssl_module (ssl_reject_handshake)"),
        ]
}
