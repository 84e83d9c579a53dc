import AppSiteAssociation
import Basics
import Findings

/// A check for links that should open an app and do not (`expected-url-does-not-open`), or vice versa
/// (`expected-url-opens`), and for links that could not be decided (`expected-url-undecided`).
struct ExpectedLinkCheck: DomainCheck {
    private static let maxReasons = 5
    private static let maxApps = 20
    /// The maximum number of links that are reported; the last finding contains the number of others.
    private static let maxLinks = 50

    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let expected = ExpectedFile(domain), !expected.isBroken(.applinks) else { return [] }
        let (expectations, location) = (expected.expectations, expected.location)
        let links = expectations.opens.map { ($0, true) } + expectations.doesNotOpen.map { ($0, false) }
        guard !links.isEmpty else { return [] }
        let matcher = LinkMatcher(expected.file)
        // The pointers to rules that hide others, which a separate finding reports.
        let hidingRules = Set(
            (domain.effectiveLocation.judged?.content?.findings ?? [])
                .filter { $0.code == .ruleUnreachable && $0.severity == .error }.map(\.pointer))
        let isAppMissing = expected.missingApps.contains { $0.app.service == .applinks }
        var findings: [Finding] = []
        for (link, shouldOpen) in links {
            let text = link.text
            let explanation = matcher.explain(link.url)
            switch explanation.match.outcome {
            case .undecided: findings.append(Self.undecidedFinding(text, explanation.match, at: location))
            case .match:
                if shouldOpen { continue }
                findings.append(
                    Self.opensFinding(text, explanation, at: location, hasUnreachableRule: !hidingRules.isEmpty))
            case .exclude, .noMatch:
                // An obstacle, such as that no app is listed, is not reported again if an expected app is missing.
                guard shouldOpen, !isAppMissing || explanation.match.obstacle == nil else { continue }
                findings.append(Self.doesNotOpenFinding(text, explanation, at: location, hidingRules: hidingRules))
            }
        }
        return Self.bounded(findings)
    }

    private static func bounded(_ findings: [Finding]) -> [Finding] {
        let more = findings.count - maxLinks
        guard more > 0 else { return findings }
        var last = findings[maxLinks - 1]
        last.message +=
            " \(more == 1 ? "There is 1 more link that is" : "There are \(more) more links that are") not as expected."
        last.evidence["more"] = .integer(more)
        return findings.prefix(maxLinks - 1) + [last]
    }

    private static func undecidedFinding(_ url: String, _ match: LinkMatch, at location: FindingLocation) -> Finding {
        let reason = match.obstacle?.description ?? ""
        return Finding(
            .expectedURLUndecided, location: location, message: "\(Wording.quote(url)) was not checked: \(reason).",
            evidence: ["url": .string(url), "outcome": .string(match.outcome.rawValue), "why": .string(reason)])
    }

    private static func doesNotOpenFinding(
        _ url: String, _ explanation: LinkExplanation, at location: FindingLocation, hidingRules: Set<String?>
    ) -> Finding {
        let match = explanation.match
        var evidence: Evidence = ["url": .string(url), "outcome": .string(match.outcome.rawValue)]
        var message = "\(Wording.quote(url)) should open an app, but "
        if let obstacle = match.obstacle {
            message += "\(obstacle.description)."
            evidence["why"] = .string(obstacle.description)
        } else if match.outcome == .exclude {
            message += decision(match, explanation, verb: "excludes it for \(names(match.excludedApps))", &evidence)
            evidence["appIDs"] = .strings(match.excludedApps.prefix(maxApps).map(\.text))
        } else {
            let rules = explanation.details.reduce(0) { $0 + $1.steps.count }
            message += "none of the \(Phrase.count(rules, "rule")) of the file matches it."
            evidence["reasons"] = .array(reasons(explanation))
        }
        let source = match.rule?.source
        let pointer = source?.shownPointer
        return Finding(
            .expectedURLDoesNotOpen, location: location, message: message,
            remedy: pointer != nil && hidingRules.contains(pointer)
                ? "Start with rule-unreachable above: it concerns the same rule, and fixing that may be enough." : nil,
            evidence: evidence, pointer: pointer, line: source?.position.line, column: source?.position.column)
    }

    private static func opensFinding(
        _ url: String, _ explanation: LinkExplanation, at location: FindingLocation, hasUnreachableRule: Bool
    ) -> Finding {
        let match = explanation.match
        let source = match.rule?.source ?? match.detail?.source
        var evidence: Evidence = [
            "url": .string(url), "outcome": .string(match.outcome.rawValue),
            "appIDs": .strings(match.apps.prefix(maxApps).map(\.text)),
        ]
        let decision = decision(match, explanation, verb: "opens it", &evidence)
        let remedy = """
            Start with rule-unreachable above: an exclusion of this file comes too late. If it is meant for this URL, \
            moving it is enough.
            """
        return Finding(
            .expectedURLOpens, location: location,
            message: "\(Wording.quote(url)) should stay in the browser, but opens \(names(match.apps)): \(decision)",
            remedy: hasUnreachableRule ? remedy : nil, evidence: evidence,
            pointer: source?.shownPointer, line: source?.position.line, column: source?.position.column)
    }

    private static func names(_ apps: [AppIdentifier]) -> String {
        Wording.list(apps.map { Wording.quote($0.text) }, limit: 3)
    }

    /// Returns a clause about the deciding rule, which is added to `evidence`.
    private static func decision(
        _ match: LinkMatch, _ explanation: LinkExplanation, verb: String, _ evidence: inout Evidence
    ) -> String {
        guard let rule = match.rule else { return "an entry without \"components\" and \"paths\" \(verb)." }
        let steps = explanation.details.lazy.flatMap(\.steps)
        let why = steps.first { $0.matched && $0.rule.source.range == rule.source.range }?.why ?? ""
        evidence["rule"] = .string(rule.sourceText)
        evidence["why"] = .string(why)
        return "the rule on line \(rule.source.position.line) \(verb) (\(why))."
    }

    private static func reasons(_ explanation: LinkExplanation) -> [EvidenceValue] {
        var reasons: [EvidenceValue] = []
        for detail in explanation.details {
            guard let app = detail.apps.first?.text else { continue }
            for step in detail.steps where reasons.count < maxReasons {
                reasons.append([
                    "appID": .string(app), "pointer": .string(step.rule.source.pointer.description),
                    "line": .integer(step.rule.source.position.line), "why": .string(step.why),
                ])
            }
            if let note = detail.note, reasons.count < maxReasons {
                reasons.append(["appID": .string(app), "why": .string(note)])
            }
        }
        return reasons
    }
}
