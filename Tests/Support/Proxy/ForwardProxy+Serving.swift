import Platform

/// Serves one connection on its own thread.
extension ForwardProxy {
    func serve(_ descriptor: Int32, _ stop: StopSignal) {
        log.change { $0.connections += 1 }
        do {
            let client = SocketStream(descriptor: descriptor, stop: stop) { _, _ in }
            try serve(client, stop)
            client.end(.close)
        } catch {
            // A side has disconnected, the proxy stops, or the fault is complete: the connection ends.
        }
        log.change { $0.closedConnections += 1 }
    }

    private func serve(_ client: SocketStream, _ stop: StopSignal) throws {
        let first = try client.receive()
        if first.first == 5 || first.first == 4 {
            let (record, granted) = try socksRequest(first, from: client)
            log.change { $0.requests.append(record) }
            guard let server = try connect(to: routes[record.target] ?? defaultPort, stop) else { return }
            try client.send(granted)
            log.change { $0.tunnels += 1 }
            return try relay(client, server, stop)
        }
        var reader = RequestReader(first)
        while let head = try reader.next(receive: client.receive) {
            let record = ProxyRequestRecord(method: head.method, target: head.target, fields: head.fields)
            log.change { $0.requests.append(record) }
            if let refusal = try refusal(of: record, on: client) {
                try client.send(refusal)
                continue
            }
            let isTunnel = record.method == "CONNECT"
            let target = isTunnel ? record.target : plainTarget(record.target).hostAndPort
            guard let server = try connect(to: routes[target] ?? defaultPort, stop) else {
                try client.send(page(502))
                continue
            }
            if isTunnel {
                try client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
                log.change { $0.tunnels += 1 }
                if behaviour == .stallInTunnel { try client.stall() }
                if case .endInTunnel(let ending) = behaviour { return client.end(ending) }
            } else {
                let lines = record.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
                let start = "\(record.method) \(plainTarget(record.target).path) HTTP/1.1\r\n"
                try server.send(Array((start + lines + "\r\n").utf8))
            }
            return try relay(client, server, stop)
        }
    }

    /// Returns the bytes that are sent instead of serving the request; `nil` if the request is to be served.
    private func refusal(of request: ProxyRequestRecord, on client: SocketStream) throws -> [UInt8]? {
        switch behaviour {
        case .works, .stallInTunnel, .endInTunnel, .cutAfter: return nil
        case .status(let status): return page(status)
        case .wantsPassword(let user, let password):
            let given = request.fields.first { $0.name.lowercased() == "proxy-authorization" }?.value
            return given == "Basic \(base64("\(user):\(password)"))" ? nil : page(407)
        case .end(let ending):
            client.end(ending)
            throw StreamEnd.closed
        case .garbage:
            try client.send(HandshakeFault.garbageBytes)
            client.end(.cut)
            throw StreamEnd.closed
        case .endlessPage:
            try client.send(Array("HTTP/1.1 407 Authenticate\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            let chunk = Array("400\r\n".utf8) + [UInt8](repeating: 0x20, count: 1024) + Array("\r\n".utf8)
            while true { try client.send(chunk) }
        case .stall: try client.stall()
        }
    }

    private func page(_ status: Int) -> [UInt8] {
        let fields = status == 407 ? [(name: "Proxy-Authenticate", value: "Basic realm=\"tests\"")] : []
        let response = HTTPResponse(status, type: "text/html", fields: fields, body: Array("<h1>\(status)</h1>".utf8))
        return Array("\(response.header)\r\n".utf8) + response.wireBody
    }

    /// Splits `http://host:port/path`.
    private func plainTarget(_ url: String) -> (hostAndPort: String, path: String) {
        let rest = url.hasPrefix("http://") ? url.dropFirst(7) : url[...]
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        return (host.contains(":") ? String(host) : "\(host):80", path.isEmpty ? "/" : String(path))
    }

    /// A connection to a local port; `nil` when nothing is listening there.
    private func connect(to port: UInt16, _ stop: StopSignal) throws -> SocketStream? {
        let address = SocketAddress(text: "127.0.0.1", port: port)
        let stream = SocketStream(descriptor: try address.makeSocket(.stream), stop: stop) { _, _ in }
        let begun = try address.withPointer { beginConnecting(stream.descriptor, $0, $1) }
        if begun != 0 {
            guard errno == EINPROGRESS else { return nil }
            try stream.wait(for: .writing)
            var failure: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(stream.descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
            if failure != 0 { return nil }
        }
        return stream
    }

    /// Forwards bytes in both directions until both sides have ended.
    private func relay(_ client: SocketStream, _ server: SocketStream, _ stop: StopSignal) throws {
        var open = [(from: client, to: server), (from: server, to: client)]
        var fromServer = 0
        while !open.isEmpty {
            let watched = [(stop.readEnd, Readiness.reading)] + open.map { ($0.from.descriptor, .reading) }
            let ready = waitForAny(of: watched)
            if ready.contains(0) { throw StreamEnd.stopped }
            for index in ready.reversed() {
                let (source, sink) = open[index - 1]
                guard let bytes = try source.receiveAvailable() else { continue }
                if bytes.isEmpty {
                    shutdown(sink.descriptor, Int32(SHUT_WR))
                    open.remove(at: index - 1)
                    continue
                }
                log.change { $0.tunnelledBytes += bytes.count }
                if source === server, case .cutAfter(let limit) = behaviour {
                    try sink.send(bytes.prefix(max(limit - fromServer, 0)))
                    fromServer += bytes.count
                    if fromServer >= limit { return sink.end(.cut) }
                } else {
                    try sink.send(bytes)
                }
            }
        }
    }
}

/// Returns the base 64 encoding of a text (RFC 4648 section 4).
private func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 3).map { start in
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        let letters = (0..<4).map { alphabet[bits >> (6 * (3 - $0)) & 63] }
        return String(letters.prefix(group.count + 1)) + String(repeating: "=", count: 3 - group.count)
    }.joined()
}
