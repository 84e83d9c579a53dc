public import AppSiteAssociation
import Findings

/// A compiled file for matching URLs, or the reason why there is none.
public struct LinkSource: Sendable {
    /// The origin of the file: its URL, its path, or `-`; `nil` without a file.
    public var name: String?
    private let matcher: Result<LinkMatcher, NoFile>

    private struct NoFile: Error {
        var reason: String
    }

    private init(name: String?, matcher: Result<LinkMatcher, NoFile>) {
        self.name = name
        self.matcher = matcher
    }

    /// Creates a source from a file on disk.
    public init(_ report: LintReport) {
        name = report.path
        if let problem = report.problem {
            matcher = .failure(NoFile(reason: "the file cannot be read: \(problem)"))
        } else {
            matcher = Self.matcher(report.file, report.findings)
        }
    }

    /// Creates a source from the file that a domain serves.
    public init(_ report: DomainReport) {
        let location = report.file?.location == .root ? report.root : report.wellKnown
        name = location?.url ?? report.input
        matcher = Self.matcher(report.file, report.findings)
    }

    private static func matcher(_ file: FileReport?, _ findings: [Finding]) -> Result<LinkMatcher, NoFile> {
        guard let bytes = file?.bytes, let document = try? JSONDocument(bytes) else {
            let cause = findings.first { $0.severity == .error } ?? findings.first
            return .failure(
                NoFile(
                    reason: cause.map { "\($0.code.rawValue): \($0.message)" } ?? "there is no file that can be read"))
        }
        return .success(LinkMatcher(AssociationFile(document)))
    }

    /// The reason why there is no file; `nil` if there is one.
    public var problem: String? {
        guard case .failure(let noFile) = matcher else { return nil }
        return noFile.reason
    }

    /// Returns the result for a URL that no file applies to, because it is not a web address.
    public static func matchWithoutFile(_ request: LinkRequest, traces: Bool) -> LinkResult {
        let empty = matcher(
            FileReport(location: .file, signed: false, services: [], apps: [], bytes: [0x7B, 0x7D]), [])
        return LinkSource(name: nil, matcher: empty).match(request, host: nil, app: nil, traces: traces)
    }

    /// Matches one URL.
    /// - Parameters:
    ///   - request: The URL.
    ///   - host: The host that the file belongs to; `nil` to ignore the hosts of URLs.
    ///   - app: The app to match; `nil` for all apps of the file.
    ///   - traces: Whether every tried rule is reported.
    /// - Returns: The result.
    public func match(
        _ request: LinkRequest, host: AssociatedHost?, app: AppIdentifier?, traces: Bool
    ) -> LinkResult {
        let answer: LinkResult.Answer
        var nearMiss: String?
        switch matcher {
        case .failure(let noFile): answer = .noFile(noFile.reason)
        case .success(let matcher):
            if traces {
                let explanation = matcher.explain(request.url, host: host, app: app)
                answer = .compared(explanation.match, trace: explanation.details)
            } else {
                answer = .compared(matcher.match(request.url, host: host, app: app), trace: nil)
            }
            if case .compared(let match, trace: _) = answer, match.outcome == .noMatch, match.obstacle == nil {
                nearMiss = matcher.nearMiss(request.url, app: app)
            }
        }
        return LinkResult(url: request.text, source: name, answer: answer, nearMiss: nearMiss)
    }
}
