import Foundation
import TestSupport
import Testing

/// The README is short, its example is actual output, and it links to everything else.
@Suite(.inTurn(minutes: 3)) struct ReadmeTests {
    @Test func isReadInAFewMinutes() throws {
        #expect(try Repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 221)
    }

    /// `TEST_GENERATE=1` regenerates the example.
    @Test func exampleIsWhatTheProgramPrints() async throws {
        let protocols = NginxTests.Protocols(
            tls: "TLSv1.2 TLSv1.3", listen: "ssl http2", tlsVersion: "", httpVersion: "")
        let output = try await withNginx { setup in
            try NginxTests.server(setup, "example.test", protocols, "return 301 https://www.example.test$request_uri;")
                + NginxTests.server(setup, "www.example.test", protocols, NginxTests.file(setup))
        } _: { nginx in
            try await NginxTests.audit(nginx, "example.test", format: "text").output
        }
        let text = try await GeneratedFile("README.md").texts(commands: ["aasa-audit example.test"]) { _ in
            // The version of nginx depends on the machine.
            output.replacing(/nginx\/[0-9.]+/, with: "nginx/1.22.1")
        }
        #expect(text.found == text.expected)
    }

    @Test(arguments: Repository.manual)
    func leadsToThePage(path: String) throws {
        #expect(try Repository.text("README.md").contains("](\(path))"))
    }

    @Test func leadsToTheReference() throws {
        let folder = Repository.manualFolder
        for path in ["\(folder)/Reference.md", "\(folder)/Architecture.md", "Scripts/deploy/README.md"] {
            #expect(try Repository.text("README.md").contains("](\(path))"), "\(path)")
        }
    }
}
