import Audit
import Basics
import Findings
import Records

/// The conclusion of a domain's report, in one sentence without a full stop.
struct VerdictSentence {
    private let report: DomainReport
    private let iOS14Verdict: Verdict?

    static func text(_ report: DomainReport) -> String { VerdictSentence(report).text }

    private init(_ report: DomainReport) {
        self.report = report
        iOS14Verdict = report.verdicts.first { $0.system == .iOS14 }
    }

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
        if report.opensApp == .noLinks { return withoutLinks + errors }
        // Only failures due to an error or the rules count, not those of systems that never read this kind of file.
        let errorCodes = Set(report.findings.filter { $0.severity == .error && $0.waived == nil }.map(\.code))
        let broken = systems { verdict in
            verdict.works == false && (verdict.because.isEmpty || !errorCodes.isDisjoint(with: verdict.because))
        }
        guard broken.isSubset(of: [.iOS14DeveloperMode]) else {
            if broken.contains(.iOS14) { return opensBrowser(on: broken) }
            // The sentence includes iOS 9 to 12 even if the cause on these systems is that they never read this file.
            let includesOldest = broken.contains(.iOS13) && systems { $0.works == false }.contains(.iOS9To12)
            let all = includesOldest ? broken.union([.iOS9To12]) : broken
            return opensBrowser(on: all.subtracting([.iOS14DeveloperMode])) + sequel + missingApps
        }
        if !broken.isEmpty { return "Links do not open the app in developer mode" }
        switch iOS14Verdict?.works {
        case nil: return "Links may open the browser instead of the app"
        case false?: return working
        case true?: return working + (missingApps.isEmpty ? errors : "")
        }
    }

    /// Returns the result for links that open the browser on `systems`, with the exceptions between them.
    private func opensBrowser(on systems: Set<AppleSystem>) -> String {
        let opening = self.systems { $0.works == true }
        var named = systems
        var exceptions: [String] = []
        if systems.isSuperset(of: [.iOS9To12, .iOS14]), opening.contains(.iOS13) {
            named.insert(.iOS13)
            exceptions.append("on iOS 13")
        }
        if systems.contains(.iOS14), opening.contains(.iOS14DeveloperMode) { exceptions.append("in developer mode") }
        return "Links open the browser instead of the app on \(AppleSystem.phrase(named))"
            + (exceptions.isEmpty ? "" : ", except \(Phrase.list(exceptions))")
    }

    /// The behavior of iOS 14 and later, to follow the statement that earlier systems open the browser.
    private var sequel: String {
        switch iOS14Verdict?.outcome ?? .unknown {
        case .works: "; on iOS 14 and later they open the app"
        case .observedToWork: "; on iOS 14 and later they probably open the app (observed, not documented by Apple)"
        case .unknown, .doesNotWork, .observedToFail: ", and possibly on later systems"
        }
    }

    private var working: String {
        if report.opensApp == .noLinks { return withoutLinks }
        let broken = systems { $0.works == false }
        if broken.contains(.iOS14) { return opensBrowser(on: broken) }
        let opening = systems { $0.outcome == .works }
        if opening.contains(.iOS14) {
            return "Links can open \(openedApps) on \(AppleSystem.phrase(opening))\(missingApps)"
        }
        let likely = systems { $0.outcome == .observedToWork }
        if likely.contains(.iOS14) {
            return "Links probably open \(openedApps) on \(AppleSystem.phrase(likely)) "
                + "(observed, not documented by Apple)\(missingApps)"
        }
        let known = systems { $0.works == true }.subtracting([.iOS14DeveloperMode])
        guard known.isEmpty else {
            return "Links can open the app on \(AppleSystem.phrase(known)); for iOS 14 and later this is unknown"
        }
        let isUnknown = report.verdicts.allSatisfy { $0.works == nil }
        return "It is unknown whether links open the app" + (isUnknown ? "" : " on iOS 14 and later")
    }

    private var withoutLinks: String {
        let services = report.file?.services ?? []
        let isOne = services.count == 1
        let working = systems { $0.works == true }
        return "The file has no universal links; \(Phrase.list(services)) "
            + (working.isEmpty
                ? "\(isOne ? "does" : "do") not work" : "\(isOne ? "works" : "work") on \(AppleSystem.phrase(working))")
    }

    private var openedApps: String {
        let names = currentApps { $0.outcome.works == true }
        return names.isEmpty ? "the app" : Phrase.list(names, limit: VerdictTable.maxNames)
    }

    /// The expected apps that links do not open, as the rest of a sentence; empty if there are none.
    private var missingApps: String {
        let isClosed = { (app: Verdict.App) in app.isExpected && app.outcome.works != true }
        let names = currentApps(where: isClosed)
        guard !names.isEmpty else { return "" }
        let list = Phrase.list(names, limit: VerdictTable.maxNames)
        let noun = "expected app\(names.count == 1 ? "" : "s")"
        let closed = (iOS14Verdict?.apps ?? []).filter(isClosed)
        guard closed.allSatisfy({ $0.because.contains(.expectedAppMissing) }) else {
            return ", but not the \(noun) \(list)"
        }
        return ", but the \(noun) \(list) \(names.count == 1 ? "is" : "are") missing"
    }

    private func currentApps(where condition: (Verdict.App) -> Bool) -> [String] {
        let apps = iOS14Verdict?.apps ?? []
        let names = AppNames(apps.map(\.appID))
        return apps.filter(condition).map { names[$0.appID] }
    }

    private var errors: String {
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
