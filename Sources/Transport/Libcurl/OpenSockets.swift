import CCurl
import Platform

/// The sockets that libcurl has, by whose connections they are.
///
/// libcurl closes a connection when it wants to, and has no function to close one that waits for another request. Its socket
/// can be shut down, though: the server learns it at once, and libcurl when it looks at its idle connections the next time.
final class OpenSockets {
    private var owners: [Int32: ObjectIdentifier] = [:]

    /// Notes that libcurl has got the socket of `connection`.
    func add(_ socket: Int32, of connection: Connection) { owners[socket] = ObjectIdentifier(connection) }

    /// Shuts the socket of `connection` down, if libcurl still has it.
    func shutDown(_ connection: Connection) {
        guard let socket = connection.usedSocket, owners[socket] == ObjectIdentifier(connection) else { return }
        owners[socket] = nil
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Has libcurl say when it closes a socket.
    func watch(_ handle: EasyHandle) {
        _ = aasa_curl_easy_setopt_closesocket_callback(handle.pointer) { context, socket in
            if let context {
                Unmanaged<OpenSockets>.fromOpaque(context).takeUnretainedValue().owners[socket] = nil
            }
            return close(socket)
        }
        handle.set(CURLOPT_CLOSESOCKETDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
    }
}
