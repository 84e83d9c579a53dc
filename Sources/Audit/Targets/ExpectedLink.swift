import AppSiteAssociation
import Basics

/// A URL that is expected to open an app, or not to open any, according to the file of its domain.
package struct ExpectedLink: Hashable, Sendable, CustomStringConvertible {
    package let request: LinkRequest
    /// The target of the URL's host.
    package let target: Target

    /// Parses an http or https URL; if `host` is given, the URL must belong to it or to a host below it.
    ///
    /// - Throws: `SettingError` if the text is invalid, no app can open the URL, or the file does not apply to it.
    package init(_ text: String, of host: String? = nil) throws(SettingError) {
        let target: Target?
        do {
            request = try LinkRequest(text)
            target = try request.target()
        } catch {
            throw SettingError(
                found: "\(VisibleText.quote(text)) cannot be used: \(error)",
                expected: "expected a whole URL such as https://\(host ?? "example.com")/path")
        }
        guard var target else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) begins with \(VisibleText.quote(request.url.scheme + ":"))",
                expected: "only links that begin with https: or http: can open an app")
        }
        if let host, target.host != host, !target.host.hasSuffix("." + host) {
            throw SettingError(
                found: "\(VisibleText.quote(text)) belongs to \(VisibleText.quote(request.url.host))",
                expected: "expected a URL of \(host) or of a host below it, because the file of \(host) is checked")
        }
        target.input = TargetParser.redacted(text)
        self.target = target
    }

    package var description: String { request.text }

    /// Returns the domain whose file applies to the URL: its own host, or the domain of the longest matching wildcard.
    ///
    /// Documented as matching.host, domains.wildcard, domains.wildcard-longest
    package func domain(among targets: some Sequence<Target>) -> DomainID {
        var covering: DomainID?
        for other in targets {
            if other.domain == target.domain {
                // A wildcard covers the hosts below its domain, but not the domain itself.
                if other.isWildcard { continue }
                return target.domain
            }
            guard other.isWildcard, other.port == target.port, target.host.hasSuffix("." + other.host),
                other.host.utf8.count > (covering?.host.utf8.count ?? 0)
            else { continue }
            covering = other.domain
        }
        return covering ?? target.domain
    }
}
