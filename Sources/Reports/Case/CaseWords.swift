import AppSiteAssociation
import Audit
import Basics
import Findings
import Records
import Transport

struct CaseWords {
    let answer: CaseAnswer

    var link: String { answer.question.request.text }
    var host: String { answer.report.name }

    var answerText: String {
        switch answer.conclusion {
        case .yes: "Yes"
        case .no: "No"
        case .depends: "It depends on the system"
        case .unknown: "Unknown"
        }
    }

    /// The domain status in whose color the answer is shown.
    var colorStatus: DomainStatus {
        switch answer.conclusion {
        case .yes: .pass
        case .no: .fail
        case .depends: .warn
        case .unknown: .unreachable
        }
    }

    /// Returns the sentence that follows the word of the answer, about the systems and apps; `subject` names the link.
    func sentence(_ subject: String = "this link") -> String {
        switch answer.conclusion {
        case .yes:
            let isOnlyInCopy = answer.report.cdn?.state == .onlyAtCDN && openingSystems == [.iOS14]
            let reason =
                isOnlyInCopy ? ", but only because of Apple's copy; the server itself serves no usable file" : ""
            return "\(subject) \(opens) \(appPhrase) \(on(openingSystems))\(caveat)\(duration)\(reason)."
        case .no:
            if let otherApps, let app = answer.question.app {
                return "\(subject) opens \(otherApps), not \(app.text)."
            }
            let exception = openingSystems.isEmpty ? "" : "; \(on(openingSystems)) it \(opens) the app\(caveat)"
            return "\(subject) opens the browser instead of the app \(on(browserSystems))\(exception)."
        case .depends:
            let browser = browserSystems.isEmpty ? "" : "; \(on(browserSystems)), it opens the browser"
            let unknown = unknownSystems.isEmpty ? "" : "; for \(AppleSystem.phrase(unknownSystems)) it is not known"
            let result = "\(subject) \(opens) \(appPhrase)\(caveat)\(duration)"
            return "\(on(openingSystems)), \(result)\(browser)\(unknown)."
        case .unknown:
            let systems = (1...2).contains(unknownSystems.count) ? " \(on(unknownSystems))" : ""
            let cause = answer.steps.first?.finding.map { ": \(Phrase.lowered(Catalogue[$0.code].title))" } ?? ""
            return "whether \(subject) opens the app\(systems) could not be determined\(cause)."
        }
    }

    private var duration: String {
        dependsOnCopy ? " at least until Apple's CDN requests the file again (about once a day)" : ""
    }

    private var opens: String { isCertain ? "opens" : "probably opens" }
    private var caveat: String { isCertain ? "" : " (observed, not documented by Apple)" }

    private var appPhrase: String {
        let names = AppNames(appIDs)
        let apps = Phrase.list(appIDs.map { names[$0] }, "or, if that is not installed,", limit: VerdictTable.maxNames)
        return apps.isEmpty ? "the app" : apps
    }

    /// Whether the app opens on iOS 14 and later because of Apple's copy, which differs from the server's file.
    var dependsOnCopy: Bool {
        answer.verdict(on: .iOS14)?.works == true && openingSystems.contains(.iOS14)
            && [.onlyAtCDN, .outOfSync].contains(answer.report.cdn?.state)
    }

    private var isCertain: Bool {
        answer.verdicts.contains { openingSystems.contains($0.system) && $0.outcome == .works }
    }

    /// Returns the systems whose verdict satisfies `condition`, limited to the requested systems if there are any.
    ///
    /// If no systems were requested, developer mode is included only if all systems satisfy `condition`.
    private func systems(where condition: (LinkVerdict) -> Bool) -> Set<AppleSystem> {
        let requested = answer.question.systems
        let systems = Set(answer.verdicts.filter(condition).map(\.system))
        guard requested.isEmpty else { return systems.intersection(requested) }
        return systems.count == AppleSystem.allCases.count ? systems : systems.subtracting([.iOS14DeveloperMode])
    }

    private var openingSystems: Set<AppleSystem> { systems { $0.works == true } }
    private var browserSystems: Set<AppleSystem> { systems { $0.works == false } }
    private var unknownSystems: Set<AppleSystem> { systems { $0.works == nil } }

    /// Returns `systems` after “on” or “in”.
    private func on(_ systems: Set<AppleSystem>) -> String {
        "\(systems == [.iOS14DeveloperMode] ? "in" : "on") \(AppleSystem.phrase(systems))"
    }

    /// The identifiers of the apps that the link opens, the preferred one first.
    var appIDs: [String] { decisiveVerdict?.apps.map(\.text) ?? [] }

    /// The apps that the link opens, the preferred one first; if there are none, the requested app.
    var app: String? {
        appIDs.isEmpty ? answer.question.app?.text : appIDs.joined(separator: ", or if it is not installed ")
    }

    /// The other apps that the link opens, if the link does not open the requested app.
    var otherApps: String? {
        answer.otherApps.isEmpty || answer.conclusion == .yes
            ? nil : Phrase.list(answer.otherApps.map(\.text), limit: VerdictTable.maxNames)
    }

    /// The verdict whose app and rule the texts name: for iOS 14 and later if the app opens there, and otherwise for
    /// the last system on which the app opens; `nil` if there is none.
    private var decisiveVerdict: LinkVerdict? {
        let working = answer.verdicts.filter { openingSystems.contains($0.system) }
        return working.first { $0.system == .iOS14 } ?? working.last
    }

