import AppSiteAssociation
package import Audit
package import Findings

/// One thing that keeps a link from opening the app, or soon will, and that somebody can do something about.
package struct CaseStep: Sendable {
    /// The kind of a step.
    package enum Kind: Sendable {
        /// The link belongs to a host without a file, which only leads on to another one.
        case linkLeadsOn(to: LinkRequest)
        /// Something that is wrong with a domain.
        case finding(Finding)
        /// Apple's copy says something else of the link than the server's file, which is right.
        case copyIsBehind(Finding)
        /// The rules of the file keep the link in the browser.
        case rules(LinkFiles.Answer)
    }

    /// The kind of the step.
    package var kind: Kind
    /// The domain that it is about.
    package var report: DomainReport

    /// The finding that it is about; `nil` where no finding says it.
    package var finding: Finding? {
        switch kind {
        case .finding(let finding), .copyIsBehind(let finding): finding
        case .linkLeadsOn, .rules: nil
        }
    }

    // MARK: What is to be done

    static func steps(
        _ verdicts: [LinkVerdict], _ question: CaseAnswer.Question, _ report: DomainReport,
        _ destination: CaseAnswer.Destination?
    ) -> [CaseStep] {
        var steps: [CaseStep] = []
        let now = CaseAnswer.decisive(verdicts, question.systems)
        if let destination, now?.outcome.works != true, LinkFiles(report).isEmpty {
            // What is wrong with a host that only leads on is nobody's concern before somebody wants it to be more than that.
            let there = CaseAnswer.decisive(destination.verdicts, question.systems)
            steps.append(CaseStep(kind: .linkLeadsOn(to: destination.request), report: report))
            steps += Self.steps(for: there, destination.verdicts, destination.report)
        } else {
            var first = now
            if now?.outcome.works == true {
                first =
                    verdicts.last { CaseAnswer.isLost($0, report) }
                    ?? verdicts.first { $0.system == .iOS14DeveloperMode && $0.isDecidedByRules }
            }
            steps += Self.steps(for: first, verdicts, report)
        }
        return steps
    }

    /// Returns a step for the obstacle to opening the app on one generation, followed by steps for the domain's other
    /// problems.
    private static func steps(
        for verdict: LinkVerdict?, _ all: [LinkVerdict], _ report: DomainReport
    ) -> [CaseStep] {
        var steps: [CaseStep] = []
        let counting = report.findings.filter { $0.severity > .info && $0.waived == nil }
        if let verdict, verdict.outcome.works != true {
            if let kind = kind(of: verdict, all, report) { steps.append(CaseStep(kind: kind, report: report)) }
        }
        let first = steps.first?.finding
        steps += counting.filter { $0 != first }.map { CaseStep(kind: .finding($0), report: report) }
        return steps
    }

    private static func kind(of verdict: LinkVerdict, _ all: [LinkVerdict], _ report: DomainReport) -> Kind? {
        if verdict.isUndecided, let file = verdict.file { return .rules(file) }
        if verdict.isDecidedByRules, let file = verdict.file {
            let isRightOnServer = all.contains { $0.system != .iOS14 && $0.file?.match.outcome == .match }
            if file.source == .appleCopy, isRightOnServer,
                let finding = report.findings.first(where: { $0.code == .cdnDiffers })
            {
                return .copyIsBehind(finding)
            }
            if let finding = report.findings.first(where: { $0.code == .expectedAppMissing && isMissing(file) }) {
                return .finding(finding)
            }
            return .rules(file)
        }
        let deciding = report.findings.filter { verdict.because.contains($0.code) }
        return (deciding.first ?? report.cause).map { .finding($0) }
    }

    /// Whether the file does not name the app at all.
    private static func isMissing(_ file: LinkFiles.Answer) -> Bool {
        if case .noApp? = file.match.obstacle { true } else { false }
    }
}
