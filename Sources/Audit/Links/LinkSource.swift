public import AppSiteAssociation
import Basics
import Findings

/// A compiled file for matching URLs, or the reason why there is none.
public struct LinkSource: Sendable {
    /// The origin of the file: its URL, its path, or `-`; `nil` without a file.
    public var name: String?
    private let matcher: LinkMatcher?
    /// The reason why there is no file; `nil` if there is one.
    public let problem: String?

    /// Creates a source from a file on disk.
    public init(_ report: LintReport) {
        name = report.path
        if let problem = report.problem {
            matcher = nil
            self.problem = "the file cannot be read: \(problem)"
        } else {
            (matcher, problem) = Self.compile(report.file?.bytes, report.findings)
        }
    }

    /// Creates a source from the file that a domain serves.
    public init(_ report: DomainReport) {
        let location = report.file?.location == .root ? report.root : report.wellKnown
        name = location?.url ?? report.input
        (matcher, problem) = Self.compile(report.file?.bytes, report.findings)
    }

    /// Creates a source from an empty file.
    private init() { (matcher, problem) = Self.compile(Array("{}".utf8), []) }

    private static func compile(
        _ bytes: [UInt8]?, _ findings: [Finding]
    ) -> (matcher: LinkMatcher?, problem: String?) {
        guard let bytes, let document = try? JSONDocument(bytes) else {
            let cause = findings.first { $0.severity == .error } ?? findings.first
            let problem = cause.map { "\(Phrase.clause($0.message)) (\($0.code.rawValue))" }
            return (nil, problem ?? "there is no file that can be read")
        }
        return (LinkMatcher(AssociationFile(document)), nil)
    }

    /// Returns the result for a URL that no file applies to, because it is not a web address.
    public static func matchWithoutFile(_ request: LinkRequest, traces: Bool) -> LinkResult {
        LinkSource().match(request, host: nil, app: nil, traces: traces)
    }

    /// Matches one URL.
    /// - Parameters:
    ///   - request: The URL.
    ///   - host: The host that the file belongs to; `nil` to ignore the hosts of URLs.
    ///   - app: The app to match; `nil` for all apps of the file.
    ///   - traces: Whether the result reports every rule that was tried.
    /// - Returns: The result.
    public func match(
        _ request: LinkRequest, host: AssociatedHost?, app: AppIdentifier?, traces: Bool
    ) -> LinkResult {
        guard let matcher else {
            return LinkResult(url: request.text, source: name, answer: .noFile(problem ?? ""))
        }
        let explanation = traces ? matcher.explain(request.url, host: host, app: app) : nil
        let match = explanation?.match ?? matcher.match(request.url, host: host, app: app)
        return LinkResult(
            url: request.text, source: name, answer: .compared(match, trace: explanation?.details),
            nearMiss: matcher.nearMiss(request.url, app: app, after: match))
    }
}
