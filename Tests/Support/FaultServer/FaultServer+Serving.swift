import Platform

/// Serves one connection on its own thread.
extension FaultServer {
    func serve(_ descriptor: Int32, _ address: String, _ stop: StopSignal) {
        let number = log.change { tally in
            tally.connections += 1
            tally.maxConnections = max(tally.maxConnections, tally.openConnections)
            return tally.connections
        }
        let log = log
        do {
            let socket = SocketStream(descriptor: descriptor, stop: stop) { received, sent in
                log.change { tally in
                    tally.bytesReceived += received
                    tally.bytesSent += sent
                }
            }
            try serve(socket, number, address)
            socket.end(.close)
        } catch {
            // The client has disconnected, the server stops, or the fault is complete: the connection ends.
        }
        log.change { $0.closedConnections += 1 }
    }

    private func serve(_ socket: SocketStream, _ number: Int, _ address: String) throws {
        if let onAccept {
            try onAccept.play(on: socket)
        }
        var received = try socket.receive()
        guard received.first == 22 else {
            let connection = ServerConnection(socket, nil)
            return try serveRequests(connection, received, number, address, serverName: nil)
        }
        guard let hello = try readHello(socket, &received) else { return }
        let name = hello.serverName
        log.change { $0.serverNames.append(name ?? "") }
        guard let site = site(for: name ?? address) else {
            log.change { $0.unknownHosts.append(name ?? "") }
            return try socket.send(TLSAlert.unrecognizedName.record)
        }
        let context = try context(for: name ?? address, site)
        let tls = try TLSStream(socket, context, received: received)
        try site.handshake.play(on: socket, tls)
        do {
            try tls.handshake()
        } catch {
            log.change { $0.handshakeFailures.append("\(error)") }
            throw error
        }
        let isResumed = tls.isResumed
        log.change { tally in
            tally.handshakes += 1
            tally.resumedHandshakes += isResumed ? 1 : 0
        }
        try serveRequests(ServerConnection(socket, tls), [], number, address, serverName: name)
    }

    /// Reads the client's hello, of which `received` may contain only a part; `nil` if the client ends the connection
    /// first.
    private func readHello(_ socket: SocketStream, _ received: inout [UInt8]) throws -> ClientHello? {
        while true {
            do throws(ClientHello.ParseError) {
                return try ClientHello(parsing: received)
            } catch {
                guard error == .needsMoreBytes, received.count < 65_536 else { throw StreamEnd.tls("\(error)") }
            }
            let more = try socket.receive()
            if more.isEmpty { return nil }
            received += more
        }
    }

    private func serveRequests(
        _ connection: ServerConnection, _ received: [UInt8], _ number: Int, _ address: String, serverName: String?
    ) throws {
        var reader = RequestReader(received)
        var position = 0
        while let head = try reader.next(receive: connection.receive) {
            position += 1
            // Without a Host field, as in HTTP/2, the name in the handshake is used.
            let host = head.host.isEmpty ? serverName ?? address : head.host
            var request = RequestRecord(
                connection: number, positionOnConnection: position, ordinal: 1, serverName: serverName,
                host: head.host, method: head.method, target: head.target, fields: head.fields, arrivedAt: .now,
                tlsVersion: connection.tls?.version, isSessionResumed: connection.tls?.isResumed ?? false,
                localAddress: address)
            request.body = try reader.body(of: head, receive: connection.receive)
            request.ordinal = nextOrdinal(host: host, path: request.path)
            let record = request
            log.change { $0.requests.append(record) }
            let answer: Answer
            if let site = site(for: host) {
                answer = site.answer(for: record.path)
            } else {
                log.change { $0.unknownHosts.append(host) }
                answer = .status(421)
            }
            for step in answer.steps(record) { try step.perform(on: connection) }
            log.change { $0.completedAnswers += 1 }
            if record.values(of: "connection").contains(where: { $0.lowercased() == "close" }) { break }
        }
        connection.tls?.sayGoodbye()
    }
}

extension AcceptFault {
    fileprivate func play(on socket: SocketStream) throws -> Never {
        switch self {
        case .close: socket.end(.cut)
        case .reset: socket.end(.reset)
        case .stall: try socket.stall()
        case .garbage:
            try socket.send(HandshakeFault.garbageBytes)
            try socket.stall()
        case .bytes(let bytes):
            try socket.send(bytes)
            try socket.stall()
        }
        throw StreamEnd.closed
    }
}

extension HandshakeFault {
    /// Bytes that are not the beginning of a TLS record.
    static let garbageBytes: [UInt8] = Array("\u{1B}[31m<b>220 ready\0".utf8) + Array(repeating: 0xFF, count: 64)

    /// Plays the fault; returns if the handshake is to continue.
    fileprivate func play(on socket: SocketStream, _ tls: TLSStream) throws {
        switch self {
        case .none, .only, .oldOnly, .clientCertificateDemanded, .clientCertificateRequested, .noCommonCipher,
            .claimsHTTP2, .group, .ciphers:
            return
        case .alert(let alert):
            try socket.send(alert.record)
            socket.end(.cut)
        case .plaintextHTTP:
            let body = Array("<html><body>The plain HTTP request was sent to HTTPS port</body></html>".utf8)
            let response = HTTPResponse(400, type: "text/html", body: body)
            try socket.send(Array("\(response.header)\r\n".utf8) + response.wireBody)
            socket.end(.cut)
        case .garbage:
            try socket.send(Self.garbageBytes)
            socket.end(.cut)
        case .close: socket.end(.cut)
        case .reset: socket.end(.reset)
        case .stall: try socket.stall()
        case .closeMidway:
            try sendHalf(of: tls.firstFlight(), on: socket)
            socket.end(.cut)
        case .resetMidway:
            try sendHalf(of: tls.firstFlight(), on: socket)
            socket.end(.reset)
        case .stallMidway:
            try sendHalf(of: tls.firstFlight(), on: socket)
            try socket.stall()
        case .corruptedMidway:
            var flight = tls.firstFlight()
            // Skips the headers of the record and the message, and its version: the server's random and later bytes
            // are changed.
            for index in flight.indices.dropFirst(40).prefix(80) { flight[index] ^= 0xFF }
            try socket.send(flight)
            try socket.stall()
        }
        throw StreamEnd.closed
    }

    private func sendHalf(of flight: [UInt8], on socket: SocketStream) throws {
        try socket.send(flight.prefix(flight.count / 2))
    }
}
