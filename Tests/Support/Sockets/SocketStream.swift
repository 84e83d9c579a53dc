import Platform

/// The way in which a server ends a connection.
public enum ConnectionEnding: Hashable, Sendable {
    /// Correct: TLS `close_notify`, followed by FIN.
    case close
    /// FIN without `close_notify`, like a crashed server.
    case cut
    /// RST.
    case reset
}

/// One accepted connection, whose waits end when the server stops.
///
/// Used on the thread that serves it.
final class SocketStream {
    let descriptor: Int32
    private let stop: StopSignal
    private let onTraffic: (_ received: Int, _ sent: Int) -> Void

    init(descriptor: Int32, stop: StopSignal, onTraffic: @escaping (_ received: Int, _ sent: Int) -> Void) {
        self.descriptor = descriptor
        self.stop = stop
        self.onTraffic = onTraffic
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Waits for bytes; returns an empty array if the client has closed its side.
    func receive() throws -> [UInt8] {
        while true {
            if let bytes = try receiveAvailable() { return bytes }
            try wait(for: .reading)
        }
    }

    /// Returns available bytes; `nil` if there are none, empty if the client has closed its side.
    func receiveAvailable() throws -> [UInt8]? {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                failure = received < 0 ? errno : 0
                count = max(received, 0)
            }
            switch failure {
            case 0:
                onTraffic(bytes.count, 0)
                return bytes
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw StreamEnd.broken(systemError(failure))
            }
        }
    }

    /// Sends everything, or throws an error.
    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendQuietly(descriptor, $0) }
            if count > 0 {
                onTraffic(0, count)
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                try wait(for: .writing)
            } else if errno != EINTR {
                throw StreamEnd.broken(systemError())
            }
            // An endless sender must check the signal even if the client reads as fast as it writes.
            if stop.isRaised { throw StreamEnd.stopped }
        }
    }

    /// Pauses.
    func pause(_ duration: Duration) throws {
        if !waitForAny(of: [(stop.readEnd, .reading)], atMost: duration).isEmpty { throw StreamEnd.stopped }
    }

    /// Waits for a gate to open.
    func wait(for gate: Gate) throws {
        let ready = waitForAny(of: [(stop.readEnd, .reading), (gate.signal.readEnd, .reading)])
        if ready.contains(0) { throw StreamEnd.stopped }
    }

    /// Sends nothing and discards input until the client disconnects or the server stops.
    func stall() throws -> Never {
        while try !receive().isEmpty {}
        throw StreamEnd.closed
    }

    /// Ends the connection in one of TCP's two ways; the descriptor itself is closed with the object.
    func end(_ ending: ConnectionEnding) {
        if ending == .reset {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        } else {
            // Unread bytes would turn the close into a reset.
            while let bytes = try? receiveAvailable(), !bytes.isEmpty {}
            shutdown(descriptor, Int32(SHUT_WR))
        }
    }

    /// Waits until the connection is ready, or the server stops.
    func wait(for readiness: Readiness) throws {
        let ready = waitForAny(of: [(stop.readEnd, .reading), (descriptor, readiness)])
        if ready.contains(0) { throw StreamEnd.stopped }
    }
}

/// Calls `send` without raising SIGPIPE.
func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
