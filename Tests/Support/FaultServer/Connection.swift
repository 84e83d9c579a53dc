/// A connection to a client, encrypted or not, on which an answer is played.
///
/// It belongs to the thread that serves it. All waits end when the server stops: they throw, and the thread ends.
public final class ServerConnection {
    let socket: SocketStream
    let tls: TLSStream?

    init(_ socket: SocketStream, _ tls: TLSStream?) {
        self.socket = socket
        self.tls = tls
    }

    /// Waits for bytes; empty when the client has closed its side.
    public func receive() throws -> [UInt8] {
        if let tls { try tls.receive() } else { try socket.receive() }
    }

    /// Sends everything; throws when the client has gone.
    public func send(_ bytes: some Collection<UInt8>) throws {
        if let tls { try tls.send(bytes) } else { try socket.send(bytes) }
    }

    /// Sends text as UTF-8.
    public func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends bytes past TLS: a client takes them for a broken record.
    public func sendUnencrypted(_ bytes: some Collection<UInt8>) throws {
        try socket.send(bytes)
    }

    /// Lets time pass.
    public func pause(_ duration: Duration) throws {
        try socket.pause(duration)
    }

    /// Waits until a test opens the gate.
    public func wait(for gate: Gate) throws {
        try socket.wait(for: gate)
    }

    /// Says nothing until the client goes or the server stops.
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
