import AppSiteAssociation
import Audit
import Basics
import Findings
import Records

extension CaseWords {
    struct Step {
        var title: String
        var message: String
        var action: String
        var responsible: Responsibility
        var finding: Finding?
        var report: DomainReport
    }

    var steps: [Step] { answer.steps.map(presented) }

    private func presented(_ step: CaseStep) -> Step {
        switch step.kind {
        case .finding(let finding):
            return Step(
                title: Catalogue[finding.code].title, message: finding.message, action: finding.remedy,
                responsible: step.report.responsibility(for: finding), finding: finding, report: step.report)
        case .copyIsOutdated(let finding):
            return Step(
                title: "Apple's copy does not open this link yet",
                message: finding.message + " The server's file already opens this link.",
                action: finding.remedy,
                responsible: Responsibility(
                    "Apple's CDN, which usually updates its copy within about a day. If it does not: "
                        + Phrase.lowered(step.report.responsibility(of: .http).sentence)),
                finding: finding, report: step.report)
        case .rules(let file): return ruleStep(file, step.report)
        case .linkRedirects(let link): return redirectingLinkStep(link, step.report)
        }
    }

    private func ruleStep(_ file: LinkFiles.Answer, _ report: DomainReport) -> Step {
        let maintainers = report.responsibility(of: .file)
        let publisher = "The publisher of the link; for the rule: \(Phrase.lowered(maintainers.sentence))"
        func step(title: String, predicate: String, action: String) -> Step {
            Step(
                title: title, message: "\(Phrase.capitalized(file.source.phrase)) \(predicate)", action: action,
                responsible: file.nearMiss == nil ? maintainers : Responsibility(publisher), report: report)
        }
        switch (file.match.outcome, file.match.obstacle) {
        case (.undecided, let obstacle?):
            return step(
                title: "The rules of the file are too complex to compare with this link",
                predicate: "was read, but \(obstacle.description).",
                action: "Ask the file's maintainers for shorter patterns and fewer wildcards and variables.")
        case (_, let obstacle?):
            return step(
                title: "The file does not open links in this app",
                predicate: "was read, but \(obstacle.description).",
                action: """
                    Ask the app's developers which identifier the app has, and the file's maintainers to add an entry \
                    for it.
                    """)
        case (.exclude, nil):
            let rule = file.match.rule.map { " by the rule on line \($0.source.position.line): \($0.shortText)" } ?? ""
            return step(
                title: "A rule keeps this link in the browser", predicate: "excludes this link\(rule).",
                action: """
                    Ask the file's maintainers whether the exclusion is intended for this link. If not, ask them \
                    to narrow it, or to add, above it, a rule that opens the link.
                    """)
        default:
            let app = answer.question.app?.text ?? "the app"
            let nearMiss = file.nearMiss.map { ": \($0)" } ?? ""
            return step(
                title: "No rule in the file matches this link",
                predicate: "has rules for \(app), but none of them matches this link\(nearMiss).",
                action: file.nearMiss == nil
                    ? "If the app should open this link, ask the file's maintainers to add a rule for it."
                    : """
                    Correct the link where it was published. If the link is correct, ask the file's maintainers to \
                    correct the rule.
                    """)
        }
    }

    private func redirectingLinkStep(_ link: LinkRequest, _ report: DomainReport) -> Step {
        let destinationName = name(of: link)
        return Step(
            title: "The link's host is not one of the app's domains",
            message: """
                The tapped link belongs to \(host), which serves no usable association file. It only redirects to \
                \(destinationName).
                """,
            action: """
                Publish a link to \(destinationName), and ask the click-tracking service how to exempt this link \
                from tracking. If the tracking redirect must stay, \(host) needs its own association file, and the app \
                must list \(host) among its domains.
                """,
            responsible: Responsibility("The publisher of the link, such as the team that sends the mail."),
            report: report)
    }

    private func name(of link: LinkRequest) -> String { answer.destination?.report.name ?? link.url.host }

    /// The link on another host to which this link redirects, with the result of tapping it; `nil` if there is none.
    var destination: (link: String, text: String)? {
        guard let destination = answer.destination else { return nil }
        var question = answer.question
        question.request = destination.request
        let words = CaseWords(answer: CaseAnswer(question, destination.report))
        return (destination.request.text, "\(Phrase.lowered(words.answerText)), \(words.sentence("it"))")
    }

    /// The instructions to verify the fix of the first step; `nil` if there is nothing to fix.
    var verification: String? {
        guard let first = answer.steps.first else { return nil }
        let app = answer.question.app.map { " --app-id \(ShellWord.word($0.text))" } ?? ""
        let again = "Run “aasa-audit case\(app) \(ShellWord.word(link))” again"
        let expected = answer.conclusion == .yes ? "nothing should be left to fix" : "the answer should be yes"
        // A fixed file opens the app on iOS 14 and later only after Apple's CDN has fetched it.
        let delay = answer.conclusion == .yes ? "" : " after a day"
        switch first.kind {
        case .linkRedirects(let link):
            return """
                Run “aasa-audit case\(app)” with the newly published link: the answer should be yes. That link works \
                immediately on devices where other links to \(name(of: link)) open the app. If \(host) gets its own \
                association file instead, a device fetches it when the updated app is installed.
                """
        case .copyIsOutdated: return "\(again) tomorrow: \(expected). \(FixAdvice.whenDevicesNotice)"
        case .rules(let file) where file.match.outcome == .undecided:
            return "\(again) once the rules of the file are simpler."
        case .rules(let file) where file.match.outcome == .noMatch && file.match.obstacle == nil:
            return """
                If the link is corrected, run “aasa-audit case\(app)” with the new link; if the rule is corrected, \
                run it again with this link after a day. The answer should be yes. A corrected link works immediately. \
                After the file is corrected: \(FixAdvice.whenDevicesNotice)
                """
        case _ where answer.conclusion == .unknown:
            return "\(again) in a few minutes, or after a fix. Until it succeeds, nothing is known about the link."
        case .rules(let file) where file.match.outcome == .exclude:
            return "\(again)\(delay): \(expected), unless the exclusion is intended. \(FixAdvice.whenDevicesNotice)"
        case .finding, .rules: return "\(again)\(delay): \(expected). \(FixAdvice.whenDevicesNotice)"
        }
    }
}
