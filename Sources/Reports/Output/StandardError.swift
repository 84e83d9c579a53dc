#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The standard error of the process: everything that is no report.
public enum StandardError {
    /// Writes all of `text`; when that fails, nobody is left to tell.
    public static func write(_ text: String) {
        _ = FileDescriptor(STDERR_FILENO, closes: false).write(Array(text.utf8))
    }
}
