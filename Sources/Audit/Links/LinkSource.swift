package import AppSiteAssociation
import Basics
import Findings

/// A compiled file for matching URLs, or the reason why there is none.
package struct LinkSource: Sendable {
    /// The origin of the file: its URL, its path, or `-`; `nil` without a file.
    package var name: String?
    private let matcher: LinkMatcher?
    /// The reason why there is no readable file; `nil` if there is one.
    package let problem: String?

    package init(_ report: LintReport) {
        name = report.path
        if let problem = report.problem {
            matcher = nil
            self.problem = "the file cannot be read: \(problem)"
        } else {
            (matcher, problem) = Self.compile(report.file?.bytes, report.findings)
        }
    }

    /// Creates a source from the file that a domain serves.
    package init(_ report: DomainReport) {
        let location = report.file?.location == .root ? report.root : report.wellKnown
        name = location?.url ?? report.input
        (matcher, problem) = Self.compile(report.file?.bytes, report.findings)
    }

    /// Creates a source with an empty file.
    private init() { (matcher, problem) = Self.compile(Array("{}".utf8), []) }

    private static func compile(_ bytes: [UInt8]?, _ findings: [Finding]) -> (matcher: LinkMatcher?, problem: String?) {
        guard let bytes, let document = try? JSONDocument(bytes) else {
            let cause = findings.first { $0.severity == .error } ?? findings.first
            let problem = cause.map { "\(Phrase.clause($0.message)) (\($0.code.rawValue))" }
            return (nil, problem ?? "there is no file that can be read")
        }
        return (LinkMatcher(AssociationFile(document)), nil)
    }

    /// Returns the result for a URL that no file applies to, because it is not a web address.
    package static func matchWithoutFile(_ request: LinkRequest, traces: Bool) -> LinkResult {
        LinkSource().match(request, host: nil, app: nil, traces: traces)
    }

    /// Matches one URL: of any host if `host` is `nil`, and for all apps of the file if `app` is `nil`.
    package func match(_ request: LinkRequest, host: AssociatedHost?, app: AppIdentifier?, traces: Bool) -> LinkResult {
        guard let matcher else {
            return LinkResult(url: request.text, source: name, answer: .noFile(reason: problem ?? ""))
        }
        let explanation = traces ? matcher.explain(request.url, host: host, app: app) : nil
        let match = explanation?.match ?? matcher.match(request.url, host: host, app: app)
        return LinkResult(
            url: request.text, source: name, answer: .compared(match, trace: explanation?.details),
            nearMiss: matcher.nearMiss(request.url, app: app, after: match))
    }
}

package struct LinkResult: Sendable {
    package enum Answer: Sendable {
        /// The URL was compared; includes the trace if one was requested.
        case compared(LinkMatch, trace: [DetailTrace]?)
        /// The URL was not compared, because there is no file.
        case noFile(reason: String)
        /// The input is not a valid URL.
        case invalidURL(reason: String)
    }

    package var url: String
    /// The origin of the file: its URL, its path, or `-`; `nil` if no file was requested.
    package var source: String?
    package var answer: Answer
    /// The reason why a rule that nearly matches does not, as a clause; `nil` if there is no such rule.
    package var nearMiss: String?

    /// The apps that the URL would open, but that cannot exist because their identifiers are malformed or placeholders.
    package var impossibleApps: [AppIdentifier] {
        guard case .compared(let match, trace: _) = answer else { return [] }
        return match.apps.filter { !$0.isPossible }
    }

    package init(url: String, source: String?, answer: Answer, nearMiss: String? = nil) {
        self.url = url
        self.source = source
        self.answer = answer
        self.nearMiss = nearMiss
    }
}

extension AssociatedHost {
    /// Parses a domain as users write it: a host name, internationalised or not, optionally with `*.` and a port, or
    /// an entitlement entry such as `applinks:*.example.com`.
    package init(reading text: String) throws(TargetError) {
        let target = try TargetParser.parse(text)
        self.init((target.isWildcard ? "*." : "") + DomainID.bracketed(target.host))
    }
}
