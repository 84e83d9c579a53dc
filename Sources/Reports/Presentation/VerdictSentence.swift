import Audit
import Basics
import Findings
import Records

/// The conclusion of a domain's report, in one sentence without a full stop.
enum VerdictSentence {
    static func text(_ report: DomainReport) -> String {
        switch report.status {
        case .invalid: "This entry is not a valid domain"
        case .unreachable: unreachable(report)
        case .fail: failing(report)
        case .warn: "\(working(report)); \(Phrase.count(count(.warning, report), "warning"))"
        case .pass: working(report)
        case .accepted: "\(accepted(report)); \(Phrase.lowered(working(report)))"
        }
    }

    private static func unreachable(_ report: DomainReport) -> String {
        guard let finding = report.findings.first(where: { Catalogue[$0.code].preventsCheck }) else {
            return "Not checked"
        }
        return "Not checked: " + Phrase.lowered(Catalogue[finding.code].title)
    }

    private static func accepted(_ report: DomainReport) -> String {
        guard let waiver = report.acceptance else { return "Accepted" }
        return "\(Phrase.capitalized(waiver.terms())) (\(Phrase.clause(waiver.reason)))"
    }

    private static func failing(_ report: DomainReport) -> String {
        if report.opensApp == .noLinks { return "\(withoutLinks(report))\(errors(report))" }
        // Only failures due to an error or the rules count, not those of systems that never read this kind of file.
        let errors = Set(report.findings.filter { $0.severity == .error && $0.waived == nil }.map(\.code))
        let broken = systems(report) { verdict in
            verdict.works == false && (verdict.because.isEmpty || !errors.isDisjoint(with: verdict.because))
        }
        let current = report.verdicts.first { $0.system == .iOS14 }?.outcome ?? .unknown
        guard broken.isSubset(of: [.iOS14DeveloperMode]) else {
            if broken.contains(.iOS14) { return browser(broken, report) }
            // The sentence includes iOS 9 to 12 even if the cause on these systems is that they never read this file.
            let alike = broken.contains(.iOS13) && systems(report) { $0.works == false }.contains(.iOS9To12)
            let all = alike ? broken.union([.iOS9To12]) : broken
            return browser(all.subtracting([.iOS14DeveloperMode]), report) + sequel(current) + (missing(report) ?? "")
        }
        if !broken.isEmpty { return "Links do not open the app in developer mode" }
        switch current.works {
        case nil: return "Links may open the browser instead of the app"
        case false?: return working(report)
        case true?: return working(report) + (missing(report) == nil ? self.errors(report) : "")
        }
    }

    /// Returns the result for links that open the browser on `systems`, with the exceptions between them.
    private static func browser(_ systems: Set<AppleSystem>, _ report: DomainReport) -> String {
        let working = self.systems(report) { $0.works == true }
        var named = systems
        var exceptions: [String] = []
        if systems.isSuperset(of: [.iOS9To12, .iOS14]), working.contains(.iOS13) {
            named.insert(.iOS13)
            exceptions.append("on iOS 13")
        }
        if systems.contains(.iOS14), working.contains(.iOS14DeveloperMode) { exceptions.append("in developer mode") }
        return "Links open the browser instead of the app on \(AppleSystem.phrase(named))"
            + (exceptions.isEmpty ? "" : ", except \(Phrase.list(exceptions))")
    }

    /// Returns the behavior of iOS 14 and later, to follow the statement that earlier systems open the browser.
    private static func sequel(_ current: Verdict.Outcome) -> String {
        switch current {
        case .works: "; on iOS 14 and later they open the app"
        case .observedToWork: "; on iOS 14 and later they probably open the app (observed, not documented by Apple)"
        case .unknown, .doesNotWork, .observedToFail: ", and possibly on later systems"
        }
    }

    private static func working(_ report: DomainReport) -> String {
        if report.opensApp == .noLinks { return withoutLinks(report) }
        let broken = systems(report) { $0.works == false }
        if broken.contains(.iOS14) { return browser(broken, report) }
        let missing = missing(report) ?? ""
        let opening = systems(report) { $0.outcome == .works }
        if opening.contains(.iOS14) {
            return "Links can open \(opened(report)) on \(AppleSystem.phrase(opening))\(missing)"
        }
        let likely = systems(report) { $0.outcome == .observedToWork }
        if likely.contains(.iOS14) {
            return "Links probably open \(opened(report)) on \(AppleSystem.phrase(likely)) "
                + "(observed, not documented by Apple)\(missing)"
        }
        let known = systems(report) { $0.works == true }.subtracting([.iOS14DeveloperMode])
        guard known.isEmpty else {
            return "Links can open the app on \(AppleSystem.phrase(known)); for iOS 14 and later this is unknown"
        }
        return report.verdicts.allSatisfy { $0.works == nil }
            ? "It is unknown whether links open the app"
            : "It is unknown whether links open the app on iOS 14 and later"
    }

    private static func withoutLinks(_ report: DomainReport) -> String {
        let services = report.file?.services ?? []
        let working = systems(report) { $0.works == true }
        let start = "The file has no universal links; \(Phrase.list(services))"
        guard !working.isEmpty else { return "\(start) \(services.count == 1 ? "does" : "do") not work" }
        return "\(start) \(services.count == 1 ? "works" : "work") on \(AppleSystem.phrase(working))"
    }

    // MARK: Apps

    /// Returns the apps that links open on iOS 14 and later, by name if there are several.
    private static func opened(_ report: DomainReport) -> String {
        let apps = report.verdicts.first { $0.system == .iOS14 }?.apps ?? []
        let names = AppNames(apps.map(\.appID))
        let opened = apps.filter { $0.outcome.works == true }.map { names[$0.appID] }
        return opened.isEmpty ? "the app" : Phrase.list(opened, limit: VerdictTable.maxNames)
    }

    /// Returns the expected apps that links do not open, as the rest of a sentence; `nil` if there are none.
    private static func missing(_ report: DomainReport) -> String? {
        let apps = report.verdicts.first { $0.system == .iOS14 }?.apps ?? []
        let names = AppNames(apps.map(\.appID))
        let closed = apps.filter { $0.isExpected && $0.outcome.works != true }
        guard !closed.isEmpty else { return nil }
        let isMissing = closed.allSatisfy { $0.because.contains(.expectedAppMissing) }
        let list = Phrase.list(closed.map { names[$0.appID] }, limit: VerdictTable.maxNames)
        let noun = "expected app\(closed.count == 1 ? "" : "s")"
        guard isMissing else { return ", but not the \(noun) \(list)" }
        return ", but the \(noun) \(list) \(closed.count == 1 ? "is" : "are") missing"
    }

    private static func errors(_ report: DomainReport) -> String {
        guard let cause = report.cause else { return "" }
        let count = count(.error, report)
        return "; \(Phrase.count(count, "error"))\(count > 1 ? ", the first" : ""): "
            + Phrase.lowered(Catalogue[cause.code].title)
    }

    private static func systems(_ report: DomainReport, _ condition: (Verdict) -> Bool) -> Set<AppleSystem> {
        Set(report.verdicts.filter(condition).map(\.system))
    }

    private static func count(_ severity: Severity, _ report: DomainReport) -> Int {
        report.findings.count { $0.severity == severity && $0.waived == nil }
    }
}
