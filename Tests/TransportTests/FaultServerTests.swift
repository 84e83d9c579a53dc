import TestSupport
import Testing

/// The servers of the tests, requested by the `curl` program.
@Suite(.inTurn(minutes: 3))
struct FaultServerTests {
    /// The fault that `curl` is given and its required result: its exit code, and for faults with a response the status.
    struct Row: Sendable, CustomTestStringConvertible {
        var fault: Fault
        var exitCode: Int32
        var status = "000"

        var testDescription: String { "\(fault)" }
    }

    static let rows: [Row] = [
        Row(fault: .answer(.file), exitCode: 0, status: "200"),
        Row(fault: .certificate(.goodWithRoot), exitCode: 0, status: "200"),
        Row(fault: .certificate(.goodMisordered), exitCode: 0, status: "200"),
        Row(fault: .certificate(.issuedByRoot), exitCode: 0, status: "200"),
        Row(fault: .certificate(.manyNames(1000)), exitCode: 0, status: "200"),
        Row(fault: .certificate(.hostileSubject), exitCode: 0, status: "200"),
        Row(fault: .certificate(.expired), exitCode: 60),
        Row(fault: .certificate(.notYetValid), exitCode: 60),
        Row(fault: .certificate(.wrongName), exitCode: 60),
        Row(fault: .certificate(.selfSigned), exitCode: 60),
        Row(fault: .certificate(.untrustedRootSent), exitCode: 60),
        Row(fault: .certificate(.untrustedRootNotSent), exitCode: 60),
        Row(fault: .certificate(.missingIntermediate), exitCode: 60),
        Row(fault: .certificate(.weakKey), exitCode: 60),
        Row(fault: .certificate(.weakSignature), exitCode: 60),
        Row(fault: .handshake(.only(.tls12)), exitCode: 0, status: "200"),
        Row(fault: .handshake(.only(.tls13)), exitCode: 0, status: "200"),
        Row(fault: .handshake(.only(.tls11)), exitCode: 35),
        Row(fault: .handshake(.oldOnly), exitCode: 35),
        Row(fault: .handshake(.clientCertificateDemanded(.tls12)), exitCode: 35),
        Row(fault: .handshake(.clientCertificateDemanded(.tls13)), exitCode: 56),
        Row(fault: .handshake(.clientCertificateRequested(.tls13)), exitCode: 0, status: "200"),
        Row(fault: .handshake(.noCommonCipher), exitCode: 35),
        Row(fault: .handshake(.alert(.handshakeFailure)), exitCode: 35),
        Row(fault: .handshake(.alert(.internalError)), exitCode: 35),
        Row(fault: .handshake(.plaintextHTTP), exitCode: 35),
        Row(fault: .handshake(.garbage), exitCode: 35),
        Row(fault: .handshake(.close), exitCode: 35),
        Row(fault: .handshake(.reset), exitCode: 35),
        Row(fault: .handshake(.closeMidway), exitCode: 35),
        Row(fault: .handshake(.resetMidway), exitCode: 35),
        Row(fault: .handshake(.corruptedMidway), exitCode: 35),
        Row(fault: .answer(.status(404)), exitCode: 0, status: "404"),
        Row(fault: .answer(.informational(3)), exitCode: 0, status: "200"),
    ]

    @Test(arguments: rows)
    func faultIsSeenByCurl(row: Row) async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site(row.fault)]) { server in
                let seen = try await curl(server, directory)
                #expect(seen.exitCode == row.exitCode, "\(seen.errors)")
                #expect(seen.status == row.status)
            }
        }
    }

    @Test
    func serverWritesDownWhatItSaw() async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site()]) { server in
                let seen = try await curl(server, directory)
                #expect(seen.body == Sample.association)
                let requests = try await server.requests(atLeast: 1)
                let request = try #require(requests.first)
                #expect(request.path == Site.wellKnownPath)
                #expect(request.method == "GET")
                #expect(request.serverName == "example.test")
                #expect(request.host == "example.test")
                #expect(request.values(of: "ACCEPT") == ["*/*"])
                #expect(request.tlsVersion == "TLSv1.3")
                try await server.allConnectionsClosed()
                #expect(server.tally.connections == 1)
                #expect(server.tally.handshakes == 1)
            }
        }
    }

    @Test
    func scopeEndsWhileClientsStall() async throws {
        try await withTemporaryDirectory { directory in
            let faults: [Fault] = [.handshake(.stall), .handshake(.stallMidway), .answer(.stall)]
            for fault in faults {
                let client = try await withFaultServer(["example.test": Site(fault)]) { server in
                    let client = Task { try await curl(server, directory) }
                    try await server.connections(atLeast: 1)
                    return client
                }
                #expect(try await client.value.exitCode != 0)
            }
        }
    }

    @Test
    func everyAddressIsServed() async throws {
        #if os(Linux)
            let addresses = ["127.0.0.1", "127.0.0.2"]
        #else
            let addresses = ["127.0.0.1"]
        #endif
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site()], addresses: addresses) { server in
                for address in addresses {
                    let seen = try await curl(server, directory, address: address)
                    #expect(seen.body == Sample.association)
                }
                #expect(server.tally.requests.map(\.localAddress) == addresses)
            }
        }
    }

    @Test
    func waitEndsWithTheTaskAndWithTheServer() async throws {
        let server = try await withFaultServer { server in
            let waiting = Task { try await server.requests(atLeast: 1) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            return server
        }
        await #expect(throws: SupportError.self) { try await server.requests(atLeast: 1) }
    }
}
