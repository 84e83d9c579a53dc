import Audit
import Basics
import Findings
import Records

/// The conclusion of a domain's report, in one sentence without a full stop.
struct VerdictSentence {
    private let report: DomainReport
    private var iOS14Verdict: Verdict? { report.verdicts.first { $0.system == .iOS14 } }

    static func text(_ report: DomainReport) -> String { VerdictSentence(report: report).text }

    private var text: String {
        switch report.status {
        case .invalid: "This entry is not a valid domain"
        case .unreachable: unreachable
        case .fail: failing
        case .warn: "\(working); \(Phrase.count(count(.warning), "warning"))"
        case .pass: working
        case .accepted: "\(accepted); \(Phrase.lowered(working))"
        }
    }

    private var unreachable: String {
        let cause = report.findings.first { Catalogue[$0.code].preventsCheck }
        return "Not checked" + (cause.map { ": \(Phrase.lowered(Catalogue[$0.code].title))" } ?? "")
    }

    private var accepted: String {
        guard let waiver = report.waiver else { return "Accepted" }
        return "\(Phrase.capitalized(waiver.terms())) (\(Phrase.clause(waiver.reason)))"
    }

    private var failing: String {
        if report.opensApp == .noLinks { return withoutLinks + errorsClause }
        // Only failures due to an error or the rules count, not those of systems that never read this kind of file.
        let errorCodes = Set(report.findings.filter(\.isUnwaivedError).map(\.code))
        let failingSystems = systems { verdict in
            verdict.works == false && (verdict.because.isEmpty || !errorCodes.isDisjoint(with: verdict.because))
        }
        guard failingSystems.isSubset(of: [.iOS14DeveloperMode]) else {
            if failingSystems.contains(.iOS14) { return opensBrowser(on: failingSystems) }
            // The sentence includes iOS 9 to 12 even if the cause on these systems is that they never read this file.
            let includesOldest = failingSystems.contains(.iOS13) && systems { $0.works == false }.contains(.iOS9To12)
            let named = includesOldest ? failingSystems.union([.iOS9To12]) : failingSystems
            return opensBrowser(on: named.subtracting([.iOS14DeveloperMode])) + laterSystemsClause + unopenedApps
        }
        if !failingSystems.isEmpty { return "Links do not open the app in developer mode" }
        switch iOS14Verdict?.works {
        case nil: return "Links may open the browser instead of the app"
        case false?: return working
        case true?: return working + (unopenedApps.isEmpty ? errorsClause : "")
        }
    }

    /// Returns the sentence that links open the browser on `systems`, with other systems as exceptions.
    private func opensBrowser(on systems: Set<AppleSystem>) -> String {
        let unaffected = self.systems { $0.works == true }
        var named = systems
        var exceptions: [String] = []
        if systems.isSuperset(of: [.iOS9To12, .iOS14]), unaffected.contains(.iOS13) {
            named.insert(.iOS13)
            exceptions.append("on iOS 13")
        }
        if systems.contains(.iOS14), unaffected.contains(.iOS14DeveloperMode) {
            named.insert(.iOS14DeveloperMode)
            exceptions.append("in developer mode")
        }
        return "Links open the browser instead of the app on \(AppleSystem.phrase(named))"
            + (exceptions.isEmpty ? "" : ", except \(Phrase.list(exceptions))")
    }

    /// The behavior of iOS 14 and later, to follow the statement that earlier systems open the browser.
    private var laterSystemsClause: String {
        switch iOS14Verdict?.outcome ?? .unknown {
        case .works: "; on iOS 14 and later they open the app"
        case .observedToWork: "; on iOS 14 and later they probably open the app (observed, not documented by Apple)"
        case .unknown, .doesNotWork, .observedToFail: ", and possibly on later systems"
        }
    }

    private var working: String {
        if report.opensApp == .noLinks { return withoutLinks }
        let browserSystems = systems { $0.works == false }
        if browserSystems.contains(.iOS14) { return opensBrowser(on: browserSystems) }
        let reliableSystems = systems { $0.outcome == .works }
        if reliableSystems.contains(.iOS14) {
            return "Links can open \(openedApps) on \(AppleSystem.phrase(reliableSystems))\(unopenedApps)"
        }
        let probableSystems = systems { $0.outcome == .observedToWork }
        if probableSystems.contains(.iOS14) {
            return "Links probably open \(openedApps) on \(AppleSystem.phrase(probableSystems)) "
                + "(observed, not documented by Apple)\(unopenedApps)"
        }
        let olderSystems = systems { $0.works == true }.subtracting([.iOS14DeveloperMode])
        guard olderSystems.isEmpty else {
            return "Links can open the app on \(AppleSystem.phrase(olderSystems)); for iOS 14 and later this is unknown"
        }
        let isUnknownEverywhere = report.verdicts.allSatisfy { $0.works == nil }
        return "It is unknown whether links open the app" + (isUnknownEverywhere ? "" : " on iOS 14 and later")
    }

    private var withoutLinks: String {
        let services = report.file?.services ?? []
        let isOne = services.count == 1
        let workingSystems = systems { $0.works == true }
        return "The file has no universal links; \(Phrase.list(services)) "
            + (workingSystems.isEmpty
                ? "\(isOne ? "does" : "do") not work"
                : "\(isOne ? "works" : "work") on \(AppleSystem.phrase(workingSystems))")
    }

    private var openedApps: String {
        let names = currentApps { $0.works == true }
        return names.isEmpty ? "the app" : Phrase.list(names, limit: VerdictTable.maxNames)
    }

    /// The expected apps that links do not open, as the rest of a sentence; empty if there are none.
    private var unopenedApps: String {
        let isUnopened = { (app: Verdict.App) in app.isExpected && app.works != true }
        let names = currentApps(where: isUnopened)
        guard !names.isEmpty else { return "" }
        let list = Phrase.list(names, limit: VerdictTable.maxNames)
        let noun = "expected app\(names.count == 1 ? "" : "s")"
        let unopened = (iOS14Verdict?.apps ?? []).filter(isUnopened)
        guard unopened.allSatisfy({ $0.because.contains(.expectedAppMissing) }) else {
            return ", but not the \(noun) \(list)"
        }
        return ", but the \(noun) \(list) \(names.count == 1 ? "is" : "are") missing"
    }

    private func currentApps(where condition: (Verdict.App) -> Bool) -> [String] {
        let apps = iOS14Verdict?.apps ?? []
        let names = AppNames(apps.map(\.appID))
        return apps.filter(condition).map { names[$0.appID] }
    }

    private var errorsClause: String {
        guard let cause = report.cause else { return "" }
        let count = count(.error)
        return "; \(Phrase.count(count, "error"))\(count > 1 ? ", the first" : ""): "
            + Phrase.lowered(Catalogue[cause.code].title)
    }

    private func systems(_ condition: (Verdict) -> Bool) -> Set<AppleSystem> {
        Set(report.verdicts.filter(condition).map(\.system))
    }

    private func count(_ severity: Severity) -> Int {
        report.findings.count { $0.severity == severity && $0.waived == nil }
    }
}
