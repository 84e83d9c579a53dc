import Findings
import Transport

/// The remedies for the common kinds of redirects; those that depend on the server are in ``Remedies``.
enum RedirectRemedy {
    /// Returns a remedy for this redirect; `nil` if the catalogue's remedy applies.
    static func text(for route: RedirectRoute) -> String? {
        guard let first = route.hops.first, let from = URLParts(first.from), let to = URLParts(first.to) else {
            return nil
        }
        let path = Wording.excerpt(from.path)
        if from.isApexOrWWW(of: to) {
            return
                "Serve the file on \(Wording.excerpt(from.host)) and on \(Wording.excerpt(to.host)), both with status "
                + "200: exempt \(path) from the redirect that leads from one name to the other."
        }
        if from.host == to.host, to.scheme == "https", to.path == from.path + "/" {
            return "Exempt \(path) from the rule that appends a slash: the file must be served at this very URL."
        }
        if to.scheme == "http" {
            return
                "Serve the file over HTTPS at \(path) itself, with status 200: exempt it from the redirect to plain HTTP."
        }
        return nil
    }
}
