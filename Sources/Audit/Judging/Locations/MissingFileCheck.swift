import Findings

/// Checks for missing files, which requires both locations: `file-missing`, `well-known-missing`,
/// `wildcard-apex-missing`.
///
/// Rules: location.well-known, location.root, location.cdn-root, domains.wildcard-file
struct MissingFileCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard domain.wellKnown.outcome == .missing else { return [] }
        let hasFileAtRoot = domain.root.isUsable || domain.root.holdsUnreadableFile
        return [hasFileAtRoot ? rootOnly(domain) : missing(domain)]
    }

    private func rootOnly(_ domain: JudgedDomain) -> Finding {
        let isUsable = domain.root.isUsable
        let predicate = isUsable ? "serves the file" : "has a file, and it cannot be read"
        return Finding(
            .wellKnownMissing, location: .wellKnown,
            message: "Only the root location \(predicate): \(Self.results(domain)).",
            impact: isUsable
                ? nil
                : """
                Links open the browser instead of the app on every Apple system: iOS 14 and later are only known to \
                check the .well-known folder, and iOS 9.3 to 13 find a file at the root that they cannot read.
                """,
            remedy: isUsable
                ? nil
                : """
                Ask the web team to correct the file, and to publish it at /.well-known/apple-app-site-association; the \
                same file may stay at the root.
                """,
            evidence: evidence(domain))
    }

    private func missing(_ domain: JudgedDomain) -> Finding {
        let results = "\(Self.results(domain))."
        guard domain.target.isWildcard else {
            return Finding(
                .fileMissing, location: .wellKnown, message: "The file is at neither location: \(results)",
                evidence: evidence(domain))
        }
        let host = domain.target.domain.name
        var evidence = evidence(domain)
        let apps = domain.target.listings.map(\.app)
        if !apps.isEmpty { evidence["apps"] = .strings(Array(apps.prefix(20))) }
        return Finding(
            .wildcardApexMissing, location: .wellKnown,
            message: "For *.\(host), systems read the file of \(host), but it has none: \(results)",
            remedy: """
                Ask the web team to publish the file on \(host) itself with status 200, without a redirect. Or ask the \
                app's developers to list each sub-domain by name.
                """,
            evidence: evidence)
    }

    private func evidence(_ domain: JudgedDomain) -> Evidence {
        var evidence: Evidence = [:]
        if let status = domain.wellKnown.response?.status { evidence["wellKnownStatus"] = .integer(status) }
        evidence["rootOutcome"] = .string(domain.root.outcome.rawValue)
        if let status = domain.root.response?.status { evidence["rootStatus"] = .integer(status) }
        if let code = domain.root.judged?.problem { evidence["rootProblem"] = .string(code.rawValue) }
        return evidence
    }

    private static func results(_ domain: JudgedDomain) -> String {
        "\(result(at: domain.wellKnown)), and \(result(at: domain.root))"
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
