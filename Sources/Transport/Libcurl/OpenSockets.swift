import CCurl
import Platform

/// libcurl's open sockets and the connections that they belong to.
///
/// libcurl decides itself when to close a connection, and has no function to close an idle one. But its socket can be
/// shut down: the server is notified immediately, and libcurl when it next checks its idle connections.
final class OpenSockets {
    private var owners: [Int32: ObjectIdentifier] = [:]

    /// Registers a socket that libcurl received from `connection`.
    func add(_ socket: Int32, of connection: Connection) { owners[socket] = ObjectIdentifier(connection) }

    /// Shuts down the socket of `connection`, if libcurl still uses it.
    func shutDown(_ connection: Connection) {
        guard let socket = connection.usedSocket, owners[socket] == ObjectIdentifier(connection) else { return }
        owners[socket] = nil
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Makes libcurl report when it closes a socket.
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
