extension Remedies {
    static let apache: [ServerRemedy] = (apacheResponses + apacheDelivery + apacheLocations + apacheTLS).map {
        $0.followed(
            by: "Check with “apachectl configtest”, and load the change with “systemctl reload apache2” (or httpd).")
    }

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

    private static let apacheProxyExemption = """
        # Before the line “ProxyPass "/" …”:
        ProxyPass "/.well-known/apple-app-site-association" "!"
        \(apacheFileFromDisk)
        """

    private static let apacheRewriteSource = "Apache, mod_rewrite (RewriteRule, flag END)"
    private static let apacheProxySource = "Apache, mod_proxy (ProxyPass with an exclamation mark)"

    private static let apacheResponses: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .apache, language: .apache,
            steps: """
                Before all other rules, add one that exempts the file from rewriting: in the virtual host that \
                redirects, or at the top of its .htaccess file.
                The directive “Redirect” ignores these rules: replace it with a RewriteRule below them. Also check \
                that the file is in this virtual host's document root.
                """,
            snippet: """
                RewriteEngine On
                RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]
                """,
            source: apacheRewriteSource),
        ServerRemedy(
            .redirectLoop, on: .apache, language: .apache,
            steps: """
                Usually, a CDN or load balancer in front of Apache uses HTTPS to the visitor and plain HTTP to Apache, \
                which then redirects to HTTPS endlessly. Redirect only requests with “X-Forwarded-Proto: http”, and \
                check that the CDN or load balancer sends this field.
                """,
            snippet: """
                # In place of the redirect to HTTPS:
                RewriteEngine On
                RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]
                RewriteCond "%{HTTP:X-Forwarded-Proto}" "=http"
                RewriteRule "^" "https://%{HTTP_HOST}%{REQUEST_URI}" [R=301,END]
                """,
            source: "Apache, mod_rewrite (RewriteCond, RewriteRule)"),
        ServerRemedy(
            .fileMissing, on: .apache, language: .apache,
            steps: """
                Put the file on the server, in a folder named .well-known in the site's document root.
                Look for “RedirectMatch 404” in the configuration: in its usual form it hides every name that begins \
                with a dot. Make an exception for .well-known.
                """,
            snippet: """
                # In place of “RedirectMatch 404 /\\.”:
                RedirectMatch 404 "/\\.(?!well-known(/|$))"
                """,
            source: "Apache, mod_alias (RedirectMatch); RFC 8615"),
        ServerRemedy(
            .httpUnauthorized, on: .apache, language: .apache,
            steps: """
                Turn the login off for this file only; the rest of the site stays protected. Later sections override \
                earlier ones, so put this one below the section that requires the login.
                """,
            snippet: """
                <Location "/.well-known/apple-app-site-association">
                    AuthType None
                    Require all granted
                </Location>
                """,
            source: "Apache, mod_authz_core (Require); Apache, Configuration Sections"),
        ServerRemedy(
            .httpForbidden, on: .apache, language: .apache,
            steps: """
                Look for “Require all denied” or “Deny from all” rules for names that begin with a dot, and allow \
                public access to the file. A firewall module (ModSecurity) needs its own exception.
                Check that Apache can read the file: permissions 644, and 755 for its parent folders.
                """,
            snippet: """
                <Location "/.well-known/apple-app-site-association">
                    Require all granted
                </Location>
                """,
            source: "Apache, mod_authz_core (Require); Apache, Configuration Sections"),
    ]

    private static let apacheDelivery: [ServerRemedy] =
        remedies(
            for: mediaTypeCodes, on: .apache, language: .apache,
            steps: """
                Apache derives the type from a name's extension, and this file has none. Set the type for this \
                file, in the virtual host or in .htaccess. If the file comes from an application behind Apache, \
                set the type there.
                """,
            snippet: """
                <Files "apple-app-site-association">
                    ForceType application/json
                </Files>
                """,
            source: "Apache, core (Files, ForceType)")
        + remedies(
            for: [.httpServerError, .slowResponse], on: .apache, language: .apache,
            steps: "Serve the file from disk, so that it does not need the application behind Apache.",
            snippet: apacheProxyExemption, source: apacheProxySource)
        + [
            ServerRemedy(
                .bodyTruncated, on: .apache, language: .apache,
                steps: """
                    Check Apache's error log for problems with the connection to the application behind it.
                    Serve the file from disk, so that it does not need that application.
                    """,
                snippet: apacheProxyExemption, source: apacheProxySource),
            ServerRemedy(
                .contentEncodingBroken, on: .apache, language: .apache,
                steps: """
                    Rules that serve compressed copies (names that end in .gz or .br) must declare the compression. \
                    Exempt the file from them, and from compression: put this before those rules. Store the file \
                    itself uncompressed.
                    """,
                snippet: """
                    RewriteEngine On
                    RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" \\
                        [END,E=no-gzip:1,E=no-brotli:1]
                    """,
                source: "Apache, mod_deflate (no-gzip); Apache, mod_brotli (no-brotli); Apache, mod_rewrite"),
            ServerRemedy(
                .htmlInsteadOfFile, on: .apache, language: .apache,
                steps: """
                    The file is not where Apache looks for it, and a rule that serves index.html responds instead. Put \
                    the file on the server.
                    Exempt it from the rule: put this before the other rules of the virtual host.
                    """,
                snippet: """
                    RewriteEngine On
                    RewriteRule "^/?\\.well-known/apple-app-site-association$" "-" [END]
                    \(apacheFileFromDisk)
                    """,
                source: "Apache, mod_rewrite (RewriteRule, flag END); Apache, mod_alias (Alias)"),
        ]

    private static let apacheLocations = locationRemedies(
        on: .apache, language: .apache, source: "Apache, mod_alias (Alias); Apache, core (ForceType)"
    ) { location, file in
        """
        Alias "\(location)" \\
            "/var/www/example.com\(file)"
        <Location "\(location)">
            ForceType application/json
        </Location>
        """
    }

    // MARK: TLS

    private static let apacheTLS: [ServerRemedy] =
        certificateRemedies(
            on: .apache, language: .apache, server: "Apache", service: "apache2",
            hostBlock: "In this host's “VirtualHost” block", setting: "SSLCertificateFile",
            nameCondition: """
                ServerName or ServerAlias of the virtual host includes this name; otherwise Apache sends the first \
                virtual host's certificate
                """,
            snippet: """
                SSLCertificateFile "/etc/letsencrypt/live/example.com/fullchain.pem"
                SSLCertificateKeyFile "/etc/letsencrypt/live/example.com/privkey.pem"
                """,
            source: "Apache, mod_ssl (SSLCertificateFile, from 2.4.8 with the chain); Certbot, User Guide")
        + [
            ServerRemedy(
                .tlsClientCertificateRequired, on: .apache, language: .apache,
                steps: "Make the client certificate optional, and require it everywhere except for this file.",
                snippet: """
                    # In place of “SSLVerifyClient require”:
                    SSLVerifyClient optional
                    <LocationMatch "^/(?!\\.well-known/apple-app-site-association$)">
                        Require ssl-verify-client
                    </LocationMatch>
                    """,
                source: "Apache, mod_ssl (SSLVerifyClient, Require ssl-verify-client)"),
            ServerRemedy(
                .tlsProtocolUnsupported, on: .apache, language: .apache,
                steps: "Set the versions in the main configuration or in the virtual host.",
                snippet: "SSLProtocol -all +TLSv1.2 +TLSv1.3", source: "Apache, mod_ssl (SSLProtocol)"),
            ServerRemedy(
                .tlsHandshakeFailed, on: .apache, language: .apache,
                steps: """
                    Check that the virtual host for port 443 turns TLS on: without this line Apache speaks plain HTTP \
                    there.
                    """,
                snippet: "SSLEngine on", source: "Apache, mod_ssl (SSLEngine)"),
        ]
}
