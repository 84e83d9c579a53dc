import AppSiteAssociation
import Basics
import Findings
import Transport

extension RedirectRoute {
    /// The remedy for common kinds of redirects; `nil` if the catalogue's remedy applies.
    ///
    /// The remedies that depend on the server are in ``Remedies``.
    var remedy: String? {
        guard let first = hops.first, let from = Self.webURL(first.from), let to = Self.webURL(first.to) else {
            return nil
        }
        let path = Wording.excerpt(from.path)
        if from.host == "www." + to.host || to.host == "www." + from.host {
            return
                "Serve the file on \(Wording.excerpt(from.host)) and on \(Wording.excerpt(to.host)) with status 200: "
                + "exempt \(path) from the redirect between them."
        }
        if from.host == to.host, to.scheme == "https", to.path == from.path + "/", to.query == nil {
            return "Exempt \(path) from the rule that appends a slash: the file must be served at this very URL."
        }
        guard to.scheme == "http" else { return nil }
        return
            "Serve the file over HTTPS at \(path) itself, with status 200: exempt it from the redirect to plain HTTP."
    }

    var endSentence: String {
        let reason = target?.problem.map { ": \(Phrase.lowered(Catalogue[$0].title))" } ?? ""
        let followed = hops.count > 1 ? "After \(hops.count) redirects it" : "It"
        // For a single hop, the preceding text already contains the target.
        let last =
            hops.count > 1 ? Wording.excerpt(target?.response.exchange.url ?? hops.last?.to ?? "") : "that URL"
        let destination = hops.count > 1 ? "\(followed) leads to \(last), which" : "That URL"
        switch end {
        case nil, .deadline?: return "The destination was not checked."
        case .loop?, .limit?: return "\(followed) does not end."
        case .unusableLocation?:
            let reason = unusable ?? "the reason is not known"
            return hops.count == 1
                ? "It cannot be followed: \(reason)."
                : "\(followed) ends at a target that cannot be used: \(Wording.quote(hops.last?.to ?? "")) (\(reason))."
        case .failed?:
            if target?.response.exchange.failure?.kind == .addressBlocked {
                return "\(followed) leads to an address that is not public; it was not followed there."
            }
            return "\(destination) could not be fetched\(reason)."
        case .answered?:
            guard let target else { return "\(followed) leads to \(last)." }
            if target.isUsable { return "\(destination) serves a usable file." }
            let status = target.response.status.map { "returns \(Wording.status($0))" } ?? "did not respond"
            return
                "\(destination) \(status)\(target.response.status == 200 ? ", but not a usable file" : "")\(reason)."
        }
    }
}
