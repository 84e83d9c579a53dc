import AppSiteAssociation
package import Audit
package import Findings

/// A problem to fix, which prevents a link from opening the app, or soon will.
package struct CaseStep: Sendable {
    package enum Kind: Sendable {
        /// The host of the link has no file and redirects to another host.
        case linkRedirects(to: LinkRequest)
        case finding(Finding)
        /// The server's file matches the link, but Apple's outdated copy does not.
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

    /// Returns a step for the problem behind `verdict`, if any, followed by steps for the domain's other problems.
    fileprivate static func steps(
        for verdict: LinkVerdict?, _ all: [LinkVerdict], _ report: DomainReport
    ) -> [CaseStep] {
        var steps: [CaseStep] = []
        if let verdict, verdict.outcome.works != true, let kind = kind(of: verdict, all, report) {
            steps.append(CaseStep(kind: kind, report: report))
        }
        let first = steps.first?.finding
        let others = report.findings.filter { $0.counts && $0 != first }
        steps += others.map { CaseStep(kind: .finding($0), report: report) }
        return steps
    }

    private static func kind(of verdict: LinkVerdict, _ all: [LinkVerdict], _ report: DomainReport) -> Kind? {
        if verdict.isUndecided, let answer = verdict.fileAnswer { return .rules(answer) }
        if verdict.isDecidedByRules, let answer = verdict.fileAnswer {
            let isRightOnServer = all.contains {
                ($0.system == .iOS9To12 || $0.system == .iOS13) && $0.fileAnswer?.match.outcome == .match
            }
            if answer.source == .appleCopy, isRightOnServer,
                let finding = report.findings.first(where: { $0.code == .cdnDiffers })
            {
                return .copyIsOutdated(finding)
            }
            if case .noApp? = answer.match.obstacle,
                let finding = report.findings.first(where: { $0.code == .expectedAppMissing })
            {
                return .finding(finding)
            }
            return .rules(answer)
        }
        let deciding = report.findings.filter { verdict.because.contains($0.code) }
        return (deciding.first ?? report.cause).map { .finding($0) }
    }
}

extension CaseAnswer {
    /// The steps to take, in order of importance.
    package var steps: [CaseStep] {
        let decisive = Self.decisive(verdicts, question.systems)
        if let destination, decisive?.outcome.works != true, LinkFiles(report).isEmpty {
            // The link opens no app on a host that only redirects, so the other problems of that host are omitted.
            let decisiveThere = Self.decisive(destination.verdicts, question.systems)
            return [CaseStep(kind: .linkRedirects(to: destination.request), report: report)]
                + CaseStep.steps(for: decisiveThere, destination.verdicts, destination.report)
        }
        guard decisive?.outcome.works == true else { return CaseStep.steps(for: decisive, verdicts, report) }
        let failed =
            verdicts.last(where: isFixableFailure)
            ?? verdicts.first { $0.system == .iOS14DeveloperMode && $0.isDecidedByRules }
        return CaseStep.steps(for: failed, verdicts, report)
    }
}
