package import Audit
import Basics
import Findings
import Transport

package import struct Foundation.Date

/// The analysis of whether most failures of a run have one local cause, such as the clock or the name server.
///
/// Domains usually fail independently. Memory is bounded.
package struct LocalCauses: Sendable {
    /// The minimum number of failures, and of different addresses, sites, certificates or issuers among them, for a
    /// conclusion about the run as a whole.
    private static let minSamples = 3
    /// The clock difference below which there are no effects, in seconds.
    private static let clockTolerance = 300.0
    /// The maximum number of different values of each kind that are kept; further values add no information.
    private static let maxSamples = 256

    private var domainCount = 0
    private var failureCounts: [Failure: Int] = [:]
    /// The sites of the domains whose names could not be resolved; names of one site usually have the same name
    /// servers.
    private var sites: Set<String> = []
    private var addresses: [Failure: Set<String>] = [:]
    private var certificates: [Failure: Set<String>] = [:]
    private var issuers: Set<String> = []
    private var expiryDates: Set<Date> = []
    /// The latest start date of a certificate that is not yet valid, and the time on this machine's clock.
    private var latestStart: (date: Date, clockTime: Date)?
    /// The differences between the servers' clocks and this machine's, in seconds.
    private var clockOffsets: [Double] = []
    private var hasFailureThroughProxy = false
    private var hasCheckedDomain = false
    /// For each domain that could not be checked, the address of its server, or its site if the address is unknown.
    private var unreachableServers: Set<String> = []

    package init() {}

    /// Failures that a single local cause would produce for every domain.
    private enum Failure: CaseIterable {
        case nameResolution, connection, proxy, notYetValid, expired, untrusted, rateLimited
    }

    private static let failureByCode: [FindingCode: Failure] = [
        .dnsFailure: .nameResolution, .connectFailed: .connection, .connectTimeout: .connection,
        .connectRefused: .connection, .proxyFailed: .proxy, .tlsCertificateNotYetValid: .notYetValid,
        .tlsCertificateExpired: .expired, .tlsCertificateUntrusted: .untrusted, .tlsChainIncomplete: .untrusted,
        .httpRateLimited: .rateLimited,
    ]

    /// Adds one domain; waived findings are ignored.
    package mutating func add(_ report: DomainReport) {
        guard report.status != .invalid else { return }
        domainCount += 1
        let exchanges = report.exchanges
        if clockOffsets.count < Self.maxSamples, let offset = exchanges.firstResult(Self.clockOffset) {
            clockOffsets.append(offset)
        }
        let errors = report.findings.filter(\.isUnwaivedError)
        if report.status != .unreachable {
            hasCheckedDomain = true
        } else if !errors.isEmpty, let domain = report.domain {
            Self.insert(report.serverAddress ?? domain.site, into: &unreachableServers)
        }
        for failure in Set(errors.compactMap { Self.failureByCode[$0.code] }) { add(failure, report, exchanges) }
    }

    private mutating func add(_ failure: Failure, _ report: DomainReport, _ exchanges: [Exchange]) {
        let chain = exchanges.firstResult { $0.tls?.chain } ?? []
        if failure == .untrusted {
            // A failure without any certificate indicates no cause.
            guard let leaf = chain.first else { return }
            // A server that sends a certificate from a public issuer without the intermediate is itself misconfigured.
            if chain.count == 1, Self.isPublic(leaf.issuer) { return }
        }
        failureCounts[failure, default: 0] += 1
        if exchanges.contains(where: \.throughProxy) { hasFailureThroughProxy = true }
        if failure == .nameResolution, let domain = report.domain {
            Self.insert(domain.site, into: &sites)
        }
        if let address = report.serverAddress { Self.insert(address, into: &addresses[failure, default: []]) }
        guard let leaf = chain.first else { return }
        Self.insert(leaf.sha256, into: &certificates[failure, default: []])
        switch failure {
        case .untrusted: Self.insert(leaf.issuer, into: &issuers)
        case .expired: if let end = leaf.notAfter { Self.insert(end, into: &expiryDates) }
        case .notYetValid:
            if let start = leaf.notBefore, start > latestStart?.date ?? .distantPast {
                latestStart = (start, report.startedAt)
            }
        case .nameResolution, .connection, .proxy, .rateLimited: break
        }
    }

    /// Returns whether an issuer is a publicly trusted authority, which is never used for interception.
    private static func isPublic(_ issuer: String) -> Bool { publicIssuers.contains { issuer.contains($0) } }

    /// The organisations that issue nearly all certificates of public websites, as their certificates name them.
    private static let publicIssuers = [
        "Let's Encrypt", "Google Trust Services", "DigiCert", "Sectigo", "Amazon", "GlobalSign", "GoDaddy", "Starfield",
        "Entrust", "Certum", "SSL Corp", "IdenTrust", "Actalis", "Buypass", "ZeroSSL", "Microsoft", "Apple",
        "Cloudflare", "cPanel", "HARICA", "SwissSign", "D-Trust", "Deutsche Telekom",
    ]

    private static func insert<Element>(_ element: Element, into set: inout Set<Element>) {
        if set.count < maxSamples { set.insert(element) }
    }

    /// Returns by how many seconds the server's clock was ahead; `nil` without a date, or for a response from a cache.
    private static func clockOffset(ofServerIn exchange: Exchange) -> Double? {
        let fields = exchange.headerFields
        guard fields.first("age") == nil, let date = fields.first("date").flatMap(HTTPDate.parse) else { return nil }
        return date.timeIntervalSince(exchange.startedAt)
    }

    /// Returns warnings about the causes that most failures indicate, after a warning if the clock differs from others.
    ///
    /// The warning that no domain could be checked requires a complete run: the first domains to end may be those that
    /// do not exist. `previousRunEnd` is the end of the newest run of the same targets.
    package func warnings(isComplete: Bool, now: Date, previousRunEnd: Date?) -> [RunWarning] {
        var warnings = Failure.allCases.compactMap(warning(about:))
        if warnings.isEmpty, isComplete, !hasCheckedDomain, unreachableServers.count >= Self.minSamples {
            warnings.append(
                RunWarning(
                    .nothingChecked,
                    "None of the \(Phrase.count(domainCount, "domain")) could be checked. The cause is probably local: "
                        + "check the network, DNS, proxy and firewall of the machine that runs the audit, then run the "
                        + "audit again."))
        }
        guard !warnings.contains(where: { $0.code == .clockWrong }),
            let clockWarning = serverClockWarning ?? Self.previousRunWarning(now: now, previousRunEnd: previousRunEnd)
        else { return warnings }
        return [clockWarning] + warnings
    }

    private func warning(about failure: Failure) -> RunWarning? {
        guard let count = failureCounts[failure], count >= Self.minSamples, count * 2 > domainCount else { return nil }
        let affected = "\(Phrase.number(count)) of \(Phrase.count(domainCount, "domain"))"
        let affectedOrAll = count == domainCount ? "all \(Phrase.count(domainCount, "domain"))" : affected
        let certificateCount = certificates[failure]?.count ?? 0
        let addressCount = addresses[failure]?.count ?? 0
        switch failure {
        case .nameResolution:
            guard sites.count >= Self.minSamples else { return nil }
            return RunWarning(
                .namesNotResolved,
                "This machine's name server is probably not working: the names of \(affected) could not be resolved. "
                    + "Check /etc/resolv.conf and --dns-servers, then run the audit again.")
        case .connection:
            guard addressCount >= Self.minSamples else { return nil }
            return RunWarning(
                .networkUnreachable,
                "This machine probably has no internet connection: it could not connect to \(affected), at "
                    + "\(addressCount) different addresses. Check its network, routes and firewall, then run the audit "
                    + "again.")
        case .proxy:
            return RunWarning(
                .proxyUnavailable,
                "The proxy failed for \(affected): nothing is known about them. Check --proxy and the proxy itself, then "
                    + "run the audit again.")
        case .notYetValid:
            if isClockConfirmed { return nil }
            var dates = ""
            if let latestStart {
                dates =
                    " One is valid from \(latestStart.date.minuteText), and the clock showed "
                    + "\(latestStart.clockTime.minuteText)."
            }
            return RunWarning(
                .clockWrong,
                "This machine's clock is probably behind: the certificates of \(affected) are not yet valid."
                    + "\(dates) Set the clock, then run the audit again.")
        case .expired:
            guard !isClockConfirmed, min(certificateCount, expiryDates.count) >= Self.minSamples else { return nil }
            return RunWarning(
                .clockWrong,
                "This machine's clock is probably ahead: \(certificateCount) different certificates, for \(affectedOrAll), "
                    + "seem to have expired. Set the clock, then run the audit again.")
        case .untrusted:
            guard certificateCount >= Self.minSamples else { return nil }
            let hasPublicIssuer = issuers.contains(where: Self.isPublic)
            if issuers.count == 1, !hasPublicIssuer, let issuer = issuers.first {
                // One server with its own authority is not interception; behind a proxy, addresses are not known.
                guard addressCount >= 2 || hasFailureThroughProxy else { return nil }
                return RunWarning(
                    .tlsIntercepted,
                    "A proxy or firewall between this machine and the internet probably replaces certificates: "
                        + "\(certificateCount) different certificates, for \(affectedOrAll), come from "
                        + "\(VisibleText.escape(issuer)), which is not trusted. Run the audit from a network without "
                        + "TLS inspection.")
            }
            guard hasPublicIssuer || issuers.count >= Self.minSamples else { return nil }
            return RunWarning(
                .authoritiesMissing,
                "The root certificates of this machine are probably missing or out of date: the certificates of "
                    + "\(affected), by \(Phrase.count(issuers.count, "issuer")), lead to no trusted root. Update the "
                    + "package ca-certificates, or check --cacert, then run the audit again.")
        case .rateLimited:
            return RunWarning(
                .rateLimited,
                "This machine sent too many requests, and servers refused some (status 429) for \(affected). Use "
                    + "--rate-limit or --host-concurrency, or ask the servers' administrators to allow the address of "
                    + "this machine, then run the audit again.")
        }
    }

    /// The difference between the servers' clocks and this machine's, in seconds; `nil` unless most servers agree.
    private var agreedClockOffset: Double? {
        guard clockOffsets.count >= Self.minSamples else { return nil }
        let median = clockOffsets.sorted()[clockOffsets.count / 2]
        let agreeing = clockOffsets.count { abs($0 - median) < Self.clockTolerance }
        return agreeing * 2 > clockOffsets.count ? median : nil
    }

    private var isClockConfirmed: Bool { agreedClockOffset.map { abs($0) < Self.clockTolerance } ?? false }

    /// Returns a warning if the clock was set back since the previous run, or was wrong during that run.
    private static func previousRunWarning(now: Date, previousRunEnd: Date?) -> RunWarning? {
        guard let previousRunEnd, now < previousRunEnd else { return nil }
        return RunWarning(
            .clockDiffers,
            "The previous run of these targets ended at \(previousRunEnd.minuteText), which is in the future by the "
                + "clock of this machine. Check the clock; until it is right, no old runs are deleted.")
    }

    private var serverClockWarning: RunWarning? {
        guard let offset = agreedClockOffset, abs(offset) >= Self.clockTolerance else { return nil }
        let minutes = Int((abs(offset) / 60).rounded())
        let difference =
            switch minutes {
            case ..<120: Phrase.count(minutes, "minute")
            case ..<2880: Phrase.count(minutes / 60, "hour")
            default: Phrase.count(minutes / 1440, "day")
            }
        return RunWarning(
            .clockDiffers,
            "The clock of this machine is \(difference) \(offset > 0 ? "behind" : "ahead of") the clocks of the "
                + "servers. Findings about certificate dates may be wrong; set the clock.")
    }
}
