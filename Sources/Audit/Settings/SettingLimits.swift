/// What the numbers of settings may be, wherever they come from.
public enum SettingLimits {
    /// Domains at once, altogether or at one address.
    public static let concurrency = 1...100_000
    /// Requests a second.
    public static let rate = 1...1_000_000
    /// Event loops.
    public static let loops = 1...256
    /// Retries.
    public static let retries = 0...20
    /// Redirects that are followed.
    public static let redirects = 0...100
    /// Runs in a row.
    public static let runs = 1...29
    /// Targets of a run.
    public static let targets = 0...1_000_000_000
    /// Days before a certificate's end.
    public static let days = 0...3650
}
