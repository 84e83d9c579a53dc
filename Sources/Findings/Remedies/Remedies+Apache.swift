extension Remedies {
    static let apache: [ServerRemedy] = apacheAnswers + apacheDelivery + apacheTLS

    private static let apacheReload =
        "Check with “apachectl configtest”, and load the change with “systemctl reload apache2” (or httpd)."

    private static let apacheFileFromDisk = """
        Alias "/.well-known/apple-app-site-association" \\
            "/var/www/example.com/.well-known/apple-app-site-association"
        <Directory "/var/www/example.com/.well-known">
            Require all granted
        </Directory>
        <Location "/.well-known/apple-app-site-association">
            ForceType application/json
        </Location>
        """

    private static let apacheProxyExemption = ConfigurationSnippet(
        .apache,
        """
        # Before the line “ProxyPass "/" …”:
        ProxyPass "/.well-known/apple-app-site-association" "!"

        """ + apacheFileFromDisk)

    private static let apacheRewriteSource = "Apache, mod_rewrite (RewriteRule, flag END)"
    private static let apacheAliasSource = "Apache, mod_alias (Alias); Apache, core (ForceType)"
    private static let apacheProxySource = "Apache, mod_proxy (ProxyPass with an exclamation mark)"

    /// The remedies for the response.
    private static let apacheAnswers: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .apache,
            steps: [
                """
                Put a rule that stops the rewriting for the file before all other rules, in the virtual host that \
                redirects or at the top of its .htaccess file.
                """,
                """
                The directive “Redirect” ignores these rules: replace it with a RewriteRule below them. Also check \
                that the file is in this virtual host's document root.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                RewriteEngine On
                RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]
                """),
            source: apacheRewriteSource),
        ServerRemedy(
            .redirectLoop, on: .apache,
            steps: [
                """
                A CDN or load balancer in front of Apache uses HTTPS to the visitor and plain HTTP to Apache, which \
                then redirects to HTTPS endlessly. Redirect only visitors that use plain HTTP according to the field \
                X-Forwarded-Proto; check that the CDN or load balancer sends it.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                # In place of the redirect to HTTPS:
                RewriteEngine On
                RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]
                RewriteCond "%{HTTP:X-Forwarded-Proto}" "=http"
                RewriteRule "^" "https://%{HTTP_HOST}%{REQUEST_URI}" [R=301,END]
                """),
            source: "Apache, mod_rewrite (RewriteCond, RewriteRule)"),
        ServerRemedy(
            .fileMissing, on: .apache,
            steps: [
                "Put the file on the server, in a folder named .well-known in the site's document root.",
                """
                Look for “RedirectMatch 404” in the configuration: in its usual form it hides every name that begins \
                with a dot. Make an exception for .well-known.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                # In place of “RedirectMatch 404 /\\.”:
                RedirectMatch 404 "/\\.(?!well-known(/|$))"
                """),
            source: "Apache, mod_alias (RedirectMatch); RFC 8615"),
        ServerRemedy(
            .wellKnownMissing, on: .apache,
            steps: ["Serve the file from the root of the site at the new location as well.", apacheReload],
            snippet: ConfigurationSnippet(
                .apache,
                """
                Alias "/.well-known/apple-app-site-association" \\
                    "/var/www/example.com/apple-app-site-association"
                <Location "/.well-known/apple-app-site-association">
                    ForceType application/json
                </Location>
                """),
            source: apacheAliasSource),
        ServerRemedy(
            .jsonSuffixOnly, on: .apache,
            steps: ["Rename the file, or serve it under the right name without a redirect.", apacheReload],
            snippet: ConfigurationSnippet(
                .apache,
                """
                Alias "/.well-known/apple-app-site-association" \\
                    "/var/www/example.com/.well-known/apple-app-site-association.json"
                <Location "/.well-known/apple-app-site-association">
                    ForceType application/json
                </Location>
                """),
            source: apacheAliasSource),
        ServerRemedy(
            .httpUnauthorized, on: .apache,
            steps: [
                """
                Turn the login off for this file only; the rest of the site stays protected. Later sections override \
                earlier ones, so put this one below the section that requires the login.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                <Location "/.well-known/apple-app-site-association">
                    AuthType None
                    Require all granted
                </Location>
                """),
            source: "Apache, mod_authz_core (Require); Apache, Configuration Sections"),
        ServerRemedy(
            .httpForbidden, on: .apache,
            steps: [
                """
                Look for “Require all denied” or “Deny from all” on every name that begins with a dot, and allow \
                public access to the file. A firewall module (ModSecurity) needs its own exception.
                """,
                "Check that Apache can read the file: permissions 644, and 755 for its parent folders.",
                apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                <Location "/.well-known/apple-app-site-association">
                    Require all granted
                </Location>
                """),
            source: "Apache, mod_authz_core (Require); Apache, Configuration Sections"),
        ServerRemedy(
            .httpServerError, on: .apache,
            steps: [
                "Serve the file from disk, so that it does not need the application behind Apache.", apacheReload,
            ],
            snippet: apacheProxyExemption, source: apacheProxySource),
    ]

    /// The remedies for the delivery of the file.
    private static let apacheDelivery: [ServerRemedy] =
        [FindingCode.contentTypeMissing, .contentTypeGeneric, .contentTypeWrong].map { code in
            ServerRemedy(
                code, on: .apache,
                steps: [
                    """
                    Apache derives the type from a name's extension, and this file has none. Set the type for this \
                    file, in the virtual host or in .htaccess. If the file comes from an application behind Apache, \
                    set the type there.
                    """, apacheReload,
                ],
                snippet: ConfigurationSnippet(
                    .apache,
                    """
                    <Files "apple-app-site-association">
                        ForceType application/json
                    </Files>
                    """),
                source: "Apache, core (Files, ForceType)")
        } + [
            ServerRemedy(
                .slowResponse, on: .apache,
                steps: [
                    "Serve the file from disk, so that it does not wait for the application behind Apache.",
                    apacheReload,
                ],
                snippet: apacheProxyExemption, source: apacheProxySource),
            ServerRemedy(
                .bodyTruncated, on: .apache,
                steps: [
                    "Check Apache's error log for problems of its connection to the application behind it.",
                    "Serve the file from disk, so that it does not need that application.", apacheReload,
                ],
                snippet: apacheProxyExemption, source: apacheProxySource),
            ServerRemedy(
                .contentEncodingBroken, on: .apache,
                steps: [
                    """
                    Rules that serve compressed copies (names that end in .gz or .br) must declare the compression. \
                    Exempt the file from them, and from compression: put this before those rules. Store the file \
                    itself uncompressed.
                    """, apacheReload,
                ],
                snippet: ConfigurationSnippet(
                    .apache,
                    """
                    RewriteEngine On
                    RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" \\
                        [END,E=no-gzip:1,E=no-brotli:1]
                    """),
                source: "Apache, mod_deflate (no-gzip); Apache, mod_brotli (no-brotli); Apache, mod_rewrite"),
            ServerRemedy(
                .htmlInsteadOfFile, on: .apache,
                steps: [
                    """
                    The file is not where Apache looks for it, and a rule that serves index.html responds instead. Put \
                    the file on the server.
                    """,
                    "Exempt it from the rule: put this before the other rules of the virtual host.", apacheReload,
                ],
                snippet: ConfigurationSnippet(
                    .apache,
                    """
                    RewriteEngine On
                    RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]

                    """ + apacheFileFromDisk),
                source: "Apache, mod_rewrite (RewriteRule, flag END); Apache, mod_alias (Alias)"),
            ServerRemedy(
                .locationsDiffer, on: .apache,
                steps: ["Serve the copy in .well-known at the old location, too.", apacheReload],
                snippet: ConfigurationSnippet(
                    .apache,
                    """
                    Alias "/apple-app-site-association" \\
                        "/var/www/example.com/.well-known/apple-app-site-association"
                    <Location "/apple-app-site-association">
                        ForceType application/json
                    </Location>
                    """),
                source: apacheAliasSource),
        ]

    // MARK: TLS

    private static func apacheCertificate(_ code: FindingCode, _ step: String) -> ServerRemedy {
        ServerRemedy(
            code, on: .apache,
            steps: [
                step,
                """
                In the virtual host of this name, point to the files of the chain (“fullchain”) and its key that your \
                renewal tool maintains, not to copies.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                SSLCertificateFile "/etc/letsencrypt/live/example.com/fullchain.pem"
                SSLCertificateKeyFile "/etc/letsencrypt/live/example.com/privkey.pem"
                """),
            source: "Apache, mod_ssl (SSLCertificateFile, from 2.4.8 with the chain); Certbot, User Guide")
    }

    private static let apacheTLS: [ServerRemedy] = [
        apacheCertificate(
            .tlsCertificateExpired,
            """
            Renew the certificate (“certbot renew”). Apache keeps using the old one until it is reloaded: add \
            “--deploy-hook "systemctl reload apache2"” to the renewal.
            """),
        apacheCertificate(
            .tlsCertificateNotYetValid, "Check the server's clock, and which certificate is loaded."),
        apacheCertificate(
            .tlsCertificateNameMismatch,
            """
            Get a certificate for every name of the host (“certbot --apache -d example.com -d www.example.com”), and \
            check that ServerName or ServerAlias of the virtual host includes this name; otherwise Apache sends the \
            first virtual host's certificate.
            """),
        apacheCertificate(
            .tlsCertificateSelfSigned,
            "Get a certificate from a public authority (“certbot --apache -d example.com”)."),
        apacheCertificate(
            .tlsChainIncomplete,
            """
            SSLCertificateFile points to a file with the server's certificate only. The intermediate certificates must \
            follow it in the same file.
            """),
        apacheCertificate(
            .tlsCertificateUntrusted,
            "Get a certificate from a public authority (“certbot --apache -d example.com”)."),
        apacheCertificate(
            .tlsCertificateExpiring,
            """
            Find out why the renewal did not happen (“certbot renew --dry-run”), and whether Apache was reloaded \
            after it.
            """),
        ServerRemedy(
            .tlsClientCertificateRequired, on: .apache,
            steps: [
                "Make the client certificate optional, and require it everywhere except for this file.", apacheReload,
            ],
            snippet: ConfigurationSnippet(
                .apache,
                """
                # In place of “SSLVerifyClient require”:
                SSLVerifyClient optional
                <LocationMatch "^/(?!\\.well-known/apple-app-site-association$)">
                    Require ssl-verify-client
                </LocationMatch>
                """),
            source: "Apache, mod_ssl (SSLVerifyClient, Require ssl-verify-client)"),
        ServerRemedy(
            .tlsProtocolUnsupported, on: .apache,
            steps: ["Set the versions in the main configuration or in the virtual host.", apacheReload],
            snippet: ConfigurationSnippet(.apache, "SSLProtocol -all +TLSv1.2 +TLSv1.3"),
            source: "Apache, mod_ssl (SSLProtocol)"),
        ServerRemedy(
            .tlsHandshakeFailed, on: .apache,
            steps: [
                """
                Check that the virtual host for port 443 turns TLS on: without this line Apache speaks plain HTTP there.
                """, apacheReload,
            ],
            snippet: ConfigurationSnippet(.apache, "SSLEngine on"), source: "Apache, mod_ssl (SSLEngine)"),
    ]
}
