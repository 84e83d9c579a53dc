import Audit
import Records
import Transport

extension CaseWords {
    /// The redirects of the link, as arrows; empty if it does not redirect.
    var hops: [RedirectTrail.Hop] { answer.trail?.hops ?? [] }

    /// The notes about the destination of the link: the host that counts, and redirects that could not be followed.
    var trailNotes: [String] {
        guard let trail = answer.trail else {
            return ["The link itself was not requested, so it is not known whether it redirects to another host."]
        }
        var notes: [String] = []
        if trail.first?.status == nil {
            notes.append(
                "The link could not be loaded, so it is not known whether it redirects to another host.")
        }
        if trail.hosts.count > 1 {
            notes.append(
                """
                The host that counts is \(host): iOS compares only the tapped link with the apps' domains; Apple does \
                not document any check of the hosts that a redirect leads to.
                """)
        } else if !trail.hops.isEmpty {
            notes.append("The link is redirected on its own host; iOS compares the tapped link.")
        }
        if let end = trail.redirects.flatMap(Self.reasonForEnd) { notes.append(end) }
        switch trail.pageRedirect {
        case .metaRefresh?:
            notes.append("The page at the end forwards by itself (a meta refresh). \(Self.browserHint)")
        case .script?: notes.append("The page at the end seems to forward with a script. \(Self.browserHint)")
        case nil: break
        }
        if let status = trail.last?.status, trail.last?.failure == nil, [404, 410].contains(status) || status >= 500 {
            notes.append("The page itself responds with \(status): users without the app see an error.")
        }
        return notes
    }

    private static let browserHint =
        "Only a browser follows that: open the link in one, and run “aasa-audit case” with the final address."

    /// Returns the reason why the redirects were not followed to their end; `nil` if they were.
    private static func reasonForEnd(of redirects: RedirectTrail) -> String? {
        switch redirects.end {
        case .answered: return nil
        case .failed:
            return switch redirects.exchanges.last?.failure?.kind {
            case .addressBlocked?: "The last redirect leads to an address that is not public; it was not followed."
            case .addressUnknown?:
                "The last redirect leads to a name that is not known to have public addresses only; it was not followed."
            default: "The last redirect leads to a server that returned no complete response."
            }
        case .loop: return "The redirects form a loop."
        case .limit:
            return "The redirects continue after \(redirects.hops.count - 1) of them, and were not followed further."
        case .unusableLocation:
            return
                "The last redirect leads to a link that cannot be requested, such as one with an app's own scheme."
        case .deadline: return "The time limit was reached before the redirects ended."
        }
    }
}
