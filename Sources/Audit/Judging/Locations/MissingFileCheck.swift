import Findings
import Transport

/// A check for missing files, which requires both locations: `file-missing`, `well-known-missing`,
/// `wildcard-apex-missing`. Documented as location.well-known, location.root, location.cdn-root, domains.wildcard-file
struct MissingFileCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard domain.wellKnown.outcome == .missing else { return [] }
        let hasFileAtRoot = domain.root.isUsable || domain.root.holdsUnusableFile
        return [hasFileAtRoot ? fileOnlyAtRootFinding(domain) : noFileFinding(domain)]
    }

    private func fileOnlyAtRootFinding(_ domain: JudgedDomain) -> Finding {
        let results = Self.results(domain)
        if domain.root.isUsable {
            return Finding(
                .wellKnownMissing, location: .wellKnown, message: "Only the root location serves the file: \(results)",
                evidence: evidence(domain))
        }
        return Finding(
            .wellKnownMissing, location: .wellKnown,
            message: "Only the root location has a file, and it cannot be read: \(results)",
            impact: """
                Links open the browser instead of the app on every Apple system: iOS 14 and later are only known to \
                check the .well-known folder, and iOS 9.3 to 13 find a file at the root that they cannot read.
                """,
            remedy: """
                Ask the web server's administrators to correct the file, and to publish it at \
                /.well-known/apple-app-site-association; the same file may stay at the root.
                """,
            evidence: evidence(domain))
    }

    private func noFileFinding(_ domain: JudgedDomain) -> Finding {
        let results = Self.results(domain)
        guard domain.target.isWildcard else {
            return Finding(
                .fileMissing, location: .wellKnown, message: "The file is at neither location: \(results)",
                evidence: evidence(domain))
        }
        let host = domain.target.domain.name
        var evidence = evidence(domain)
        let apps = domain.target.listings.map(\.app)
        if !apps.isEmpty { evidence["apps"] = .strings(apps.prefix(20)) }
        return Finding(
            .wildcardApexMissing, location: .wellKnown,
            message: "For *.\(host), Apple's systems read the file of \(host), but that host has none: \(results)",
            remedy: """
                Ask the web server's administrators to publish the file on \(host) itself with status 200, without a \
                redirect. Or ask the app's developers to list each sub-domain by name.
                """,
            evidence: evidence)
    }

    private func evidence(_ domain: JudgedDomain) -> Evidence {
        [
            "wellKnownStatus": domain.wellKnown.response?.status.map { .integer($0) },
            "rootOutcome": .string(domain.root.outcome.rawValue),
            "rootStatus": domain.root.response?.status.map { .integer($0) },
            "rootProblem": domain.root.judged?.problem.map { .string($0.rawValue) },
        ]
    }

    private static func results(_ domain: JudgedDomain) -> String {
        "\(result(at: domain.wellKnown)), and \(result(at: domain.root))."
    }

    private static func result(at location: JudgedLocation) -> String {
        let url = Wording.excerpt(location.observation.url)
        guard let judged = location.judged else { return "\(url) was not requested" }
        let reason = judged.problem.map { " (\($0.rawValue))" } ?? ""
        guard let status = judged.response.status else { return "\(url) did not respond\(reason)" }
        switch location.outcome {
        case .served: return "\(url) serves it"
        case .missing: return "\(url) returns \(Wording.status(status))"
        default: return "\(url) returns \(Wording.status(status)), but not a usable file\(reason)"
        }
    }
}

/// A check for files whose name ends in `.json`, which no system requests: `json-suffix-only`.
/// Documented as location.name
struct SuffixCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard !domain.wellKnown.isUsable, !domain.root.isUsable else { return [] }
        for exchange in domain.observation.jsonSuffixProbes.prefix(4) {
            let location: FindingLocation = exchange.url.contains("/.well-known/") ? .wellKnown : .root
            let response = Response(
                location: location, exchange: exchange, target: domain.target, observedAt: domain.observedAt,
                judge: domain.judge)
            guard JudgedResponse(response).isUsable else { continue }
            let message =
                "There is a file at \(Wording.excerpt(exchange.url)), but no Apple system requests that name: "
                + "the name must have no extension."
            let evidence: Evidence = ["url": .string(exchange.url), "bytes": .integer(exchange.bodySize)]
            return [Finding(.jsonSuffixOnly, location: location, message: message, evidence: evidence)]
        }
        return []
    }
}
