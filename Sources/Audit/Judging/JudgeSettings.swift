public import Findings

/// The settings of the judge, with the documented defaults.
public struct JudgeSettings: Hashable, Sendable {
    /// The number of remaining days of validity below which a certificate is reported.
    public var expiryDays: Int
    /// The number of redirects that the observer follows, for the text of the report.
    public var maxRedirects: Int
    /// The size limit of an uncompressed file in bytes: "128 KB", interpreted as 128 · 1,024.
    /// Rule: body.size-limit-bytes
    public static let sizeLimit = 131_072
    /// The size limit in bytes if "128 KB" is interpreted as 128 · 1,000. Rule: body.size-limit-bytes
    public static let sizeNearLimit = 128_000
    /// The milliseconds to the first byte above which a response is slow.
    public static let slowMs = 2000.0
    /// The milliseconds to the first byte above which a slow response is a warning. Rule: transport.timeout
    public static let verySlowMs = 5000.0
    /// Severities that replace those of the catalogue and of the checks.
    ///
    /// A finding that was lowered because it has no effect at its location can only be lowered further.
    public var severities: [FindingCode: Severity]
    /// The waivers of findings.
    public var waivers: WaiverList

    /// Creates settings.
    public init(
        expiryDays: Int = 14, maxRedirects: Int = 10, severities: [FindingCode: Severity] = [:],
        waivers: WaiverList = WaiverList()
    ) {
        self.expiryDays = expiryDays
        self.maxRedirects = maxRedirects
        self.severities = severities
        self.waivers = waivers
    }
}
