import Platform

import class Foundation.FileHandle

/// A connection with a reader that a test can break.
final class BreakingConnection {
    struct Failure: Error {
        var code = errno
    }

    /// The end from which the reader reads.
    let far: FileHandle
    private var near: CInt = -1

    init() throws {
        let listener = try Self.makeSocket()
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        near = try Self.makeSocket()
        let near = near
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) | listen(listener, 1) | getsockname(listener, pointer, &length)
                    | connect(near, pointer, length)
            }
        }
        guard code == 0 else { throw Failure() }
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0 else { throw Failure() }
        far = FileHandle(fileDescriptor: accepted, closeOnDealloc: true)
    }

    deinit { if near >= 0 { close(near) } }

    /// Writes a text that fits into the connection's buffer.
    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard send(near, bytes, bytes.count, 0) == bytes.count else { throw Failure() }
    }

    /// Breaks the connection, so that the reader gets an error instead of an end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(near, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close(near)
        near = -1
    }

    private static func makeSocket() throws -> CInt {
        let descriptor = socket(AF_INET, SocketType.stream, 0)
        guard descriptor >= 0 else { throw Failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
