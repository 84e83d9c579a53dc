import Audit
import Findings
import TestSupport
import Testing

/// Every snippet for Apache resolves its finding when it is applied to a real Apache with the fault.
@Suite(.inTurn(minutes: 3)) struct ApacheRemedyTests {
    /// The content of the virtual host.
    struct Configuration: Sendable {
        var engine = "SSLEngine on"
        var certificate = """
            SSLCertificateFile "/etc/letsencrypt/live/example.com/fullchain.pem"
            SSLCertificateKeyFile "/etc/letsencrypt/live/example.com/privkey.pem"
            """
        /// The rest of the virtual host.
        var body: String = Self.site + Self.type
        /// The text after the virtual host.
        var after = ""
        /// The file .htaccess in the folder of the site.
        var htaccess: String?

        /// The folder of the site.
        static let site = """
            DocumentRoot "/var/www/example.com"
            <Directory "/var/www/example.com">
                Require all granted
                AllowOverride All
            </Directory>

            """
        /// The correct media type of the file.
        static let type = """
            <Files "apple-app-site-association">
                ForceType application/json
            </Files>

            """
    }

    /// A configuration with a fault, before and after the snippet is applied.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: FindingCode
        let platform: HostingPlatform
        let faulty: Configuration
        let mended: @Sendable (_ snippet: String) -> Configuration
        let application: TestSupport.Answer?
        let prepare: @Sendable (RemedyLab) throws -> Void

        init(
            _ code: FindingCode, on platform: HostingPlatform = .apache, _ faulty: Configuration,
            application: TestSupport.Answer? = nil,
            prepare: @escaping @Sendable (RemedyLab) throws -> Void = { _ in },
            mended: @escaping @Sendable (_ snippet: String) -> Configuration
        ) {
            self.code = code
            self.platform = platform
            self.faulty = faulty
            self.mended = mended
            self.application = application
            self.prepare = prepare
        }

        /// Returns a fault in the virtual host, before or after which the snippet is inserted.
        static func added(
            _ code: FindingCode, before: String = "", after: String = "", application: TestSupport.Answer? = nil,
            prepare: @escaping @Sendable (RemedyLab) throws -> Void = { _ in }
        ) -> Case {
            Case(code, Configuration(body: after + before), application: application, prepare: prepare) { snippet in
                Configuration(body: after + snippet + "\n" + before)
            }
        }

        /// Returns a fault whose directive the snippet replaces.
        static func inPlace(_ code: FindingCode, of directive: String, in body: String) -> Case {
            Case(code, Configuration(body: directive + "\n" + body)) { Configuration(body: $0 + "\n" + body) }
        }

        /// Returns a server with a faulty certificate in `/etc/ssl`.
        static func certificate(_ code: FindingCode, _ certificate: ServerCertificate) -> Case {
            let faulty = """
                SSLCertificateFile "/etc/ssl/fullchain.pem"
                SSLCertificateKeyFile "/etc/ssl/privkey.pem"
                """
            return Case(code, Configuration(certificate: faulty)) {
                try $0.write(certificate: certificate, to: "ssl")
            } mended: { snippet in
                Configuration(certificate: snippet)
            }
        }

        /// Returns a fault in .htaccess, before which the snippet is inserted.
        static func htaccess(
            _ code: FindingCode, on platform: HostingPlatform, _ rules: String, body: String = Configuration.site
        ) -> Case {
            Case(code, on: platform, Configuration(body: body, htaccess: rules)) {
                try $0.write(Sample.page, to: "www/example.test/index.html")
            } mended: { snippet in
                Configuration(body: body, htaccess: snippet + "\n" + rules)
            }
        }

        var testDescription: String { "\(code.rawValue) on \(platform.name)" }
    }

    private static let site = Configuration.site
    private static let good = Configuration.site + Configuration.type

    /// Forwards every request to the application.
    private static let proxy = """
        SSLProxyEngine on
        SSLProxyVerify none
        SSLProxyCheckPeerName off
        ProxyPreserveHost on
        ProxyPass "/" "https://127.0.0.1:APPLICATION/"
        """

    static let cases: [Case] = [
        .added(
            .redirect,
            before: """
                RewriteEngine On
                RewriteRule "^/?(.*)$" "https://www.example.com/$1" [R=301,L]
                """, after: good),
        Case(.redirectLoop, behindProxy(#"Redirect permanent "/" "https://example.com/""#), mended: behindProxy),
        .inPlace(.fileMissing, of: #"RedirectMatch 404 /\."#, in: good),
        .added(.wellKnownMissing, after: good) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/apple-app-site-association")
        },
        .added(.jsonSuffixOnly, after: good) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/.well-known/apple-app-site-association.json")
        },
        .added(
            .httpUnauthorized,
            after: good + """
                <Location "/">
                    AuthType Basic
                    AuthName closed
                    AuthUserFile "/etc/ssl/users"
                    Require valid-user
                </Location>

                """
        ) { try $0.write("a:b\n", to: "ssl/users") },
        .added(
            .httpForbidden,
            after: good + """
                <DirectoryMatch "/\\.">
                    Require all denied
                </DirectoryMatch>

                """),
        .added(.httpServerError, before: proxy, application: .status(500)),
        .added(.contentTypeMissing, after: site),
        .added(
            .contentTypeGeneric,
            after: site + "<Directory \"/var/www/\">\nForceType application/octet-stream\n</Directory>\n"),
        .added(.contentTypeWrong, after: site + "<Directory \"/var/www/\">\nForceType text/plain\n</Directory>\n"),
        .added(.slowResponse, before: proxy, application: .slowFirstByte(.milliseconds(2_100))),
        .added(.bodyTruncated, before: proxy, application: .lengthTooLarge()),
        .added(
            .contentEncodingBroken,
            before: """
                RewriteEngine On
                RewriteCond "%{HTTP:Accept-Encoding}" "gzip"
                RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}.gz" "-s"
                RewriteRule "^/?(.*)$" "/$1.gz" [PT,T=application/json]
                """, after: good
        ) {
            try $0.write(
                Compression.gzip(Array(Sample.association.utf8)),
                to: "www/example.test/.well-known/apple-app-site-association.gz")
        },
        .added(
            .htmlInsteadOfFile,
            before: """
                DocumentRoot "/var/www/app"
                <Directory "/var/www/app">
                    Require all granted
                </Directory>
                AddType text/html .html
                RewriteEngine On
                RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}" "!-f"
                RewriteRule "^" "/index.html" [L]
                """),
        .added(
            .htmlInsteadOfFile,
            before: """
                DocumentRoot "/var/www/app"
                <Directory "/var/www/app">
                    Require all granted
                    FallbackResource /index.html
                </Directory>
                AddType text/html .html
                """),
        .added(.locationsDiffer, after: good) {
            try $0.write("{\"applinks\":{\"details\":[]}}", to: "www/example.test/apple-app-site-association")
        },
        .certificate(.tlsCertificateExpired, .expired),
        .certificate(.tlsCertificateNotYetValid, .notYetValid),
        .certificate(.tlsCertificateNameMismatch, .wrongName),
        .certificate(.tlsCertificateSelfSigned, .selfSigned),
        .certificate(.tlsChainIncomplete, .missingIntermediate),
        .certificate(.tlsCertificateUntrusted, .untrustedRootSent),
        .certificate(.tlsCertificateExpiring, .expiring(days: 5)),
        Case(.tlsClientCertificateRequired, clientCertificate("SSLVerifyClient require"), mended: clientCertificate),
        Case(.tlsProtocolUnsupported, old("SSLProtocol -all +TLSv1 +TLSv1.1")) { old($0) },
        Case(.tlsHandshakeFailed, Configuration(engine: "")) { Configuration(engine: $0) },
        .htaccess(.fileMissing, on: .wordpress, #"RewriteEngine On\#nRewriteRule "(^|/)\." "-" [R=404,L]"#),
        .htaccess(.htmlInsteadOfFile, on: .wordpress, page),
        .htaccess(
            .redirect, on: .wordpress,
            #"RewriteEngine On\#nRewriteRule "^(.*)$" "https://www.example.com/$1" [R=301,L]"#),
        .htaccess(.htmlInsteadOfFile, on: .litespeed, page),
        .htaccess(
            .redirect, on: .litespeed,
            #"RewriteEngine On\#nRewriteRule "^(.*)$" "https://www.example.com/$1" [R=301,L]"#),
        .htaccess(.contentTypeWrong, on: .litespeed, "ForceType text/plain"),
    ]

    /// Serves a page for every path.
    private static let page = """
        RewriteEngine On
        RewriteCond "%{REQUEST_URI}" "!=/index.html"
        RewriteRule "^" "/index.html" [L,T=text/html]
        """

    /// Returns a virtual host that terminates TLS, and one behind it with `body` and the file.
    private static func behindProxy(_ body: String) -> Configuration {
        let proxy = """
            ProxyPreserveHost on
            RequestHeader set X-Forwarded-Proto "https"
            ProxyPass "/" "http://ADDRESS:PLAIN/"
            """
        let behind = """
            <VirtualHost ADDRESS:PLAIN>
                ServerName example.com
                \(body)
                \(good)
            </VirtualHost>
            """
        return Configuration(body: proxy, after: behind)
    }

    private static func clientCertificate(_ body: String) -> Configuration {
        Configuration(
            body: "SSLCACertificateFile \"/etc/letsencrypt/live/example.com/fullchain.pem\"\n\(good)\n\(body)")
    }

    private static func old(_ protocols: String) -> Configuration {
        Configuration(body: "\(protocols)\nSSLCipherSuite ALL:@SECLEVEL=0\n\(good)")
    }

    @Test func everySnippetHasACase() {
        #expect(Set(Self.cases.map(\.testDescription)) == snippets(in: .apache))
    }

    @Test(arguments: cases)
    func snippetMendsTheFault(_ row: Case) async throws {
        let text = try snippet(row.code, row.platform)
        try await withApplication(row.application) { application in
            let faulty = try await report(row, row.faulty, application)
            #expect(faulty.has(row.code), "\(faulty.findings.map { "\($0.code.rawValue): \($0.message)" })")
            if row.platform == .apache { faulty.expectOffered(row.code, on: .apache) }
            let mended = try await report(row, row.mended(text), application)
            mended.expectMended(row.code, text)
        }
    }

    /// Audits an Apache with `configuration` and returns the report.
    private func report(
        _ row: Case, _ configuration: Configuration, _ application: UInt16
    ) async throws -> DomainReport {
        try await withApache { setup in
            let lab = try RemedyLab(directory: setup.directory, authority: setup.authority)
            try row.prepare(lab)
            if let rules = configuration.htaccess {
                try lab.write(lab.configuration(rules), to: "www/example.test/.htaccess")
            }
            let text = """
                <VirtualHost ADDRESS:TLSPORT>
                ServerName example.com
                \(configuration.engine)
                \(configuration.certificate)
                \(configuration.body)
                </VirtualHost>
                \(configuration.after)
                """
            return lab.configuration(text).replacing("ADDRESS", with: setup.address)
                .replacing("TLSPORT", with: "\(setup.port)").replacing("PLAIN", with: "\(setup.plainPort)")
                .replacing("APPLICATION", with: "\(application)")
        } _: { apache in
            let lab = RemedyLab(existing: apache.setup.directory, authority: apache.setup.authority)
            let report = try await lab.audit(address: apache.setup.address, port: apache.setup.port)
            return report
        }
    }
}
