import Foundation
import TestSupport
import Testing
import Transport

@testable import Audit

/// Messages to webhooks, against servers on the loopback interface.
@Suite(.inTurn(minutes: 3)) struct WebhookTests {
    static let now = Date(timeIntervalSince1970: 1_772_366_400)
    static let body = Array(#"{"text":"grüße"}"#.utf8)

    /// Posts to a server that gives `answers` in turn; returns the result and the requests.
    static func post(
        _ answer: TestSupport.Answer, secret: String? = nil, path: String = "/T1/secret",
        certificate: ServerCertificate = .good
    ) async throws -> (error: WebhookError?, requests: [RequestRecord]) {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(["hooks.test": Site(certificate: certificate, answers: ["/T1/secret": answer])]) {
                server in
                var settings = TransportSettings(userAgent: "tester/1", environment: [:])
                settings.certificateAuthorityFile = try server.authority.writeBundle(to: folder)
                settings.connectToOverrides = [
                    ConnectToOverride(
                        host: "hooks.test", port: 443, targetHost: "127.0.0.1", targetPort: Int(server.port))
                ]
                settings.userHeaders = [HeaderField(name: "X-Private", value: "for domains only")]
                let transport = try Transport(settings)
                defer { transport.shutDown() }
                let webhook = Webhook(
                    url: "https://hooks.test\(path)", secret: secret, firstPause: .milliseconds(1))
                var caught: WebhookError?
                do throws(WebhookError) {
                    try await webhook.post(
                        Self.body, key: "run-1", over: transport,
                        surroundings: ObserverSurroundings(now: { Self.now }, jitter: { 0 }))
                } catch {
                    caught = error
                }
                return (caught, server.tally.requests)
            }
        }
    }

    @Test func postsTheMessageOnce() async throws {
        let (error, requests) = try await Self.post(.status(204), secret: "key")
        #expect(error == nil)
        try #require(requests.count == 1)
        let request = requests[0]
        #expect(request.method == "POST")
        #expect(request.path == "/T1/secret")
        #expect(request.body == Self.body)
        #expect(request.values(of: "content-type") == ["application/json"])
        #expect(request.values(of: "user-agent") == ["tester/1"])
        #expect(request.values(of: "idempotency-key") == ["run-1"])
        // Header fields for domains may be secrets, so webhooks do not receive them.
        #expect(request.values(of: "x-private").isEmpty)
        #expect(request.values(of: "x-aasa-audit-timestamp") == ["1772366400"])
        let code = SHA256.authenticationCode(of: Array("1772366400.".utf8) + Self.body, key: Array("key".utf8))
        #expect(request.values(of: "x-aasa-audit-signature") == ["sha256=\(code)"])
        #expect(!request.fields.contains { $0.value.contains("key") && $0.name.lowercased() != "idempotency-key" })
    }

    @Test func doesNotSignWithoutASecret() async throws {
        let (_, requests) = try await Self.post(.status(200))
        #expect(requests.first?.values(of: "x-aasa-audit-signature") == [])
    }

    @Test func retriesTemporaryFailures() async throws {
        let (error, requests) = try await Self.post(.inTurn(.status(503), .status(504), .status(429), .status(200)))
        #expect(error == nil)
        #expect(requests.map(\.body) == [Self.body, Self.body, Self.body, Self.body])
        // The receiver can detect a duplicate.
        #expect(Set(requests.flatMap { $0.values(of: "idempotency-key") }) == ["run-1"])
    }

    @Test func givesUpAfterFourAttempts() async throws {
        let (error, requests) = try await Self.post(.status(500))
        #expect(requests.count == 4)
        #expect(try #require(error).description.contains("hooks.test"))
        #expect(error?.description.contains("after 4 attempts: it responded with 500") == true)
    }

    /// A message that may have been accepted is not repeated immediately.
    @Test func doesNotRetryAMessageThatMayHaveBeenDelivered() async throws {
        let (error, requests) = try await Self.post(.raw("", then: [.end(.reset)]))
        #expect(requests.count == 1)
        #expect(try #require(error).description.hasSuffix("it was sent, and may have been delivered nevertheless"))
    }

    @Test func heedsNothingAfterTheHeaderOfAnAnswer() async throws {
        let cut = TestSupport.Answer.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok", then: [.end(.cut)])
        let (error, requests) = try await Self.post(cut)
        #expect(error == nil)
        #expect(requests.count == 1)
    }

    @Test func sendsNothingToAServerThatCannotProveItsName() async throws {
        let (error, requests) = try await Self.post(.status(200), certificate: .selfSigned)
        #expect(requests.isEmpty)
        #expect(try #require(error).description.contains("certificate"))
    }

    @Test(arguments: [400, 401, 404, 410])
    func doesNotRetryPermanentFailures(status: Int) async throws {
        let (error, requests) = try await Self.post(.status(status))
        #expect(requests.count == 1)
        let text = try #require(error).description
        #expect(error?.isRefusal == (status == 400))
        #expect(text.contains("\(status)"))
        #expect(!text.contains("secret"))
    }

    @Test func doesNotFollowRedirects() async throws {
        let (error, requests) = try await Self.post(.redirect(to: "https://elsewhere.test/"))
        #expect(requests.count == 1)
        #expect(error != nil)
    }
}
