import Audit
import Findings
import TestSupport
import Testing

/// Every snippet for nginx resolves its finding when it is applied to a real nginx with the fault.
@Suite(.inTurn(minutes: 3)) struct NginxRemedyTests {
    /// The content of the configuration.
    struct Configuration: Sendable {
        /// The text before the server block.
        var before = ""
        var listen = "listen 443 ssl;"
        var certificate = """
            ssl_certificate /etc/letsencrypt/live/example.com/fullchain.pem;
            ssl_certificate_key /etc/letsencrypt/live/example.com/privkey.pem;
            """
        /// The rest of the server block.
        var body: String = Self.file
        /// The text after the server block.
        var after = ""

        /// The directives to serve the file correctly.
        static let file = "root /var/www/example.com; default_type application/json;"
    }

    /// A configuration with a fault, before and after the snippet is applied.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: FindingCode
        let faulty: Configuration
        let mended: @Sendable (_ snippet: String) -> Configuration
        let application: TestSupport.Answer?
        let runs: Int
        let prepare: @Sendable (RemedyLab) throws -> Void

        init(
            _ code: FindingCode, _ faulty: Configuration, application: TestSupport.Answer? = nil, runs: Int = 1,
            prepare: @escaping @Sendable (RemedyLab) throws -> Void = { _ in },
            mended: @escaping @Sendable (_ snippet: String) -> Configuration
        ) {
            self.code = code
            self.faulty = faulty
            self.mended = mended
            self.application = application
            self.runs = runs
            self.prepare = prepare
        }

        /// Returns a fault in the server block, to which the snippet is added.
        static func added(
            _ code: FindingCode, to body: String, application: TestSupport.Answer? = nil,
            prepare: @escaping @Sendable (RemedyLab) throws -> Void = { _ in }
        ) -> Case {
            Case(code, Configuration(body: body), application: application, prepare: prepare) { snippet in
                Configuration(body: snippet + "\n" + body)
            }
        }

        /// Returns a server with a faulty certificate in `/etc/ssl`.
        static func certificate(_ code: FindingCode, _ certificate: ServerCertificate) -> Case {
            let faulty = """
                ssl_certificate /etc/ssl/fullchain.pem;
                ssl_certificate_key /etc/ssl/privkey.pem;
                """
            return Case(code, Configuration(certificate: faulty)) {
                try $0.write(certificate: certificate, to: "ssl")
            } mended: { snippet in
                Configuration(certificate: snippet)
            }
        }

        var testDescription: String { code.rawValue }
    }

    /// Forwards every request to the application.
    private static let proxy = """
        location / {
            proxy_pass https://127.0.0.1:APPLICATION;
            proxy_ssl_server_name on;
            proxy_ssl_name $host;
        }
        """

    static let cases: [Case] = [
        Case(.redirect, Configuration(body: "return 301 https://www.example.com$request_uri;")) {
            Configuration(body: $0)
        },
        Case(.redirectLoop, behindProxy("return 301 https://$host$request_uri;"), mended: behindProxy),
        .added(.fileMissing, to: "root /var/www/example.com; location ~ /\\. { return 404; }"),
        .added(.wellKnownMissing, to: Configuration.file) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/apple-app-site-association")
        },
        .added(.jsonSuffixOnly, to: Configuration.file) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/.well-known/apple-app-site-association.json")
        },
        .added(
            .httpUnauthorized,
            to: "\(Configuration.file) auth_basic closed; auth_basic_user_file /etc/ssl/users;"
        ) { try $0.write("a:b\n", to: "ssl/users") },
        .added(.httpForbidden, to: "\(Configuration.file) location ~ /\\. { deny all; }"),
        .added(.httpForbidden, to: "\(Configuration.file) deny all;"),
        Case(.httpRateLimited, limited("limit_req_zone $binary_remote_addr zone=visitors:10m rate=1r/m;"), runs: 2) {
            limited($0)
        },
        .added(.httpServerError, to: proxy, application: .status(500)),
        .added(.contentTypeMissing, to: "root /var/www/example.com; default_type '';"),
        .added(.contentTypeGeneric, to: "root /var/www/example.com;"),
        .added(.contentTypeWrong, to: "root /var/www/example.com; default_type text/plain;"),
        .added(.slowResponse, to: proxy, application: .slowFirstByte(.milliseconds(2_100))),
        .added(.bodyTruncated, to: proxy, application: .lengthTooLarge()),
        .added(.contentEncodingBroken, to: "\(Configuration.file) gzip_static on;") {
            try $0.write("this is no gzip", to: "www/example.test/.well-known/apple-app-site-association.gz")
        },
        .added(.htmlInsteadOfFile, to: "root /var/www/app; location / { try_files $uri /index.html; }"),
        .added(.locationsDiffer, to: Configuration.file) {
            try $0.write("{\"applinks\":{\"details\":[]}}", to: "www/example.test/apple-app-site-association")
        },
        .certificate(.tlsCertificateExpired, .expired),
        .certificate(.tlsCertificateNotYetValid, .notYetValid),
        .certificate(.tlsCertificateNameMismatch, .wrongName),
        .certificate(.tlsCertificateSelfSigned, .selfSigned),
        .certificate(.tlsChainIncomplete, .missingIntermediate),
        .certificate(.tlsCertificateUntrusted, .untrustedRootSent),
        .certificate(.tlsCertificateExpiring, .expiring(days: 5)),
        Case(.tlsClientCertificateRequired, clientCertificate("ssl_verify_client on;"), mended: clientCertificate),
        Case(.tlsProtocolUnsupported, old("ssl_protocols TLSv1 TLSv1.1;")) { old($0) },
        Case(.tlsHandshakeFailed, Configuration(listen: "listen 443;")) { Configuration(listen: $0) },
    ]

    /// Returns a server block that terminates TLS, and one behind it with `body` and the file.
    private static func behindProxy(_ body: String) -> Configuration {
        let proxy = """
            location / {
                proxy_pass http://127.0.0.1:PLAIN;
                proxy_set_header Host $host;
                proxy_set_header X-Forwarded-Proto $scheme;
            }
            """
        let behind = """
            server {
                listen 127.0.0.1:PLAIN;
                server_name example.com;
                \(body)
                \(Configuration.file)
            }
            """
        return Configuration(body: proxy, after: behind)
    }

    private static func limited(_ zone: String) -> Configuration {
        Configuration(before: zone, body: "limit_req zone=visitors; limit_req_status 429; \(Configuration.file)")
    }

    private static func clientCertificate(_ body: String) -> Configuration {
        Configuration(
            body:
                "ssl_client_certificate /etc/letsencrypt/live/example.com/fullchain.pem; \(body) root /var/www/example.com;"
        )
    }

    private static func old(_ protocols: String) -> Configuration {
        Configuration(body: "\(protocols) ssl_ciphers ALL:@SECLEVEL=0; \(Configuration.file)")
    }

    @Test func everySnippetHasACase() {
        #expect(Set(Self.cases.map { "\($0.code.rawValue) on nginx" }) == snippets(in: .nginx))
    }

    @Test(arguments: cases)
    func snippetMendsTheFault(_ row: Case) async throws {
        let text = try snippet(row.code, .nginx)
        try await withApplication(row.application) { application in
            let faulty = try await report(row, row.faulty, application)
            #expect(faulty.has(row.code), "\(faulty.findings.map { "\($0.code.rawValue): \($0.message)" })")
            faulty.expectOffered(row.code, on: .nginx)
            let mended = try await report(row, row.mended(text), application)
            mended.expectMended(row.code, text)
        }
    }

    /// Audits an nginx with `configuration` and returns the report.
    private func report(
        _ row: Case, _ configuration: Configuration, _ application: UInt16
    ) async throws -> DomainReport {
        try await withNginx { setup in
            let lab = try RemedyLab(directory: setup.directory, authority: setup.authority)
            try row.prepare(lab)
            let text = """
                \(configuration.before)
                server {
                    \(configuration.listen)
                    server_name example.com;
                    \(configuration.certificate)
                    \(configuration.body)
                }
                \(configuration.after)
                """
            return lab.configuration(text)
                .replacing("listen 443", with: "listen 127.0.0.1:\(setup.port)")
                .replacing("PLAIN", with: "\(setup.plainPort)").replacing("APPLICATION", with: "\(application)")
        } _: { nginx in
            let lab = RemedyLab(existing: nginx.directory, authority: nginx.authority)
            return try await lab.audit(port: nginx.port, runs: row.runs)
        }
    }
}
