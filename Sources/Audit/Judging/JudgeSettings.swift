public import Findings

/// The settings of the judge, with the documented defaults.
public struct JudgeSettings: Hashable, Sendable {
    /// The number of remaining days below which a certificate is reported.
    public var expiryDays: Int
    /// The number of redirects that the observer follows, for the text of the report.
    public var maxRedirects: Int
    /// The size limit of an uncompressed file, in bytes: "128 KB", read as 131 072. Rule: body.size-limit-bytes
    public var sizeLimit: Int
    /// The number of bytes above which "128 KB" can be read as exceeded. Rule: body.size-limit-bytes
    public var sizeNearLimit: Int
    /// The milliseconds to the first byte above which a response is slow.
    public var slowMs: Double
    /// The milliseconds to the first byte above which a slow response is a warning. Rule: transport.timeout
    public var verySlowMs: Double
    /// Severities that replace those of the catalogue and of the checks.
    ///
    /// A finding that was lowered because it has no effect at its location can only be lowered further.
    public var severities: [FindingCode: Severity]
    /// The waivers of findings.
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
