package import AppSiteAssociation
package import Audit
import Findings

package import struct Foundation.Date

/// The answer about one link: whether it opens the app, on which systems, and which steps to take.
///
/// It is a pure function of the observations.
package struct CaseAnswer: Sendable {
    /// The answer in a single word; the raw values are those of reports.
    package enum Word: String, Sendable, CaseIterable {
        case yes
        case no
        /// The link opens the app on some of the relevant systems, and the browser on others.
        case depends
        /// The outcome is not documented, or could not be checked.
        case unknown
    }

    package struct Question: Sendable {
        package var request: LinkRequest
        /// The only relevant app; `nil` for any.
        package var app: AppIdentifier?
        /// The relevant systems; empty for all, of which iOS 14 and later is decisive.
        package var systems: Set<AppleSystem>

        package init(request: LinkRequest, app: AppIdentifier? = nil, systems: Set<AppleSystem> = []) {
            self.request = request
            self.app = app
            self.systems = systems
        }
    }

    /// A host that the link leads to, with the verdicts on opening the resulting link directly.
    package struct Destination: Sendable {
        package var request: LinkRequest
        package var report: DomainReport
        /// One verdict for each generation.
        package var verdicts: [LinkVerdict]

        package init(request: LinkRequest, app: AppIdentifier?, _ report: DomainReport) {
            self.request = request
            self.report = report
            verdicts = LinkVerdict.all(request, app: app, report)
        }
    }

    package let question: Question
    package let report: DomainReport
    /// One verdict for each generation.
    package let verdicts: [LinkVerdict]
    /// The result of requesting the link itself; `nil` if it was not requested.
    package let trail: LinkTrail?
    /// The destination of the link; `nil` unless it is on another host.
    package let destination: Destination?
    /// The other apps that the link opens on iOS 14 and later; empty unless the question is about one app.
    package let otherApps: [AppIdentifier]
    package let word: Word
    /// The steps to take, in order of importance; empty if there are none.
    package let steps: [CaseStep]

    /// The time at which the observation began.
    package var startedAt: Date { report.startedAt }

    package init(
        _ question: Question, _ report: DomainReport, trail: LinkTrail? = nil, destination: Destination? = nil
    ) {
        self.question = question
        self.report = report
        self.trail = trail
        self.destination = destination
        verdicts = LinkVerdict.all(question.request, app: question.app, report)
        let others = question.app == nil ? [] : LinkVerdict.all(question.request, app: nil, report)
        otherApps = others.first { $0.system == .iOS14 }?.apps.filter { $0 != question.app } ?? []
        word = Self.word(verdicts, question.systems, report)
        steps = CaseStep.steps(verdicts, question, report, destination)
    }

    package func verdict(on system: AppleSystem) -> LinkVerdict? { verdicts.first { $0.system == system } }

    /// The exit code of the program: 0 if the link opens the app on all relevant systems, 2 if it does not, 4 if
    /// unknown.
    package var code: RunExitCode.Code {
        switch word {
        case .yes: .success
        case .no, .depends: .findings
        case .unknown: .unreachable
        }
    }

    // MARK: The answer

    /// Returns the decisive verdict: of the relevant systems, the first one that does not open the app, or else the
    /// last one.
    static func decisive(_ verdicts: [LinkVerdict], _ systems: Set<AppleSystem>) -> LinkVerdict? {
        let counting = counting(verdicts, systems)
        return counting.first { $0.outcome.works != true } ?? counting.last
    }

    /// Returns the verdicts on the requested systems, or otherwise that on iOS 14 and later without developer mode.
    private static func counting(_ verdicts: [LinkVerdict], _ systems: Set<AppleSystem>) -> [LinkVerdict] {
        verdicts.filter { systems.isEmpty ? $0.system == .iOS14 : systems.contains($0.system) }
    }

    private static func word(
        _ verdicts: [LinkVerdict], _ systems: Set<AppleSystem>, _ report: DomainReport
    ) -> Word {
        let works = Set(counting(verdicts, systems).map(\.outcome.works))
        if works == [true] {
            let isOnlyPart = systems.isEmpty && verdicts.contains { isLost($0, report) }
            return isOnlyPart ? .depends : .yes
        }
        if works == [false] { return .no }
        return works.contains(true) ? .depends : .unknown
    }

    /// Whether an earlier system opens the browser for a reason that can be fixed, not because it never reads this
    /// kind of file.
    static func isLost(_ verdict: LinkVerdict, _ report: DomainReport) -> Bool {
        guard verdict.system != .iOS14DeveloperMode, verdict.outcome.works == false else { return false }
        if verdict.isDecidedByRules { return true }
        return report.findings.contains {
            verdict.because.contains($0.code) && $0.severity == .error && $0.waived == nil
        }
    }
}
