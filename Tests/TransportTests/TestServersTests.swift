import TestSupport
import Testing

/// The proxy and nginx, requested by the `curl` program.
@Suite(.inTurn(minutes: 3))
struct TestServersTests {
    static let url = "https://example.test\(Site.wellKnownPath)"

    @Test(arguments: [
        (ProxyBehaviour.works, Int32(0)), (.status(407), 56), (.status(403), 56), (.status(502), 56), (.garbage, 56),
        (.end(.close), 56), (.end(.reset), 56), (.endInTunnel(.close), 35), (.endInTunnel(.reset), 35),
        (.cutAfter(100), 35), (.wantsPassword(user: "u", password: "p:?"), 0),
    ])
    func proxyBehaves(behaviour: ProxyBehaviour, exitCode: Int32) async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site()]) { server in
                try await withForwardProxy(behaviour, to: server.port) { proxy in
                    let options = [
                        "--proxy", "http://u:p%3A%3F@127.0.0.1:\(proxy.port)", "--connect-to", "::example.test:443",
                    ]
                    let seen = try await curl(
                        port: proxy.port, server.authority, directory, url: Self.url, options: options)
                    #expect(seen.exitCode == exitCode, "\(seen.errors)")
                    #expect(proxy.tally.requests.first?.method == "CONNECT")
                    #expect(server.tally.requests.count == (exitCode == 0 ? 1 : 0))
                }
            }
        }
    }

    @Test
    func proxyPassesPlainRequestsOn() async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site()]) { server in
                try await withForwardProxy(to: server.port) { proxy in
                    let seen = try await curl(
                        port: proxy.port, server.authority, directory, url: "http://example.test\(Site.wellKnownPath)",
                        options: ["--proxy", "http://127.0.0.1:\(proxy.port)"])
                    #expect(seen.body == Sample.association)
                    #expect(server.tally.requests.map(\.path) == [Site.wellKnownPath])
                }
            }
        }
    }

    @Test
    func nginxServesHTTP2() async throws {
        try await withTemporaryDirectory { directory in
            try await withNginx { setup in
                try setup.server("example.test", "location / { return 200 'hello'; default_type text/plain; }")
                    + setup.plainServer("example.test", "return 301 https://example.test$request_uri;")
            } _: { nginx in
                let seen = try await curl(
                    port: nginx.port, nginx.authority, directory, url: Self.url, options: ["--http2"])
                #expect(seen.body == "hello", "\(seen.errors) \(nginx.tally.errorLog)")
                let access = try await nginx.wait { !$0.accesses.isEmpty }.accesses.first
                #expect(access?.httpVersion == "HTTP/2.0")
                #expect(access?.tlsVersion == "TLSv1.3")
                #expect(access?.target == Site.wellKnownPath)
                let plain = try await curl(
                    port: nginx.plainPort, nginx.authority, directory, url: "http://example.test/")
                #expect(plain.status == "301")
            }
        }
    }

    @Test
    func nginxSaysWhatIsWrongWithItsConfiguration() async throws {
        let error = try await #require(throws: SupportError.self) {
            try await withNginx { _ in
                "server { nonsense on; }"
            } _: { _ in
            }
        }
        #expect(error.description.contains("unknown directive \"nonsense\""))
    }
}
