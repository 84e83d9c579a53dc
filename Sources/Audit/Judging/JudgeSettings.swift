public import Findings

/// The settings of the judge; the defaults are the documented ones.
public struct JudgeSettings: Hashable, Sendable {
    /// A certificate with fewer days left than this is reported.
    public var expiryDays: Int
    /// The number of redirects that the observer follows, for the text of the report.
    public var maxRedirects: Int
    /// The size limit of an uncompressed file, in bytes: "128 KB", read as 131 072. Rule: body.size-limit-bytes
    public var sizeLimit: Int
    /// Above this many bytes "128 KB" can be read as being exceeded. Rule: body.size-limit-bytes
    public var sizeNearLimit: Int
    /// Milliseconds to the first byte above which an answer is slow.
    public var slowMs: Double
    /// Milliseconds to the first byte above which an answer is slow enough for a warning. Rule: transport.timeout
    public var verySlowMs: Double
    /// Severities that replace those of the catalogue and of the checks.
    ///
    /// A finding that was lowered because it decides nothing where it was seen can only be lowered further.
    public var severities: [FindingCode: Severity]
    /// Findings that do not count.
    public var waivers: WaiverList

    /// Creates settings.
    public init(
        expiryDays: Int = 14, maxRedirects: Int = 10, sizeLimit: Int = 131_072, sizeNearLimit: Int = 128_000,
        slowMs: Double = 2000, verySlowMs: Double = 5000, severities: [FindingCode: Severity] = [:],
        waivers: WaiverList = WaiverList()
    ) {
        self.expiryDays = expiryDays
        self.maxRedirects = maxRedirects
        self.sizeLimit = sizeLimit
        self.sizeNearLimit = sizeNearLimit
        self.slowMs = slowMs
        self.verySlowMs = verySlowMs
        self.severities = severities
        self.waivers = waivers
    }
}
