import Platform

/// The loop of a DNS server: one thread for all datagrams and connections, which it owns.
struct DNSServing: Sendable {
    /// The destination of a reply.
    private enum Client {
        case datagram(sockaddr_storage, socklen_t)
        case connection(Int32)
    }

    private struct Pending {
        let reply: DNSAnswer.Reply
        let client: Client
        let due: ContinuousClock.Instant?
        let gate: Gate?
    }

    private struct State {
        var connections: [Int32: [UInt8]] = [:]
        var pending: [Pending] = []
        var ordinals: [String: Int] = [:]
    }

    let listener: Int32
    let datagrams: Int32
    let log: EventLog<DNSTally>
    let answers: [String: DNSAnswer]
    let otherwise: DNSAnswer

    /// Opens the sockets; closes everything on failure.
    func open() throws {
        guard listen(listener, 128) == 0 else {
            let reason = systemError()
            close(listener)
            close(datagrams)
            throw SupportError("a DNS server cannot listen: \(reason)")
        }
    }

    /// Serves until the signal is raised, then closes all sockets.
    func run(until stop: StopSignal) {
        var state = State()
        defer { for descriptor in [listener, datagrams] + state.connections.keys { close(descriptor) } }
        while true {
            let connections = Array(state.connections.keys)
            let gates = state.pending.compactMap { $0.gate?.signal.readEnd }
            let watched = [stop.readEnd, datagrams, listener] + connections + gates
            let next = state.pending.compactMap(\.due).min().map { ContinuousClock.now.duration(to: $0) }
            let ready = waitForAny(of: watched.map { ($0, .reading) }, atMost: next)
            if ready.contains(0) { return }
            if ready.contains(1) { readDatagrams(&state) }
            if ready.contains(2) { acceptOne(&state) }
            for index in ready where index >= 3 && index < 3 + connections.count {
                readConnection(connections[index - 3], &state)
            }
            sendDue(&state)
        }
    }

    private func readDatagrams(_ state: inout State) {
        while true {
            var address = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let message = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        max(recvfrom(datagrams, buffer.baseAddress, buffer.count, 0, $0, &size), 0)
                    }
                }
            }
            if message.isEmpty { return }
            answer(message[...], from: .datagram(address, size), &state)
        }
    }

    private func acceptOne(_ state: inout State) {
        let descriptor = acceptConnection(on: listener)
        if descriptor >= 0 { state.connections[descriptor] = [] }
    }

    private func readConnection(_ descriptor: Int32, _ state: inout State) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        guard count > 0 else { return forget(descriptor, &state) }
        var bytes = (state.connections[descriptor] ?? []) + buffer.prefix(count)
        var reader = ByteReader(bytes[...])
        var messages: [ArraySlice<UInt8>] = []
        while let message = reader.block(lengthBytes: 2) { messages.append(message) }
        bytes = Array(reader.rest)
        state.connections[descriptor] = bytes
        for message in messages { answer(message, from: .connection(descriptor), &state) }
    }

    private func answer(_ message: ArraySlice<UInt8>, from client: Client, _ state: inout State) {
        guard let question = DNSQuestion(parsing: message) else {
            log.change { $0.unreadable += 1 }
            return
        }
        let isOverTCP = if case .connection = client { true } else { false }
        let record = DNSQueryRecord(name: question.name, type: question.type, isOverTCP: isOverTCP, arrivedAt: .now)
        log.change { $0.queries.append(record) }
        let key = "\(question.name) \(question.type.number)"
        // The query over TCP after a truncated answer counts as the same query.
        if !isOverTCP || state.ordinals[key] == nil { state.ordinals[key, default: 0] += 1 }
        let ordinal = state.ordinals[key] ?? 1
        let answer = answers[question.name] ?? otherwise
        let reply = answer.reply(to: question, overTCP: isOverTCP, ordinal: ordinal)
        let (pause, gate) = answer.delay(for: question.type, ordinal: ordinal)
        let due = pause.map { ContinuousClock.now.advanced(by: $0) }
        state.pending.append(Pending(reply: reply, client: client, due: due, gate: gate))
        sendDue(&state)
    }

    private func sendDue(_ state: inout State) {
        let now = ContinuousClock.now
        var due: [Pending] = []
        // Each gate is checked only once, because it can be opened at any moment.
        state.pending.removeAll { pending in
            let isDue = pending.gate?.signal.isRaised ?? (pending.due.map { $0 <= now } ?? true)
            if isDue { due.append(pending) }
            return isDue
        }
        for pending in due { send(pending.reply, to: pending.client, &state) }
    }

    private func send(_ reply: DNSAnswer.Reply, to client: Client, _ state: inout State) {
        switch (reply, client) {
        case (.message(let bytes), .datagram(var address, let size)):
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(datagrams, bytes, bytes.count, 0, $0, size)
                }
            }
        case (.message(let bytes), .connection(let descriptor)):
            guard state.connections[descriptor] != nil else { return }
            let framed = bigEndian(bytes.count, 2) + bytes
            _ = framed.withUnsafeBytes { sendQuietly(descriptor, $0) }
        case (.close, .connection(let descriptor)): return forget(descriptor, &state)
        case (.close, .datagram), (.nothing, _): return
        }
        log.change { $0.replies += 1 }
    }

    private func forget(_ descriptor: Int32, _ state: inout State) {
        guard state.connections.removeValue(forKey: descriptor) != nil else { return }
        // A late reply must not be sent to another connection with the same descriptor.
        state.pending.removeAll { if case .connection(descriptor) = $0.client { true } else { false } }
        close(descriptor)
    }
}
