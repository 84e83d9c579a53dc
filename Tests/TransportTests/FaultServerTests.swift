import TestSupport
import Testing

/// The servers of the tests, requested by the `curl` program.
@Suite(.inTurn(minutes: 3))
struct FaultServerTests {
    /// Faults, each with the exit code of `curl`; with code 0, the status of the response is 200.
    static let rows: [(ServerFault, Int32)] = [
        (.answer(.file), 0), (.certificate(.goodWithRoot), 0), (.certificate(.goodMisordered), 0),
        (.certificate(.issuedByRoot), 0), (.certificate(.manyNames(1000)), 0), (.certificate(.hostileSubject), 0),
        (.certificate(.expired), 60), (.certificate(.notYetValid), 60), (.certificate(.wrongName), 60),
        (.certificate(.selfSigned), 60), (.certificate(.untrustedRootSent), 60),
        (.certificate(.untrustedRootNotSent), 60), (.certificate(.missingIntermediate), 60),
        (.certificate(.weakKey), 60), (.certificate(.weakSignature), 60), (.handshake(.only(.tls12)), 0),
        (.handshake(.only(.tls13)), 0), (.handshake(.only(.tls11)), 35), (.handshake(.oldOnly), 35),
        (.handshake(.clientCertificateDemanded(.tls12)), 35), (.handshake(.clientCertificateDemanded(.tls13)), 56),
        (.handshake(.clientCertificateRequested(.tls13)), 0), (.handshake(.noCommonCipher), 35),
        (.handshake(.alert(.handshakeFailure)), 35), (.handshake(.alert(.internalError)), 35),
        (.handshake(.plaintextHTTP), 35), (.handshake(.garbage), 35), (.handshake(.close), 35),
        (.handshake(.reset), 35), (.handshake(.closeMidway), 35), (.handshake(.resetMidway), 35),
        (.handshake(.corruptedMidway), 35),
    ]

    @Test(arguments: rows)
    func faultIsSeenByCurl(fault: ServerFault, exitCode: Int32) async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site(fault)]) { server in
                let seen = try await curl(server, directory)
                #expect(seen.exitCode == exitCode, "\(seen.errors)")
                #expect(seen.status == (exitCode == 0 ? "200" : "000"))
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
            let faults: [ServerFault] = [.handshake(.stall), .handshake(.stallMidway), .answer(.stall)]
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
