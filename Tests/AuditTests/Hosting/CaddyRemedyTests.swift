import Audit
import Findings
import TestSupport
import Testing

/// Every snippet for Caddy resolves its finding when it is applied to a real Caddy with the fault.
@Suite(.inTurn(minutes: 3)) struct CaddyRemedyTests {
    /// A site block with a fault, before and after the snippet is applied.
    struct Case: Sendable, CustomTestStringConvertible {
        /// The way in which the snippet is applied.
        enum Application: Sendable {
            /// Added to the existing content.
            case added
            /// Added after the existing content was moved into a separate handle, as the steps describe.
            case withTheRestInAHandle
            /// Replaces the existing content.
            case inPlace
        }

        let code: FindingCode
        let body: String
        let application: Application
        let behind: TestSupport.Answer?
        let prepare: @Sendable (RemedyLab) throws -> Void

        init(
            _ code: FindingCode, _ application: Application, _ body: String, behind: TestSupport.Answer? = nil,
            prepare: @escaping @Sendable (RemedyLab) throws -> Void = { _ in }
        ) {
            self.code = code
            self.body = body
            self.application = application
            self.behind = behind
            self.prepare = prepare
        }

        func mended(_ snippet: String) -> String {
            switch application {
            case .added: "\(snippet)\n\(body)"
            case .withTheRestInAHandle: "\(snippet)\nhandle {\n\(body)\n}"
            case .inPlace: snippet
            }
        }

        var testDescription: String { "\(code.rawValue) on Caddy" }
    }

    private static let site = "root * /var/www/example.com\nfile_server"

    private static let proxy = """
        reverse_proxy https://127.0.0.1:APPLICATION {
            transport http {
                tls_insecure_skip_verify
                tls_server_name example.com
            }
        }
        """

    static let cases: [Case] = [
        Case(.redirect, .inPlace, "redir https://www.example.com{uri} permanent"),
        Case(.fileMissing, .withTheRestInAHandle, "root * /var/www/app\nfile_server"),
        Case(
            .htmlInsteadOfFile, .withTheRestInAHandle, "root * /var/www/app\ntry_files {path} /index.html\nfile_server"),
        Case(.httpServerError, .withTheRestInAHandle, proxy, behind: .status(500)),
        Case(.slowResponse, .withTheRestInAHandle, proxy, behind: .slowFirstByte(.milliseconds(2_100))),
        Case(.bodyTruncated, .withTheRestInAHandle, proxy, behind: .lengthTooLarge()),
        Case(
            .httpUnauthorized, .withTheRestInAHandle,
            // The hash of a random password.
            "basicauth {\nuser JDJhJDE0JGZ5T1h2RUZCV1B2QlVpVVlJQjJSdE9MTDBIQ1ZyRHBNNVFVVFBOZlBrNDlFeG1MR0kwQVlX\n}\n\(site)"
        ),
        Case(.httpForbidden, .withTheRestInAHandle, "respond /.well-known/* 403\n\(site)"),
        Case(.wellKnownMissing, .added, site) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/apple-app-site-association")
        },
        Case(.jsonSuffixOnly, .added, site) {
            try $0.move(
                "www/example.test/.well-known/apple-app-site-association",
                to: "www/example.test/.well-known/apple-app-site-association.json")
        },
        Case(.locationsDiffer, .added, site) {
            try $0.write("{\"applinks\":{\"details\":[]}}", to: "www/example.test/apple-app-site-association")
        },
        Case(.contentTypeMissing, .withTheRestInAHandle, site),
        Case(.contentTypeGeneric, .withTheRestInAHandle, "\(site)\nheader Content-Type application/octet-stream"),
        Case(.contentTypeWrong, .withTheRestInAHandle, "\(site)\nheader Content-Type text/plain"),
    ]

    @Test func everySnippetHasACase() {
        #expect(Set(Self.cases.map(\.testDescription)) == snippets(in: .caddy))
    }

    @Test(arguments: cases)
    func snippetMendsTheFault(_ row: Case) async throws {
        let text = try snippet(row.code, .caddy)
        try await withApplication(row.behind) { application in
            let faulty = try await report(row, row.body, application)
            #expect(faulty.has(row.code), "\(faulty.findings.map { "\($0.code.rawValue): \($0.message)" })")
            faulty.expectOffered(row.code, on: .caddy)
            try await report(row, row.mended(text), application).expectMended(row.code, text)
        }
    }

    /// Audits a Caddy whose site block has `body` and returns the report.
    private func report(_ row: Case, _ body: String, _ application: UInt16) async throws -> DomainReport {
        try await withCaddy { setup in
            let lab = try RemedyLab(directory: setup.directory, authority: setup.authority)
            try row.prepare(lab)
            let text = """
                https://example.com:\(setup.port) {
                    bind \(setup.address)
                    tls /etc/letsencrypt/live/example.com/fullchain.pem /etc/letsencrypt/live/example.com/privkey.pem
                    \(body)
                }
                """
            return lab.configuration(text).replacing("APPLICATION", with: "\(application)")
        } _: { setup in
            try await RemedyLab(existing: setup.directory, authority: setup.authority)
                .audit(address: setup.address, port: setup.port)
        }
    }
}
