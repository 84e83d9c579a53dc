package import AppSiteAssociation
import Transport

/// The compiled files of a domain that determine its links; each generation of systems reads one of them.
package struct LinkFiles: Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        case appleCopy
        case server
        /// The target of the server's redirect.
        case redirect
    }

    private struct Compiled: Sendable {
        let source: Source
        let current: LinkMatcher
        let pathsOnly: LinkMatcher

        init?(_ bytes: [UInt8]?, _ source: Source) {
            guard let bytes, let document = try? JSONDocument(bytes) else { return nil }
            let file = AssociationFile(document)
            guard file.isObject else { return nil }
            self.source = source
            current = LinkMatcher(file)
            pathsOnly = LinkMatcher(file, as: .pathsOnly)
        }
    }

    private let copy: Compiled?
    /// Whether the response of Apple's CDN about its copy is known.
    private let isCopyKnown: Bool
    /// The server's file, or the file behind its redirect, which old systems refuse; an answer states which one.
    private let serverOrRedirectFile: Compiled?
    /// The server's file in developer mode, which accepts any certificate.
    private let serversFileInDeveloperMode: Compiled?

    package init(_ report: DomainReport) {
        let state = report.cdn?.state ?? .unchecked
        isCopyKnown = state != .unchecked
        let hasCopy = isCopyKnown && state != .fetchFailed
        copy = hasCopy ? Compiled(report.cdn?.exchange?.body, .appleCopy) : nil
        serverOrRedirectFile = Compiled(report.file?.bytes, .server) ?? Compiled(report.bodyBehindRedirects, .redirect)
        serversFileInDeveloperMode = serverOrRedirectFile ?? Compiled(report.unverifiedFile, .server)
    }

    package var isEmpty: Bool { copy == nil && serversFileInDeveloperMode == nil }

    package struct Answer: Sendable {
        package var source: Source
        package var match: LinkMatch
        /// The reason why a rule that nearly matches does not, as a clause; `nil` if there is no such rule.
        package var nearMiss: String?
    }

    /// Returns the result of matching `url` against the file that `system` reads; `nil` without a file.
    package func answer(_ url: LinkURL, app: AppIdentifier?, on system: AppleSystem) -> Answer? {
        let file =
            switch system {
            case .iOS9To12, .iOS13: serverOrRedirectFile
            case .iOS14: isCopyKnown ? copy : serverOrRedirectFile
            case .iOS14DeveloperMode: serversFileInDeveloperMode
            }
        guard let file else { return nil }
        let matcher = system == .iOS9To12 ? file.pathsOnly : file.current
        let match = matcher.match(url, app: app)
        return Answer(source: file.source, match: match, nearMiss: matcher.nearMiss(url, app: app, after: match))
    }
}
