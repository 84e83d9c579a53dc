import AppSiteAssociation
import Audit
import Basics
import Findings
import Records

/// The texts of the result for one link, for all formats.
struct CaseWords {
    let answer: CaseAnswer

    init(_ answer: CaseAnswer) { self.answer = answer }

    /// The link, as the user specified it.
    var link: String { answer.question.request.text }

    /// The domain of the link, for human readers.
    var host: String { answer.report.name }

    // MARK: The answer

    /// The answer in one or two words, for a heading.
    var word: String {
        switch answer.word {
        case .yes: "Yes"
        case .no: "No"
        case .depends: "It depends on the system"
        case .unknown: "Unknown"
        }
    }

    /// The sentence after the word of the answer, with the systems and apps.
    var sentence: String { sentence("this link") }

    func sentence(_ link: String) -> String {
        switch answer.word {
        case .yes:
            "\(link) \(opens) \(appPhrase)\(isToday ? " today" : "")\(on(openingSystems))\(caveat)"
                + (answer.report.cdn?.state == .onlyAtCDN && openingSystems == [.iOS14]
                    ? ", but only because of Apple's copy: the server itself serves no usable file." : ".")
        case .no where otherApps != nil && answer.question.app != nil:
            "\(link) opens \(otherApps ?? ""), not \(answer.question.app?.text ?? "")."
        case .no:
            "\(link) opens the browser instead of the app\(on(browserSystems))"
                + (openingSystems.isEmpty ? "." : ";\(on(openingSystems)) it \(opens) the app\(caveat).")
        case .depends:
            "\(on(openingSystems).dropFirst()), \(link) \(opens) \(appPhrase)\(isToday ? " today" : "")\(caveat)"
                + (browserSystems.isEmpty ? "" : ";\(on(browserSystems)), it opens the browser")
                + (unclear.isEmpty ? "." : "; for \(AppleSystem.phrase(unclear)) it is not known.")
        case .unknown:
            "whether \(link) opens the app\(unclear.count > 2 ? "" : on(unclear)) could not be determined"
                + (answer.steps.first?.finding.map { ": \(Phrase.lowered(Catalogue[$0.code].title))." } ?? ".")
        }
    }

    private var opens: String { isCertain ? "opens" : "probably opens" }
    private var caveat: String { isCertain ? "" : " (observed, but not guaranteed by Apple)" }

    private var appPhrase: String {
        let names = AppNames(appIDs)
        let apps = Phrase.list(
            appIDs.map { names[$0] }, "or, where that is not installed,", limit: VerdictTable.maxNames)
        return apps.isEmpty ? "the app" : apps
    }

    /// Whether the answer depends on a copy in Apple's CDN that differs from the server's response.
    var isToday: Bool {
        answer.verdict(on: .iOS14)?.outcome.works == true && openingSystems.contains(.iOS14)
            && [.onlyAtCDN, .outOfSync].contains(answer.report.cdn?.state)
    }

    private var isCertain: Bool {
        answer.verdicts.filter { openingSystems.contains($0.system) }.contains { $0.outcome == .works }
    }

    /// Returns the users' systems, or the requested ones, whose verdict satisfies `condition`.
    private func systems(where condition: (LinkVerdict) -> Bool) -> Set<AppleSystem> {
        let asked = answer.question.systems
        let systems = Set(answer.verdicts.filter(condition).map(\.system))
        guard asked.isEmpty else { return systems.intersection(asked) }
        return systems.count == AppleSystem.allCases.count ? systems : systems.subtracting([.iOS14DeveloperMode])
    }

    private var openingSystems: Set<AppleSystem> { systems { $0.outcome.works == true } }
    private var browserSystems: Set<AppleSystem> { systems { $0.outcome.works == false } }
    private var unclear: Set<AppleSystem> { systems { $0.outcome.works == nil } }

    private func on(_ systems: Set<AppleSystem>) -> String {
        if systems.isEmpty { return "" }
        return " \(systems == [.iOS14DeveloperMode] ? "in" : "on") \(AppleSystem.phrase(systems))"
    }

    /// The identifiers of the apps that the link opens, the preferred one first.
    var appIDs: [String] { ruling?.apps.map(\.text) ?? [] }

    /// The app that the link opens, or the requested app.
    var app: String? {
        let names = appIDs
        return names.isEmpty
            ? answer.question.app?.text : names.joined(separator: ", or if it is not installed ")
    }

    /// The other apps that the link opens, if the link does not open the requested app.
    var otherApps: String? {
        answer.otherApps.isEmpty || answer.word == .yes
            ? nil : Phrase.list(answer.otherApps.map(\.text), limit: VerdictTable.maxNames)
    }

    /// The verdict whose app and rule are named: that of iOS 14 and later if it opens the app.
    private var ruling: LinkVerdict? {
        let working = answer.verdicts.filter { openingSystems.contains($0.system) }
        return working.first { $0.system == .iOS14 } ?? working.last
    }

    /// The rule by which the app opens, and its position; `nil` if there is none.
    var rule: String? {
        guard let file = ruling?.file else { return nil }
        if let rule = file.match.rule {
            return "\(MatchText.shown(rule)) (line \(rule.source.position.line) of \(file.source.phrase))"
        }
        return file.match.detail.map {
            "the entry at line \($0.source.position.line) of \(file.source.phrase), which has no rules and matches every link"
        }
    }

    /// The maximum number of items that are named after the first.
    static let maxOthers = 8

    var unseenTitle: String {
        let all = answer.steps.isEmpty ? "Everything that can be checked over the internet is correct. " : ""
        let whom =
            "ask, in this order, the user of the device (1 to 7), the app's developers (8 and 9), and the "
            + "device administrators (10):"
        if answer.word == .yes, !answer.steps.isEmpty {
            return "If the link opens the browser today, there is another cause. To find it, \(whom)"
        }
        return "\(all)If the link still opens the browser\(answer.word == .depends ? on(openingSystems) : ""), \(whom)"
    }

    var firstTitle: String {
        switch answer.word {
        case .yes: isToday ? "To fix before Apple's next check" : "To fix anyway"
        case .no, .depends, .unknown: "Fix this first"
        }
    }

    /// The causes that cannot be observed from outside; empty unless the answer is `yes` or `depends`.
    var unseen: [UnseenCause] {
        switch answer.word {
        case .yes, .depends: UnseenCause.all(host: host)
        case .no, .unknown: []
        }
    }

    static func brief(_ step: Step) -> String {
        guard let finding = step.finding else { return step.title }
        return "\(step.title) (\(finding.code.rawValue) at \(step.report.name))"
    }
}
