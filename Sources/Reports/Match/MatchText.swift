import AppSiteAssociation
package import Audit
import Basics

/// The report of `match`: a few lines for each URL, or with traces a proof that contains every tested rule.
package struct MatchText: Sendable {
    private let style: TextStyle
    private let width: Int
    private var outcomeCounts: [LinkOutcome: Int] = [:]
    private var problemCount = 0

    package init(style: TextStyle = .plain, width: Int = 80) {
        self.style = style
        self.width = width
    }

    package mutating func render(_ result: LinkResult) -> String {
        var lines = TextLines(style: style, width: width)
        switch result.answer {
        case .compared(let match, let traces):
            outcomeCounts[match.outcome, default: 0] += 1
            let labels = Self.labels(for: match.outcome)
            appendHeading(result, .init(labels.one, labels.role), &lines)
            if let traces {
                appendProof(match, traces, result, &lines)
                lines.blank()
            } else {
                appendDecision(match, &lines)
                if let nearMiss = result.nearMiss {
                    lines.paragraph(Phrase.sentence(nearMiss), indent: 10, hanging: 12)
                }
            }
            appendImpossibleApps(result.impossibleApps, &lines)
        case .noFile(let problem):
            problemCount += 1
            appendHeading(result, .init("no file", .warning), &lines)
            if let source = result.source { lines.paragraph(source, indent: 10, hanging: 12, role: .quiet) }
            lines.paragraph(problem, indent: 10, hanging: 12)
        case .invalidURL(let problem):
            problemCount += 1
            appendHeading(result, .init("not a URL", .error), &lines)
            lines.paragraph(problem, indent: 10, hanging: 12)
        }
        return lines.text
    }

    package func summary() -> String {
        let total = outcomeCounts.values.reduce(problemCount, +)
        guard total > 1 else { return "" }
        var parts = LinkOutcome.allCases.compactMap { outcome in
            outcomeCounts[outcome].map { "\(Phrase.number($0)) \(Self.labels(for: outcome).many)" }
        }
        if problemCount > 0 { parts.append("\(Phrase.number(problemCount)) not decided") }
        var lines = TextLines(style: style, width: width)
        lines.fact("\(Phrase.number(total)) URLs", labelRole: .heading, parts.joined(separator: ", ") + ".")
        return lines.text
    }

    private static func labels(for outcome: LinkOutcome) -> (one: String, many: String, role: TextStyle.Role) {
        switch outcome {
        case .match: ("match", "match", .good)
        case .exclude: ("exclude", "excluded", .warning)
        case .noMatch: ("no match", "without a match", .error)
        case .undecided: ("undecided", "undecided", .warning)
        }
    }

    private func appendHeading(_ result: LinkResult, _ outcome: TextLines.Label, _ lines: inout TextLines) {
        lines.paragraph(labels: [.init(outcome.text.padded(to: 9) + " ", outcome.role)], result.url, hanging: 10)
    }

    private func appendDecision(_ match: LinkMatch, _ lines: inout TextLines) {
        if let obstacle = match.obstacle {
            lines.paragraph(obstacle.description, indent: 10, hanging: 12)
            return
        }
        if !match.apps.isEmpty { lines.paragraph(Self.appsInOrder(match.apps), indent: 10, hanging: 12) }
        if match.outcome == .exclude {
            let apps = Phrase.list(match.excludedApps.map(\.text))
            lines.paragraph(labels: [.init("excluded from ", .quiet)], apps, indent: 10, hanging: 12)
        }
        guard let source = match.rule?.source ?? match.detail?.source else { return }
        let remark = match.rule == nil ? ", which has no rules and probably matches every URL" : ""
        lines.paragraph(labels: [.init("by ", .quiet)], Self.position(source) + remark, indent: 10, hanging: 12)
        if let rule = match.rule { lines.paragraph(rule.shortText, indent: 12, hanging: 14) }
    }

    private static func appsInOrder(_ apps: [AppIdentifier]) -> String {
        apps.map(\.text).joined(separator: ", or if it is not installed ")
    }

    /// Adds the matched identifiers that no installed app can have, so that the URL opens in the browser.
    private func appendImpossibleApps(_ apps: [AppIdentifier], _ lines: inout TextLines) {
        guard !apps.isEmpty else { return }
        let identifiers = "identifier\(apps.count == 1 ? "" : "s") \(Phrase.list(apps.map(\.text)))"
        lines.fact(
            "warning", labelRole: .warning, "no installed app can have the \(identifiers); lint explains why.",
            indent: 10)
    }

    private func appendProof(
        _ match: LinkMatch, _ traces: [DetailTrace], _ result: LinkResult, _ lines: inout TextLines
    ) {
        if let source = result.source { lines.fact("File", source == "-" ? "standard input" : source, indent: 2) }
        for (index, trace) in traces.enumerated() { appendEntry(index + 1, trace, &lines) }
        lines.fact("Therefore", labelRole: .heading, Self.conclusion(match, result.nearMiss), indent: 2, hanging: 13)
    }

    private func appendEntry(_ number: Int, _ trace: DetailTrace, _ lines: inout TextLines) {
        let names = trace.shownApps.isEmpty ? "no app" : trace.shownApps.map(\.text).joined(separator: ", ")
        lines.paragraph(
            labels: [.init("\(number). ", .heading)], "\(Self.position(trace.detail.source)), for \(names)", indent: 2,
            hanging: 5)
        if !trace.apps.isEmpty, !trace.appsDecidedBefore.isEmpty {
            lines.paragraph(
                "Not consulted for \(trace.appsDecidedBefore.map(\.text).joined(separator: ", ")): an earlier entry "
                    + "lists the same app; \(AppDetail.clauseAboutSecondEntry).", indent: 5)
        }
        for step in trace.steps {
            lines.fact("line \(step.rule.source.position.line)", step.rule.shortText, indent: 5, hanging: 9)
            lines.fact(
                step.matched ? "matches" : "does not match", labelRole: step.matched ? .good : .quiet, step.why + ".",
                indent: 7)
        }
        if let note = trace.note { lines.paragraph(Phrase.sentence(note), indent: 5) }
        guard let outcome = trace.outcome, trace.note == nil else { return }
        let ruleCount = trace.detail.rules?.count ?? 0
        let unreadCount = ruleCount - trace.steps.count
        let unreadRules = unreadCount == 1 ? "rule after it is" : "\(Phrase.number(unreadCount)) rules after it are"
        let unread = unreadCount > 0 ? " The \(unreadRules) not read." : ""
        switch outcome {
        case .match: lines.paragraph("This rule decides: the app opens the URL.\(unread)", indent: 5, role: .good)
        case .exclude:
            lines.paragraph("This rule decides: it excludes the URL from the app.\(unread)", indent: 5, role: .warning)
        case .noMatch:
            let rules = "None of its \(Phrase.number(ruleCount)) rules matches."
            lines.paragraph(ruleCount == 1 ? "Its only rule does not match." : rules, indent: 5)
        case .undecided: break
        }
    }

    private static func conclusion(_ match: LinkMatch, _ nearMiss: String?) -> String {
        if let obstacle = match.obstacle {
            return (match.outcome == .undecided ? "" : "no app opens the URL: ") + "\(obstacle.description)."
        }
        switch match.outcome {
        case .match: return "\(appsInOrder(match.apps)) opens the URL."
        case .exclude:
            let line = match.rule.map { " at line \($0.source.position.line)" } ?? ""
            return "the URL opens in the browser, because the rule\(line) excludes it."
        case .noMatch:
            return "the URL opens in the browser, because no rule matches it\(nearMiss.map { ": " + $0 } ?? "")."
        case .undecided: return "whether an app opens the URL is not known."
        }
    }

    private static func position(_ value: JSONValue) -> String { "\(value.shownPointer), line \(value.position.line)" }
}

extension LinkRule {
    var shortText: String { JSONPrinter.print(source).cut(to: 300) }
}
