import CAres

/// c-ares as a whole.
enum AresLibrary {
    /// Starts the library; to be called once in a process.
    static func start() -> Bool { ares_library_init(aasa_ares_init_flags) == aasa_ares_success }
}
