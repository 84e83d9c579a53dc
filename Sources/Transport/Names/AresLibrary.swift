import CAres

/// The c-ares library.
enum AresLibrary {
    /// Initialises the library; must be called once per process.
    static func start() -> Bool { ares_library_init(aasa_ares_init_flags) == aasa_ares_success }
}
