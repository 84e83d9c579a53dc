import CCurl

/// Drives a libcurl multi handle by its sockets and its timer (`curl_multi_socket_action`).
///
/// `curl_multi_perform` processes everything that is ready in a single call, which takes half a second for hundreds of
/// simultaneous handshakes. The driver makes a separate call for each socket. It must only be used on one thread.
final class SocketDriver {
    private let multi: UnsafeMutableRawPointer
    private let watch: SocketWatch
    /// The time at which libcurl must be called even without a socket event; `nil` if it need not be called then.
    private(set) var nextDeadline: ContinuousClock.Instant?

    init(multi: UnsafeMutableRawPointer, watch: SocketWatch) {
        self.multi = multi
        self.watch = watch
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = aasa_curl_multi_setopt_socket_callback(
            multi,
            { _, socket, what, context, _ in
                let readable = what == CURL_POLL_IN || what == CURL_POLL_INOUT
                let writable = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
                SocketDriver.from(context)?.watch.watch(socket, for: .transfers, readable: readable, writable: writable)
                return 0
            }, context)
        _ = aasa_curl_multi_setopt_timer_callback(
            multi,
            { _, milliseconds, context in
                SocketDriver.from(context)?.nextDeadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            }, context)
    }

    // The owner of the driver keeps it alive as long as the multi handle.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SocketDriver? {
        context.map { Unmanaged<SocketDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    func processTimeouts() {
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
