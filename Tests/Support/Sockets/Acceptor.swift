import Platform
import Synchronization

/// Listens on loopback addresses, and serves each connection on its own thread, until stopped.
final class Acceptor: Sendable {
    /// The function that a connection's thread runs; it owns the descriptor.
    typealias Handler = @Sendable (_ descriptor: Int32, _ localAddress: String, _ stop: StopSignal) -> Void

    let port: UInt16
    private let service = ServiceThread()
    private let wake: (read: Int32, write: Int32)
    private let listeners: [(descriptor: Int32, address: String)]
    private let limit: Int
    /// The descriptors that must still be closed.
    private let open: Mutex<[Int32]>

    /// Binds and listens; connections wait in the backlog until ``start(_:)``.
    ///
    /// On the addresses in `refusing`, the same port is only bound.
    init(addresses: [String], refusing: [String] = [], port: UInt16, limit: Int) throws {
        let (descriptors, port) = try bindTogether((addresses + refusing).map { (.stream, $0) }, port: port)
        self.port = port
        self.limit = limit
        listeners = Array(zip(descriptors, addresses))
        do {
            for (descriptor, address) in listeners where listen(descriptor, 1024) != 0 {
                throw SupportError("\(address) port \(port) cannot be listened on: \(systemError())")
            }
            wake = try makePipe()
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
        open = Mutex(descriptors + [wake.read, wake.write])
        for descriptor in [wake.read, wake.write] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit {
        closeDescriptors()
    }

    private func closeDescriptors() {
        let descriptors = open.withLock { open in
            defer { open = [] }
            return open
        }
        for descriptor in descriptors { close(descriptor) }
    }

    /// Starts to accept connections.
    func start(_ handler: @escaping Handler) throws {
        try service.start { stop in self.run(handler, stop) }
    }

    /// Ends all connections, and returns when every thread has ended and every socket is closed.
    func shutDown() async {
        await service.shutDown()
        closeDescriptors()
    }

    private func run(_ handler: @escaping Handler, _ stop: StopSignal) {
        let wakeWriteEnd = wake.write
        let threads = ConnectionThreads {
            // A full pipe also wakes the thread.
            _ = withUnsafeBytes(of: UInt8(0)) { write(wakeWriteEnd, $0.baseAddress, 1) }
        }
        while true {
            let accepts = threads.count < limit
            let watched = [stop.readEnd, wake.read] + (accepts ? listeners.map(\.descriptor) : [])
            let ready = waitForAny(of: watched.map { ($0, .reading) })
            if ready.contains(0) { break }
            if ready.contains(1) { drainWake() }
            threads.joinFinished()
            for index in ready where index >= 2 {
                let listener = listeners[index - 2]
                accept(on: listener.descriptor) { descriptor in
                    try threads.start { handler(descriptor, listener.address, stop) }
                }
            }
        }
        threads.joinAll()
    }

    private func accept(on listener: Int32, serve: (Int32) throws -> Void) {
        let descriptor = acceptConnection(on: listener)
        guard descriptor >= 0 else {
            // Without free descriptors, the connection waits in the backlog, and this thread must not spin meanwhile.
            if errno == EMFILE || errno == ENFILE {
                _ = waitForAny(of: [(service.stop.readEnd, .reading)], atMost: .milliseconds(20))
            }
            return
        }
        do {
            try serve(descriptor)
        } catch {
            close(descriptor)
        }
    }

    private func drainWake() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(wake.read, &bytes, bytes.count) > 0 {}
    }
}
