import Audit
import Basics
import Findings
import Records

extension LinkAnswer {
    var word: String {
        switch self {
        case .yes, .partly, .no, .unknown: rawValue
        case .likely: "probably"
        case .noLinks: "no links"
        }
    }

    var meaning: String {
        switch self {
        case .yes: "according to Apple's documentation"
        case .likely: "observed, not documented by Apple"
        case .partly: "not all of the expected apps"
        case .no: "the browser opens instead"
        case .noLinks: "the file has only other services"
        case .unknown: "not checked, or not documented"
        }
    }

    /// Returns the answer for `count` domains as a clause to follow the number of domains on which links open the app.
    fileprivate func clause(_ count: Int) -> String {
        let number = Phrase.number(count)
        return switch self {
        case .yes: "on \(number) they do"
        case .likely: "on \(number) they probably do (observed, not documented by Apple)"
        case .partly: "on \(number) they open only some of the expected apps"
        case .no: "on \(number) they open the browser instead"
        case .noLinks: "\(number) \(count == 1 ? "has" : "have") no universal links"
        case .unknown: "on \(number) it is unknown"
        }
    }

    /// The answer for a single domain.
    fileprivate var sentence: String {
        switch self {
        case .yes: "Links open the app on this domain"
        case .likely: "Links probably open the app on this domain"
        case .partly: "Links open only some of the expected apps on this domain"
        case .no: "Links do not open the app on this domain"
        case .noLinks: "This domain has no universal links"
        case .unknown: "Whether links open the app is unknown on this domain"
        }
    }
}

extension RunSummary {
    /// The number of domains on which links open the app, in sentences; `nil` if there are no domains.
    var opensAppText: String? {
        guard targets > 1 else {
            return LinkAnswer.allCases.first { self[$0] > 0 }.map { answer in
                let caveat = answer == .likely ? "; \(answer.meaning)" : ""
                return "\(answer.sentence) (iOS 14 and later\(caveat)). \(AppleSystem.note)"
            }
        }
        guard self[LinkAnswer.unknown] < targets else {
            let all = Phrase.number(targets)
            return "Whether links open the app is unknown on all \(all) domains (iOS 14 and later). \(AppleSystem.note)"
        }
        let mainAnswer = self[LinkAnswer.yes] == 0 && self[LinkAnswer.likely] > 0 ? LinkAnswer.likely : .yes
        let others = LinkAnswer.allCases.filter { $0 != mainAnswer && self[$0] > 0 }.map { $0.clause(self[$0]) }
        let verb = mainAnswer == .likely ? "probably open" : "open"
        let caveat = mainAnswer == .likely ? "; \(mainAnswer.meaning)" : ""
        let counts = "\(Phrase.number(self[mainAnswer])) of \(Phrase.number(targets)) domains"
        let text = "Links \(verb) the app on \(counts) (iOS 14 and later\(caveat)). "
        return text + (others.isEmpty ? "" : "\(Phrase.sentence(others.joined(separator: "; "))) ") + AppleSystem.note
    }
}

extension Verdict.Outcome {
    var caveat: String? {
        switch self {
        case .observedToWork, .observedToFail: "not documented by Apple"
        case .works, .doesNotWork, .unknown: nil
        }
    }

    /// Returns the codes and the caveat in parentheses; `nil` if there are none.
    func reasons(_ because: [FindingCode]) -> String? {
        let codes = because.isEmpty ? nil : because.map(\.rawValue).joined(separator: ", ")
        let parts = [codes, caveat].compactMap(\.self)
        return parts.isEmpty ? nil : "(\(parts.joined(separator: "; ")))"
    }
}

extension AppleSystem {
    /// The sentence about Apple's other systems, which every report that names versions of iOS contains once.
    static let note = "iPadOS counts as iOS, macOS 10.15 as iOS 13, macOS 11 and later as iOS 14."

    /// Returns `systems` in words that can follow “on”.
    static func phrase(_ systems: Set<AppleSystem>) -> String {
        if systems.count == allCases.count { return "every Apple system" }
        let versions = phrases[systems.subtracting([.iOS14DeveloperMode])] ?? []
        let isDeveloperModeAlone = systems.contains(.iOS14DeveloperMode) && !systems.contains(.iOS14)
        return Phrase.list(versions + (isDeveloperModeAlone ? ["developer mode"] : []))
    }

    private static let phrases: [Set<AppleSystem>: [String]] = [
        [.iOS9To12, .iOS13, .iOS14]: ["iOS 9.3 and later"], [.iOS9To12, .iOS13]: ["iOS 9.3 to 13"],
        [.iOS9To12, .iOS14]: ["iOS 9.3 to 12", "iOS 14 and later"], [.iOS9To12]: ["iOS 9.3 to 12"],
        [.iOS13, .iOS14]: ["iOS 13 and later"], [.iOS13]: ["iOS 13"], [.iOS14]: ["iOS 14 and later"],
    ]
}
