import TestSupport
import Testing

/// The built program against a real web server.
@Suite(.inTurn(minutes: 3)) struct NginxTests {
    struct Protocols: Sendable, CustomTestStringConvertible {
        var tls: String
        var listen: String
        var tlsVersion: String
        var httpVersion: String

        var testDescription: String { "\(tlsVersion), HTTP/\(httpVersion)" }
    }

    /// Returns a server block that is written for these tests, because they depend on its protocols.
    static func server(_ setup: NginxSetup, _ name: String, _ protocols: Protocols, _ body: String) throws -> String {
        let files = try setup.authority.identity(for: name).write(to: setup.directory, name: name)
        return """
            server {
                listen 127.0.0.1:\(setup.port) \(protocols.listen);
                server_name \(name);
                ssl_certificate \(files.chain);
                ssl_certificate_key \(files.key);
                ssl_protocols \(protocols.tls);
                \(body)
            }

            """
    }

    static func file(_ setup: NginxSetup) throws -> String {
        _ = try setup.write(Sample.association, to: "association.json")
        return """
            location = /.well-known/apple-app-site-association { alias \(setup.directory)/association.json; default_type application/json; }
            location = /apple-app-site-association { alias \(setup.directory)/association.json; default_type application/json; }
            """
    }

    @Test(arguments: [
        Protocols(tls: "TLSv1.2", listen: "ssl", tlsVersion: "TLSv1.2", httpVersion: "1.1"),
        Protocols(tls: "TLSv1.3", listen: "ssl", tlsVersion: "TLSv1.3", httpVersion: "1.1"),
        Protocols(tls: "TLSv1.2", listen: "ssl http2", tlsVersion: "TLSv1.2", httpVersion: "2"),
        Protocols(tls: "TLSv1.3", listen: "ssl http2", tlsVersion: "TLSv1.3", httpVersion: "2"),
    ])
    func findsNothingWrongWithAGoodFile(_ protocols: Protocols) async throws {
        try await withNginx { setup in
            try Self.server(setup, "example.test", protocols, Self.file(setup))
        } _: { nginx in
            let result = try await Self.audit(nginx, "example.test")
            #expect(result.status == 0, "\(result.output)")
            try KeptReports.keep(result.output, "nginx-\(protocols.tlsVersion)-\(protocols.httpVersion).json")
            let domain = try #require(try DecodedReport(result.output).domains.first)
            #expect(domain.status == "pass")
            for location in [domain.locations.wellKnown, domain.locations.root] {
                let location = try #require(location)
                #expect(location.outcome == "served")
                #expect(location.httpVersion == protocols.httpVersion)
                #expect(location.tls?.version == protocols.tlsVersion)
            }
        }
    }

    @Test func showsWhereARedirectLeads() async throws {
        let both = Protocols(tls: "TLSv1.2 TLSv1.3", listen: "ssl http2", tlsVersion: "", httpVersion: "")
        try await withNginx { setup in
            try Self.server(setup, "example.test", both, "return 301 https://www.example.test$request_uri;")
                + Self.server(setup, "www.example.test", both, Self.file(setup))
        } _: { nginx in
            let result = try await Self.audit(nginx, "example.test")
            #expect(result.status == 2)
            try KeptReports.keep(result.output, "nginx-redirect.json")
            let domain = try #require(try DecodedReport(result.output).domains.first)
            #expect(domain.status == "fail")
            #expect(domain.findings.map(\.code) == ["redirect"])
            let redirect = try #require(domain.locations.wellKnown?.redirects.first)
            #expect(redirect.status == 301)
            #expect(redirect.to == "https://www.example.test/.well-known/apple-app-site-association")

            let text = try await Self.audit(nginx, "example.test", format: "text")
            #expect(text.output.contains("--[301]-->"))
            for line in text.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    /// Audits a domain that `nginx` serves.
    static func audit(
        _ nginx: NginxServer, _ domain: String, format: String = "json"
    ) async throws -> Command.Result {
        let roots = try nginx.authority.writeBundle(to: nginx.directory)
        return try await Command.run(
            domain, "-f", format, "--connect-to", ":443:127.0.0.1:\(nginx.port)", "--cacert", roots)
    }
}
