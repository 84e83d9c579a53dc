import Platform

/// A thread of the operating system that must be joined or detached.
// @unchecked: the only stored value is the thread's identifier, which any thread may use; Darwin imports it as a pointer.
struct JoinableThread: @unchecked Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private let handle: pthread_t

    /// Starts a thread that runs `body`; it must be joined or detached once.
    static func start(_ body: @escaping @Sendable () -> Void) throws -> JoinableThread {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var handle: pthread_t?
            let code = pthread_create(
                &handle, nil,
                { raw in
                    Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
                    return nil
                }, box.toOpaque())
        #else
            var started = pthread_t()
            let code = pthread_create(
                &started, nil,
                { raw in
                    if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
                    return nil
                }, box.toOpaque())
            let handle: pthread_t? = started
        #endif
        guard code == 0, let handle else {
            box.release()
            throw SupportError("no thread: \(systemError(code))")
        }
        return JoinableThread(handle: handle)
    }

    /// Detaches the thread, instead of joining it.
    func detach() {
        pthread_detach(handle)
    }

    /// Waits until the thread has ended.
    func join() {
        pthread_join(handle, nil)
    }
}
