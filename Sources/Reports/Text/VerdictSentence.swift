import Audit
import Basics
import Findings

/// What a domain's report comes to, in one sentence without a full stop.
enum VerdictSentence {
    static func text(_ report: DomainReport) -> String {
        switch report.status {
        case .invalid: "This is not a domain that can be checked"
        case .unreachable: unreachable(report)
        case .fail: failing(report)
        case .warn: "\(working(report)); \(Phrase.count(warnings(report), "warning"))"
        case .pass: working(report)
        case .accepted: "\(accepted(report)); \(lowercased(working(report)))"
        }
    }

    private static func unreachable(_ report: DomainReport) -> String {
        guard let finding = report.findings.first(where: { Catalogue[$0.code].unreachable }) else {
            return "Could not be checked"
        }
        return "Could not be checked: " + lowercased(Catalogue[finding.code].title)
    }

    private static func accepted(_ report: DomainReport) -> String {
        guard let waiver = report.acceptance else { return "Accepted" }
        return "Accepted\(waiver.until.map { " until \($0)" } ?? "") (\(waiver.reason))"
    }

    private static func lowercased(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    private static func failing(_ report: DomainReport) -> String {
        // Neither a system that never reads this file anyway nor what is waived is what the domain fails for.
        let errors = Set(report.findings.filter { $0.severity == .error && $0.waived == nil }.map(\.code))
        let broken = systems(report) { verdict in
            verdict.works == false && (verdict.because.isEmpty || !errors.isDisjoint(with: verdict.because))
        }
        let isKnown = { (system: AppleSystem) in
            report.verdicts.contains { $0.system == system && $0.works != nil }
        }
        if broken.isSuperset(of: [.iOS9To12, .iOS13, .iOS14]) {
            return report.verdicts.contains { $0.system == .iOS14DeveloperMode && $0.works == true }
                ? "Links open the browser on every Apple system, except in developer mode"
                : "Links open the browser on every Apple system"
        }
        if let phrase = phrase(broken) {
            let doubt = !broken.contains(.iOS14) && !isKnown(.iOS14)
            return "Links open the browser on \(phrase)" + (doubt ? ", perhaps on later systems too" : "")
        }
        if broken.contains(.iOS14DeveloperMode) { return "Links do not open the app in developer mode" }
        return report.verdicts.contains { $0.system == .iOS14 && $0.works == true }
            ? "Links can open the app, but not everything works as it is written"
            : "Links may open the browser"
    }

    private static func working(_ report: DomainReport) -> String {
        let broken = systems(report) { $0.works == false }
        if broken.contains(.iOS14), let phrase = phrase(broken) {
            return broken.isSuperset(of: [.iOS9To12, .iOS13])
                ? "Links open the browser on every Apple system" : "Links open the browser on \(phrase)"
        }
        let working = systems(report) { $0.works == true }
        guard working.contains(.iOS14), let phrase = phrase(working) else { return "The file is served as Apple asks" }
        return "Links can open the app on \(phrase)"
    }

    private static func systems(_ report: DomainReport, _ condition: (Verdict) -> Bool) -> Set<AppleSystem> {
        Set(report.verdicts.filter(condition).map(\.system))
    }

    /// The generations in words; developer mode is not among them.
    private static func phrase(_ systems: Set<AppleSystem>) -> String? {
        switch (systems.contains(.iOS9To12), systems.contains(.iOS13), systems.contains(.iOS14)) {
        case (true, true, true): "iOS 9.3 and later"
        case (true, true, false): "iOS 9.3 to 13"
        case (true, false, true): "iOS 9.3 to 12 and on iOS 14 and later"
        case (true, false, false): "iOS 9.3 to 12"
        case (false, true, true): "iOS 13 and later"
        case (false, true, false): "iOS 13"
        case (false, false, true): "iOS 14 and later"
        case (false, false, false): nil
        }
    }

    private static func warnings(_ report: DomainReport) -> Int {
        report.findings.count { $0.severity == .warning && $0.waived == nil }
    }
}