    var rule: String? {
        guard let file = decisiveVerdict?.fileAnswer else { return nil }
        if let rule = file.match.rule {
            return "\(rule.shortText) (line \(rule.source.position.line) of \(file.source.phrase))"
        }
        return file.match.detail.map {
            "the entry at line \($0.source.position.line) of \(file.source.phrase), which has no rules and matches every link"
        }
    }

    /// The maximum number of steps that are listed after the first one.
    static let maxLaterSteps = 8

    var unseenTitle: String {
        let request =
            "check these causes in order, with the user of the device (1 to 7), the app's developers (8 and 9), and "
            + "the device administrators (10):"
        let systems = answer.conclusion == .depends ? " \(on(openingSystems))" : ""
        guard answer.steps.isEmpty else { return "If the link opens the browser\(systems) today, \(request)" }
        return "Everything that can be checked over the internet is correct. If the link still opens the "
            + "browser\(systems), \(request)"
    }

    var firstStepTitle: String {
        // Apple's CDN updates its copy by itself.
        if case .copyIsOutdated? = answer.steps.first?.kind { return "Wait a day" }
        guard answer.conclusion == .yes else { return "Fix this first" }
        return dependsOnCopy ? "Fix this before Apple's next check" : "Fix this anyway"
    }

    /// The causes that cannot be observed from outside; empty unless the answer is `yes` or `depends`.
    var unseen: [UnseenCause] {
        [.yes, .depends].contains(answer.conclusion) ? UnseenCause.all(host: host) : []
    }

    static func brief(_ step: Step) -> String {
        guard let finding = step.finding else { return step.title }
        return "\(step.title) (\(finding.code.rawValue) at \(step.report.name))"
    }

    var rows: [(outcome: Verdict.Outcome, name: String, why: String)] {
        answer.verdicts.filter { answer.question.systems.isEmpty || answer.question.systems.contains($0.system) }.map {
            (outcome: $0.outcome, name: AppleSystem.phrase([$0.system]), why: why($0))
        }
    }

    private func why(_ verdict: LinkVerdict) -> String {
        let reasons = verdict.outcome.reasons(verdict.because)
        guard let file = verdict.fileAnswer else { return reasons ?? "" }
        if verdict.isRejectedByRules { return "\(file.source.phrase): \(Self.briefResult(of: file))" }
        if verdict.isUndecided { return "(\(Self.briefResult(of: file)))" }
        let source = verdict.works == true ? file.source.phrase : nil
        return [source, reasons].compactMap(\.self).joined(separator: " ")
    }

    private static func briefResult(of file: LinkFiles.Answer) -> String {
        switch file.match.obstacle {
        case .noApp?: return "the app is not listed"
        case .noAppLinks?: return "no universal links"
        case .scheme?, .host?: return "another scheme or host"
        case .tooMuchWork?: return "rules too complex"
        case nil: break
        }
        guard file.match.outcome == .exclude else { return "no rule matches" }
        return "excluded" + (file.match.rule.map { " on line \($0.source.position.line)" } ?? "")
    }

    var hops: [RedirectTrail.Hop] { answer.trail?.hops ?? [] }

    var trailNotes: [String] {
        guard let trail = answer.trail else {
            return ["The link itself was not requested, so it is not known whether it redirects to another host."]
        }
        var notes: [String] = []
        if trail.first?.status == nil {
            notes.append("The link could not be loaded, so it is not known whether it redirects to another host.")
        }
        if trail.hosts.count > 1 {
            notes.append(
                """
                The host that counts is \(host): iOS compares only the tapped link's host with the apps' domains. \
                Apple's documentation does not mention the destination of a redirect.
                """)
        } else if !trail.hops.isEmpty {
            notes.append("The link is redirected on its own host; iOS compares the tapped link.")
        }
        if let end = trail.redirects.flatMap(Self.reasonForEnd) { notes.append(end) }
        switch trail.pageRedirect {
        case .metaRefresh?:
            notes.append("The last page forwards by itself (a meta refresh). \(Self.browserHint)")
        case .script?: notes.append("The last page seems to forward with a script. \(Self.browserHint)")
        case nil: break
        }
        if let status = trail.last?.status, trail.last?.failure == nil, [404, 410].contains(status) || status >= 500 {
            notes.append("The page itself responds with \(status): users without the app see an error.")
        }
        return notes
    }

    private static let browserHint =
        "Only a browser follows that: open the link in one, and run “aasa-audit case” with the final address."

    private static func reasonForEnd(of redirects: RedirectTrail) -> String? {
        switch redirects.end {
        case .answered: return nil
        case .failed:
            return switch redirects.exchanges.last?.failure?.kind {
            case .addressBlocked?: "The last redirect leads to an address that is not public; it was not followed."
            case .addressUnknown?:
                "The last redirect leads to a name that may have private addresses; it was not followed."
            default: "The last redirect leads to a server that returned no complete response."
            }
        case .loop: return "The redirects form a loop."
        case .limit:
            return "Only the first \(redirects.hops.count - 1) redirects were followed; there are more."
        case .unusableLocation:
            return "The last redirect leads to a link that cannot be requested, such as one with an app's own scheme."
        case .deadline: return "The time limit was reached before the redirects ended."
        }
    }
}

extension LinkFiles.Source {
    var phrase: String {
        switch self {
        case .appleCopy: "Apple's copy"
        case .server: "the server's file"
        case .redirect: "the file at the redirect's destination"
        }
    }
}
