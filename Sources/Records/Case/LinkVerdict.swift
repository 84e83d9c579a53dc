package import AppSiteAssociation
package import Audit
package import Findings

/// The verdict on whether a link opens an app on one generation of systems, with the reason.
package struct LinkVerdict: Sendable {
    package var system: AppleSystem
    package var outcome: Verdict.Outcome
    /// The codes of the findings that determine the outcome; empty if the rules of the file determine it.
    package var because: [FindingCode]
    /// The result for the link according to the file that the generation reads; `nil` without a file.
    package var file: LinkFiles.Answer?

    /// Whether the rules of the file exclude the link, rather than a problem with how the file is served.
    package var isDecidedByRules: Bool { outcome.works == false && because.isEmpty && file != nil }

    /// Whether matching the link against the rules of the file takes too much work.
    package var isUndecided: Bool { file?.match.outcome == .undecided && outcome.works != false }

    /// The apps that the link can open, in the order in which an installed app is preferred.
    ///
    /// App identifiers that no app can have are omitted.
    package var apps: [AppIdentifier] {
        outcome.works == true ? file?.match.apps.filter(\.isPossible) ?? [] : []
    }

    /// Returns a verdict on a link for each generation, in order; `app` limits the verdicts to one app.
    package static func all(_ request: LinkRequest, app: AppIdentifier?, _ report: DomainReport) -> [LinkVerdict] {
        let files = LinkFiles(report)
        let codes = Set(report.findings.map(\.code))
        let impossible: [FindingCode] = [.appIDMalformed, .appIDPlaceholder].filter(codes.contains)
        return AppleSystem.allCases.map { system in
            let file = files.answer(request.url, app: app, on: system)
            let delivery = delivery(file, app, system, report)
            return LinkVerdict(system: system, file: file, delivery: delivery, impossible: impossible)
        }
    }

    private init(
        system: AppleSystem, file: LinkFiles.Answer?, delivery: (outcome: Verdict.Outcome, because: [FindingCode]),
        impossible: [FindingCode]
    ) {
        self.system = system
        self.file = file
        outcome = delivery.outcome
        because = delivery.because
        guard let match = file?.match, match.outcome != .undecided else {
            // Correct delivery does not mean that the link opens the app if no file or no decision by its rules is
            // available.
            outcome = min(delivery.outcome, .unknown)
            return
        }
        if match.outcome == .match {
            guard !match.apps.isEmpty, !match.apps.contains(where: \.isPossible) else { return }
            outcome = .doesNotWork
            because = impossible
        } else if delivery.outcome.works != false, system != .iOS9To12 || delivery.outcome != .unknown {
            outcome = .doesNotWork
            because = []
        }
    }

    /// Returns whether the system can use the file as the server delivers it, for the apps that match the link.
    private static func delivery(
        _ file: LinkFiles.Answer?, _ app: AppIdentifier?, _ system: AppleSystem, _ report: DomainReport
    ) -> (outcome: Verdict.Outcome, because: [FindingCode]) {
        guard let verdict = report.verdicts.first(where: { $0.system == system }) else { return (.unknown, []) }
        let matched = file?.match.apps ?? []
        let wanted = Set((matched.isEmpty ? [app].compactMap(\.self) : matched).map(\.text))
        let apps = verdict.apps.filter { wanted.contains($0.appID) }
        guard let best = apps.max(by: { $0.outcome < $1.outcome }) else { return (verdict.outcome, verdict.because) }
        return (best.outcome, best.because)
    }
}
