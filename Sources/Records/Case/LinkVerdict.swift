package import AppSiteAssociation
package import Audit
package import Findings

/// The expected behaviour of one generation of Apple systems: whether a link opens the app, and the reason.
package struct LinkVerdict: Sendable {
    package var system: AppleSystem
    package var outcome: Verdict.Outcome
    /// The codes of the findings that determine the outcome; empty if the rules of the file determine it.
    package var because: [FindingCode]
    /// The result for the link according to the file that the generation reads; `nil` without a file.
    package var fileAnswer: LinkFiles.Answer?

    /// Whether the link opens the app; `nil` if unknown.
    package var works: Bool? { outcome.isSuccess }

    /// Whether the rules of the file prevent the link from opening the app, rather than how the file is served.
    package var isRejectedByRules: Bool { works == false && because.isEmpty && fileAnswer != nil }

    /// Whether only the rules of the file could decide, but matching the link against them takes too much work.
    package var isUndecided: Bool { fileAnswer?.match.outcome == .undecided && works != false }

    /// The apps with a valid identifier that the link opens; the first of them that is installed opens.
    package var apps: [AppIdentifier] {
        works == true ? fileAnswer?.match.apps.filter(\.isPossible) ?? [] : []
    }

    package static func all(_ request: LinkRequest, app: AppIdentifier?, _ report: DomainReport) -> [LinkVerdict] {
        let files = LinkFiles(report)
        return AppleSystem.allCases.map { system in
            LinkVerdict(system, files.answer(request.url, app: app, on: system), app, report)
        }
    }

    private init(
        _ system: AppleSystem, _ fileAnswer: LinkFiles.Answer?, _ app: AppIdentifier?, _ report: DomainReport
    ) {
        self.system = system
        self.fileAnswer = fileAnswer
        (outcome, because) = Self.deliveryOutcome(fileAnswer, app, system, report)
        guard let match = fileAnswer?.match, match.outcome != .undecided else {
            // If there is no file, or its rules do not decide, correct delivery does not mean that the app opens.
            outcome = min(outcome, .unknown)
            return
        }
        if match.outcome == .match {
            if match.apps.isEmpty || match.apps.contains(where: \.isPossible) { return }
            // A malformed identifier or a placeholder is the identifier of no app.
            outcome = .doesNotWork
            because = [FindingCode.appIDMalformed, .appIDPlaceholder].filter(report.findings.map(\.code).contains)
        } else if works != false {
            // It is unknown which links an entry without `paths` matches on systems up to iOS 12.
            if system == .iOS9To12, outcome == .unknown { return }
            outcome = .doesNotWork
            because = []
        }
    }

    /// Returns the outcome that the delivery of the file allows, regardless of its rules, for the apps of the link.
    private static func deliveryOutcome(
        _ fileAnswer: LinkFiles.Answer?, _ app: AppIdentifier?, _ system: AppleSystem, _ report: DomainReport
    ) -> (outcome: Verdict.Outcome, because: [FindingCode]) {
        guard let verdict = report.verdicts.first(where: { $0.system == system }) else { return (.unknown, []) }
        var linkApps = fileAnswer?.match.apps ?? []
        if linkApps.isEmpty, let app { linkApps = [app] }
        let linkAppIDs = Set(linkApps.map(\.text))
        let apps = verdict.apps.filter { linkAppIDs.contains($0.appID) }
        guard let best = apps.max(by: { $0.outcome < $1.outcome }) else { return (verdict.outcome, verdict.because) }
        return (best.outcome, best.because)
    }
}
