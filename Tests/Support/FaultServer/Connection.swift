/// A connection to a client, encrypted or not, on which an answer is sent.
///
/// Used on the thread that serves it. When the server stops, all waits throw errors, so that the thread ends.
public final class ServerConnection {
    let socket: SocketStream
    let tls: TLSStream?

    init(_ socket: SocketStream, _ tls: TLSStream?) {
        self.socket = socket
        self.tls = tls
    }

    /// Waits for bytes; returns an empty array if the client has closed its side.
    public func receive() throws -> [UInt8] {
        if let tls { try tls.receive() } else { try socket.receive() }
    }

    /// Sends everything; throws if the client has closed the connection.
    public func send(_ bytes: some Collection<UInt8>) throws {
        if let tls { try tls.send(bytes) } else { try socket.send(bytes) }
    }

    /// Sends text as UTF-8.
    public func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends bytes outside of TLS, which the client receives as a broken record.
    public func sendUnencrypted(_ bytes: some Collection<UInt8>) throws {
        try socket.send(bytes)
    }

    /// Pauses.
    public func pause(_ duration: Duration) throws {
        try socket.pause(duration)
    }

    /// Waits until a test opens the gate.
    public func wait(for gate: Gate) throws {
        try socket.wait(for: gate)
    }

    /// Sends nothing until the client ends the connection or the server stops.
    public func stall() throws -> Never {
        try socket.stall()
    }

    /// Ends the connection.
    public func end(_ ending: ConnectionEnding) throws -> Never {
        if ending == .close { tls?.sayGoodbye() }
        socket.end(ending)
        throw StreamEnd.closed
    }
}
