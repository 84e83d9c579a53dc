import CCurl

/// Drives a libcurl multi handle by its sockets and its timer (`curl_multi_socket_action`).
///
/// With `curl_multi_perform` everything that is ready is done in one call, and nothing else in the meantime: hundreds of
/// handshakes that come back together take half a second. Here each socket is a call of its own. Used on one thread.
final class SocketDriver {
    private let multi: UnsafeMutableRawPointer
    private var watch = SocketWatch()
    /// The sockets of libcurl among those that are watched.
    private var connections: Set<curl_socket_t> = []
    /// The sockets that somebody else wanted watched the last time.
    private var others: [Int32] = []
    /// When libcurl wants to be called without a socket; `nil` for not at all.
    private var timerDue: ContinuousClock.Instant?

    /// Drives `multi`; `bell` is one more socket that is always listened to.
    init(multi: UnsafeMutableRawPointer, bell: Int32) {
        self.multi = multi
        watch.watch(bell, readable: true, writable: false)
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = aasa_curl_multi_setopt_socket_callback(
            multi,
            { _, socket, what, context, _ in
                SocketDriver.from(context)?.watch(socket, what)
                return 0
            }, me)
        _ = aasa_curl_multi_setopt_timer_callback(
            multi,
            { _, milliseconds, context in
                SocketDriver.from(context)?.timerDue = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
                return 0
            }, me)
    }

    /// The driver that libcurl's `context` stands for; whoever calls libcurl keeps it alive until the multi handle is gone.
    private static func from(_ context: UnsafeMutableRawPointer?) -> SocketDriver? {
        context.map { Unmanaged<SocketDriver>.fromOpaque($0).takeUnretainedValue() }
    }

    private func watch(_ socket: curl_socket_t, _ what: Int32) {
        let readable = what == CURL_POLL_IN || what == CURL_POLL_INOUT
        let writable = what == CURL_POLL_OUT || what == CURL_POLL_INOUT
        watch.watch(socket, readable: readable, writable: writable)
        if what == CURL_POLL_REMOVE { connections.remove(socket) } else { connections.insert(socket) }
    }

    /// Lets libcurl do what is due: transfers that were added, and timeouts.
    func runTimer() {
        guard let due = timerDue, due <= .now else { return }
        timerDue = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    /// Lets libcurl read and write the socket of `event`, if it is one of its own.
    func act(on event: SocketWatch.Event) {
        // It may have been closed since the event was seen.
        guard connections.contains(event.socket) else { return }
        act(event.socket, (event.readable ? CURL_CSELECT_IN : 0) | (event.writable ? CURL_CSELECT_OUT : 0))
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, mask, &running)
    }

    /// Sleeps until a socket of libcurl or of `others` is ready or libcurl's timer is due, at most for so many milliseconds.
    func wait(
        others: [Int32: (readable: Bool, writable: Bool)], milliseconds: Int
    ) -> [SocketWatch.Event] {
        if !others.isEmpty || !self.others.isEmpty {
            // A number that was theirs may be libcurl's by now.
            for socket in self.others where others[socket] == nil && !connections.contains(socket) {
                watch.forget(socket)
            }
            for (socket, interest) in others {
                watch.watch(socket, readable: interest.readable, writable: interest.writable)
            }
            self.others = Array(others.keys)
        }
        var timeout = milliseconds
        if let due = timerDue { timeout = min(timeout, due <= .now ? 0 : (due - .now).wholeMilliseconds) }
        return watch.wait(milliseconds: timeout)
    }
}
