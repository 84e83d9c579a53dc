package import AppSiteAssociation
package import Audit
package import Findings

/// The answer about one link: whether it opens the app, on which systems, and the steps to take.
package struct CaseAnswer: Sendable {
    package enum Conclusion: String, Sendable, CaseIterable {
        case yes
        case no
        /// The link opens the app on some systems, but not on all systems.
        case depends
        /// The outcome is not documented, or could not be checked.
        case unknown
    }

    package struct Question: Sendable {
        package var request: LinkRequest
        /// The app that the link is expected to open; `nil` for any app.
        package var app: AppIdentifier?
        /// The systems that the answer must be about; if empty, iOS 14 and later determines the answer.
        package var systems: Set<AppleSystem>

        package init(request: LinkRequest, app: AppIdentifier? = nil, systems: Set<AppleSystem> = []) {
            self.request = request
            self.app = app
            self.systems = systems
        }

        /// Returns the verdicts for ``systems``; if there are none, for iOS 14 and later without developer mode.
        fileprivate func relevantVerdicts(in verdicts: [LinkVerdict]) -> [LinkVerdict] {
            verdicts.filter { systems.isEmpty ? $0.system == .iOS14 : systems.contains($0.system) }
        }

        /// Returns the verdict that determines the answer: for the first relevant system on which the link does not
        /// open the app, or else for the last relevant system.
        fileprivate func decisiveVerdict(in verdicts: [LinkVerdict]) -> LinkVerdict? {
            let relevant = relevantVerdicts(in: verdicts)
            return relevant.first { $0.works != true } ?? relevant.last
        }
    }

    /// A host that the link redirects to, with the verdicts for a user who opens the resulting link directly.
    package struct Destination: Sendable {
        package var request: LinkRequest
        package var report: DomainReport
        package var verdicts: [LinkVerdict]

        package init(request: LinkRequest, app: AppIdentifier?, _ report: DomainReport) {
            self.request = request
            self.report = report
            verdicts = LinkVerdict.all(request, app: app, report)
        }
    }

    package let question: Question
    package let report: DomainReport
    package let verdicts: [LinkVerdict]
    /// The redirects and the final response of a request for the link; `nil` if the link was not requested.
    package let trail: LinkTrail?
    /// The destination of the link's redirects; `nil` unless the destination is on another host.
    package let destination: Destination?
    /// The other apps that the link opens on iOS 14 and later; empty unless the question is about one app.
    package let otherApps: [AppIdentifier]

    package init(
        _ question: Question, _ report: DomainReport, trail: LinkTrail? = nil, destination: Destination? = nil
    ) {
        self.question = question
        self.report = report
        self.trail = trail
        self.destination = destination
        verdicts = LinkVerdict.all(question.request, app: question.app, report)
        let others = question.app == nil ? [] : LinkVerdict.all(question.request, app: nil, report)
        otherApps = others.first { $0.system == .iOS14 }?.apps.filter { $0 != question.app } ?? []
    }

    package func verdict(on system: AppleSystem) -> LinkVerdict? { verdicts.first { $0.system == system } }

    package var exitCode: RunExitCode.Code {
        switch conclusion {
        case .yes: .success
        case .no, .depends: .findings
        case .unknown: .unreachable
        }
    }

    package var conclusion: Conclusion {
        let works = Set(question.relevantVerdicts(in: verdicts).map(\.works))
        if works == [true] {
            let isPartial = question.systems.isEmpty && verdicts.contains(where: isFixableFailure)
            return isPartial ? .depends : .yes
        }
        if works == [false] { return .no }
        return works.contains(true) ? .depends : .unknown
    }

    /// Returns whether a system outside developer mode opens the browser for a reason that can be fixed, unlike missing
    /// support for this kind of file.
    private func isFixableFailure(_ verdict: LinkVerdict) -> Bool {
        guard verdict.system != .iOS14DeveloperMode, verdict.works == false else { return false }
        if verdict.isRejectedByRules { return true }
        return report.findings.contains { verdict.because.contains($0.code) && $0.isUnwaivedError }
    }
}

/// A problem to fix, which prevents a link from opening the app, or soon will.
package struct CaseStep: Sendable {
    package enum Kind: Sendable {
        /// The host of the link has no file and redirects to another host.
        case linkRedirects(to: LinkRequest)
        case finding(Finding)
        /// The server's file matches the link and has no errors, but Apple's outdated copy does not match.
        case copyIsOutdated(Finding)
        case rules(LinkFiles.Answer)
    }

    package var kind: Kind
    package var report: DomainReport

    package var finding: Finding? {
        switch kind {
        case .finding(let finding), .copyIsOutdated(let finding): finding
        case .linkRedirects, .rules: nil
        }
    }

    /// Returns a step for the problem that `verdict` results from, if any, then steps for the domain's other problems.
    fileprivate static func steps(
        for verdict: LinkVerdict?, _ all: [LinkVerdict], _ report: DomainReport
    ) -> [CaseStep] {
        var steps: [CaseStep] = []
        if let verdict, verdict.works != true, let kind = kind(of: verdict, all, report) {
            steps.append(CaseStep(kind: kind, report: report))
        }
        let first = steps.first?.finding
        let others = report.findings.filter { $0.isCounted && $0 != first }
        return steps + others.map { CaseStep(kind: .finding($0), report: report) }
    }

    private static func kind(of verdict: LinkVerdict, _ all: [LinkVerdict], _ report: DomainReport) -> Kind? {
        if verdict.isUndecided, let answer = verdict.fileAnswer { return .rules(answer) }
        if verdict.isRejectedByRules, let answer = verdict.fileAnswer {
            // iOS 13 and earlier read the file on the server.
            let serverFileMatches = all.contains {
                ($0.system == .iOS9To12 || $0.system == .iOS13) && $0.fileAnswer?.match.outcome == .match
            }
            if answer.source == .appleCopy, serverFileMatches,
                let finding = report.findings.first(where: { $0.code == .cdnDiffers })
            {
                return finding.needsServerFix ? .finding(finding) : .copyIsOutdated(finding)
            }
            if case .noApp? = answer.match.obstacle,
                let finding = report.findings.first(where: { $0.code == .expectedAppMissing })
            {
                return .finding(finding)
            }
            return .rules(answer)
        }
        let decidingFinding = report.findings.first { verdict.because.contains($0.code) }
        return (decidingFinding ?? report.cause).map { .finding($0) }
    }
}

extension CaseAnswer {
    /// The steps to take, in order of importance.
    package var steps: [CaseStep] {
        let decisive = question.decisiveVerdict(in: verdicts)
        if let destination, decisive?.works != true, LinkFiles(report).isEmpty {
            // The link opens no app on a host that only redirects, so the other problems of that host are omitted.
            let verdict = question.decisiveVerdict(in: destination.verdicts)
            return [CaseStep(kind: .linkRedirects(to: destination.request), report: report)]
                + CaseStep.steps(for: verdict, destination.verdicts, destination.report)
        }
        guard decisive?.works == true else { return CaseStep.steps(for: decisive, verdicts, report) }
        // The link opens the app, but there is a problem on another system.
        let otherFailure =
            verdicts.last(where: isFixableFailure)
            ?? verdicts.first { $0.system == .iOS14DeveloperMode && $0.isRejectedByRules }
        return CaseStep.steps(for: otherFailure, verdicts, report)
    }
}
