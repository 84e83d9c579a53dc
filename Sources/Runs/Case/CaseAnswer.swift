package import AppSiteAssociation
package import Audit
import Findings
import Transport

package import struct Foundation.Date

/// The answer about one link: whether it opens the app, on which systems, and which steps to take.
///
/// It is a pure function of the observations.
package struct CaseAnswer: Sendable {
    /// The answer in a word; the raw values are those of reports.
    package enum Word: String, Sendable, CaseIterable {
        /// The link opens the app.
        case yes
        /// The link opens the browser.
        case no
        /// It opens the app on some of the systems that count, and the browser on others.
        case depends
        /// It is not documented, or could not be checked.
        case unknown
    }

    /// A question about a link.
    package struct Question: Sendable {
        /// The link.
        package var request: LinkRequest
        /// The only app that counts; `nil` for any.
        package var app: AppIdentifier?
        /// The systems that count; empty for all, among which iOS 14 and later decides.
        package var systems: Set<AppleSystem>

        /// Creates a question.
        package init(request: LinkRequest, app: AppIdentifier? = nil, systems: Set<AppleSystem> = []) {
            self.request = request
            self.app = app
            self.systems = systems
        }
    }

    /// A host that the link leads to, with what would become of the link there if it were tapped itself.
    package struct Destination: Sendable {
        /// The link that was arrived at.
        package var request: LinkRequest
        /// The report on the domain of that link.
        package var report: DomainReport
        /// One verdict for each generation.
        package var verdicts: [LinkVerdict]

        /// Judges the link that was arrived at.
        package init(request: LinkRequest, app: AppIdentifier?, _ report: DomainReport) {
            self.request = request
            self.report = report
            verdicts = LinkVerdict.all(request, app: app, report)
        }
    }

    /// The question.
    package let question: Question
    /// The report on the domain of the link.
    package let report: DomainReport
    /// One verdict for each generation.
    package let verdicts: [LinkVerdict]
    /// The result of requesting the link itself; `nil` if it was not requested.
    package let trail: LinkTrail?
    /// The destination of the link; `nil` unless it is on another host.
    package let destination: Destination?
    /// The other apps that the link opens on iOS 14 and later; empty unless the question is about one app.
    package let otherApps: [AppIdentifier]
    /// The answer.
    package let word: Word
    /// The steps to take, in order of importance; empty if there are none.
    package let steps: [CaseStep]

    /// When the observation began.
    package var startedAt: Date { report.startedAt }

    /// Answers a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - report: The report on the domain of the link.
    ///   - trail: The result of requesting the link itself; `nil` if it was not requested.
    ///   - destination: The destination of the link; `nil` unless it is on another host.
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

    /// The verdict on `system`.
    package func verdict(on system: AppleSystem) -> LinkVerdict? { verdicts.first { $0.system == system } }

    /// The exit code of the program: 0 if the link opens the app on all systems that count, 2 if it does not, 4 if that is
    /// unknown.
    package var code: RunExitCode.Code {
        switch word {
        case .yes: .success
        case .no, .depends: .findings
        case .unknown: .unreachable
        }
    }

    // MARK: The answer

    /// The verdict that the answer follows: of the systems that count the first that does not open the app, else the last.
    static func decisive(_ verdicts: [LinkVerdict], _ systems: Set<AppleSystem>) -> LinkVerdict? {
        let counting = counting(verdicts, systems)
        return counting.first { $0.outcome.works != true } ?? counting.last
    }

    /// The verdicts on the systems that were asked for, else that on iOS 14 and later, as every user has it.
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

    /// Whether an earlier system keeps the link in the browser for a reason that somebody should mend: not because it never
    /// reads this kind of file.
    static func isLost(_ verdict: LinkVerdict, _ report: DomainReport) -> Bool {
        guard verdict.system != .iOS14DeveloperMode, verdict.outcome.works == false else { return false }
        if verdict.isDecidedByRules { return true }
        return report.findings.contains {
            verdict.because.contains($0.code) && $0.severity == .error && $0.waived == nil
        }
    }
}
