public import Findings
import Transport

/// Judges the observation of a domain according to Apple's rules.
///
/// Judging is a pure function: the beginning of the observation serves as the current time. Each check covers one
/// problem; ``Checks`` lists all checks.
public struct Judge: Sendable {
    /// The version of the rules, which changes if the same observation can lead to different findings or verdicts.
    public static let rulesVersion = "2026.6"

    let settings: JudgeSettings
    let contentJudge: ContentJudge

    /// Creates a judge; `contentJudge` has the trust anchors for the signers of files.
    public init(_ settings: JudgeSettings = .standard, contentJudge: ContentJudge = ContentJudge()) {
        self.settings = settings
        self.contentJudge = contentJudge
    }

    /// Judges one observation.
    package func judge(_ observation: Observation) -> DomainReport {
        let domain = JudgedDomain(observation, by: self)
        let unadjusted = Self.findings(of: domain)
        var findings = applySettings(to: unadjusted, of: domain)
        let verdicts = VerdictRules.verdicts(of: domain, codes: Set(findings.map(\.code)))
        Self.noteDependentRules(&findings, verdicts)
        if let cdnEffect = CopyEffect(domain, verdicts) {
            cdnEffect.annotate(&findings, keepsSeverity: settings.severities[.cdnDiffers] != nil)
            findings = Self.sorted(findings)
        }
        var report = DomainReport(
            observation.target, status: Self.status(of: domain, findings, unadjusted: unadjusted), verdicts: verdicts,
            wellKnown: Self.report(on: domain.wellKnown), root: Self.report(on: domain.root),
            cdn: domain.cdn.map { Self.report(on: $0.copy, state: $0.state) }, file: Self.file(of: domain),
            findings: findings, startedAt: observation.startedAt, totalMs: observation.totalMs,
            attempts: max(1, observation.wellKnown.attempts, observation.root.attempts),
            additionalChecks: observation.additionalChecks)
        let destination = observation.wellKnown.trail?.exchanges.last
        report.bodyBehindRedirects = destination?.status == 200 ? destination?.body : nil
        report.unverifiedFile = domain.unverifiedFetch.flatMap { Self.file(of: $0)?.bytes }
        return report
    }

    /// If another problem stops all links, restricts the impact of findings about rules to the time after its fix.
    private static func noteDependentRules(_ findings: inout [Finding], _ verdicts: [Verdict]) {
        let causes = Set(verdicts.flatMap(\.because))
        guard !causes.isEmpty, verdicts.allSatisfy({ $0.works == false }) else { return }
        for (index, finding) in findings.enumerated()
        where finding.severity == .error && !causes.contains(finding.code) && finding.code.rawValue.hasPrefix("rule-") {
            findings[index].impact = "Once links open the app again: \(finding.impact)"
        }
    }

    static func findings(of domain: JudgedDomain) -> [Finding] {
        var findings = LocationFindings.all(of: domain)
        for check in Checks.domain { findings += check.findings(of: domain) }
        domain.addUnverifiedFindings(to: &findings)
        domain.addUserAgentComparison(to: &findings)
        return findings
    }

    private func applySettings(to unadjusted: [Finding], of domain: JudgedDomain) -> [Finding] {
        let adjusted = unadjusted.map { finding in
            var finding = finding
            if let severity = settings.severities[finding.code] {
                // A setting must not raise a finding that a check lowered for this domain.
                let isLowered = finding.severity < Catalogue[finding.code].severity
                finding.severity = isLowered ? min(finding.severity, severity) : severity
            }
            finding.waived = settings.waivers.waiver(
                for: finding.code, of: domain.target.domain, domain.target.people, at: domain.observedAt)
            return finding
        }
        return Self.sorted(adjusted)
    }

    /// Returns `findings` by falling severity, then by code; findings with the same code keep their order.
    static func sorted(_ findings: [Finding]) -> [Finding] {
        findings.sorted { one, other in
            one.severity == other.severity ? one.code.rank < other.code.rank : one.severity > other.severity
        }
    }

    /// Returns the overall status, which distinguishes domains that could not be checked from domains with problems.
    ///
    /// Settings determine which findings count, but not whether the domain was checked: a domain with a waived network
    /// failure is still unchecked.
    private static func status(of domain: JudgedDomain, _ findings: [Finding], unadjusted: [Finding]) -> DomainStatus {
        var errors = unadjusted.filter { $0.severity == .error }
        // Errors in the file at the root do not show whether the well-known location was reached.
        if domain.effectiveLocation.location == .root { errors.removeAll { $0.location == .root } }
        if !errors.isEmpty && errors.allSatisfy({ Catalogue[$0.code].preventsCheck }) { return .unreachable }
        switch findings.lazy.filter({ $0.waived == nil }).map(\.severity).max() {
        case .error?: return .fail
        case .warning?: return .warn
        case .info?, nil: return findings.contains { $0.severity > .info } ? .accepted : .pass
        }
    }

    private static func report(on location: JudgedLocation, state: CDNState? = nil) -> LocationReport {
        let exchange = location.observation.exchange
        return LocationReport(
            url: location.observation.url, outcome: location.outcome, exchange: exchange,
            redirects: location.observation.trail?.hops ?? [], sha256: exchange?.bodySHA256, state: state)
    }

    private static func file(of domain: JudgedDomain) -> FileReport? {
        domain.effectiveLocation.usableContent?.report(at: domain.effectiveLocation.location)
    }
}

/// The settings of the judge, with the documented defaults.
public struct JudgeSettings: Hashable, Sendable {
    /// The number of remaining days of validity below which a certificate is reported.
    public var expiryDays = 14
    /// The number of redirects that the observer follows, for the text of the report.
    public var maxRedirects = 10
    /// The size limit in bytes if "128 KB" is interpreted as 128 · 1,024. Documented as body.size-limit-bytes
    public static let sizeLimit = 131_072
    /// The size limit in bytes if "128 KB" is interpreted as 128 · 1,000. Documented as body.size-limit-bytes
    public static let strictSizeLimit = 128_000
    /// The milliseconds to the first byte above which a response is slow.
    public static let slowMs = 2000.0
    /// The milliseconds to the first byte above which a slow response is a warning. Documented as transport.timeout
    public static let verySlowMs = 5000.0
    /// Severities that replace those of the catalogue and of the checks.
    ///
    /// If a check lowered a severity because the finding has no effect at its location, no setting raises it again.
    public var severities: [FindingCode: Severity] = [:]
    /// The waivers of findings.
    public var waivers = WaiverList()

    /// The documented defaults.
    public static let standard = Self()
}
