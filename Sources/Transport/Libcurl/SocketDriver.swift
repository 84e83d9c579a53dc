import CCurl

/// Drives a libcurl multi handle by its sockets and its timer (`curl_multi_socket_action`).
///
/// With `curl_multi_perform` everything that is ready is done in one call, and nothing else in the meantime: hundreds of
/// handshakes that come back together take half a second. Here each socket is a call of its own. Used on one thread.
final class SocketDriver {
    private let multi: UnsafeMutableRawPointer
    private let watch: SocketWatch
    /// When libcurl wants to be called without a socket; `nil` for not at all.
    private(set) var nextDeadline: ContinuousClock.Instant?

    /// Drives `multi`, with its sockets in `watch`.
    init(multi: UnsafeMutableRawPointer, watch: SocketWatch) {
        self.multi = multi
        self.watch = watch
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = aasa_curl_multi_setopt_socket_callback(
            multi,
            { _, socket, what, context, _ in
                let readable = what == CURL_POLL_IN || what == CURL_POLL_INOUT
                let writable = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
                SocketDriver.from(context)?.watch.watch(socket, for: .transfers, readable: readable, writable: writable)
                return 0
            }, me)
        _ = aasa_curl_multi_setopt_timer_callback(
            multi,
            { _, milliseconds, context in
                SocketDriver.from(context)?.nextDeadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            }, me)
    }

    /// The driver that libcurl's `context` points to; whoever calls libcurl keeps it alive until the multi handle is gone.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SocketDriver? {
        context.map { Unmanaged<SocketDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Lets libcurl do what is due: transfers that were added, and timeouts.
    func actOnTime() {
        guard let due = nextDeadline, due <= .now else { return }
        nextDeadline = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    /// Lets libcurl read and write the socket of `event`.
    func act(on event: SocketWatch.Event) {
        act(event.socket, (event.readable ? CURL_CSELECT_IN : 0) | (event.writable ? CURL_CSELECT_OUT : 0))
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }
}
