import CCurl

/// Drives a libcurl multi handle by its sockets and its timer (`curl_multi_socket_action`).
///
/// `curl_multi_perform` processes everything that is ready in a single call: hundreds of simultaneous handshakes take
/// half a second. Here each socket is a separate call. Used on one thread.
final class SocketDriver {
    private let multi: UnsafeMutableRawPointer
    private let watch: SocketWatch
    /// The time at which libcurl must be called without a socket event; `nil` for never.
    private(set) var nextDeadline: ContinuousClock.Instant?

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

    /// Returns the driver that libcurl's `context` points to; the caller keeps it alive for the lifetime of the multi
    /// handle.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SocketDriver? {
        context.map { Unmanaged<SocketDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Lets libcurl process new transfers and timeouts.
    func actOnTime() {
        guard let due = nextDeadline, due <= .now else { return }
        nextDeadline = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    func act(on event: SocketWatch.Event) {
        act(event.socket, (event.readable ? CURL_CSELECT_IN : 0) | (event.writable ? CURL_CSELECT_OUT : 0))
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }
}
