import Audit
import Basics
import Findings
import Transport

enum FixAdvice {
    static let whenDevicesNotice =
        "Apple's CDN requests the file again within about a day. iOS 14 and later check the CDN about once a "
        + "week, and when the app is installed or updated, so a device can take about 8 days. iOS 13 and earlier "
        + "request the file from the server, and only when the app is installed or updated. A device in developer "
        + "mode requests it directly from the server."

    /// The time until a fix has an effect, in one sentence.
    static let delay =
        "After the fix, it may take about 8 days until all devices with iOS 14 or later notice the change."

    /// The possible causes if a link of a domain without problems opens the browser.
    static let whenLinksOpenTheBrowser = """
        If a link still opens the browser, this check cannot see why. Possible causes: the link was typed into the \
        address bar or tapped on a page of the same domain; the user once chose to open links in the browser; the app \
        was installed only minutes ago; the app does not list this domain; no rule matches this link. Test with a link \
        in Notes or Messages.
        """

    static func verification(of report: DomainReport) -> String {
        // The advice on an unusual port is to move to the default port.
        let movesPort = report.findings.contains { $0.code == .portUnusual }
        let name = ShellWord.word((movesPort ? report.domain?.displayHost : report.domain?.name) ?? report.input)
        return
            "Run “aasa-audit \(name)” again: these findings should no longer appear, and the file should be served with "
            + "status 200, as JSON, without a redirect. " + whenDevicesNotice
    }
}

extension DomainReport {
    /// Returns the remedies that a ticket shows: that of the detected server, or those of the most common servers.
    func ticketRemedies(for finding: Finding) -> [ServerRemedy] {
        if let remedy = serverRemedy(for: finding) { return [remedy] }
        return platforms(for: finding).isEmpty ? Remedies.forCommonServers(finding.code) : []
    }
}

extension ServerRemedy {
    private static let folder = "/var/www/example.com"

    /// Returns the steps before the snippet, with a note about its example paths, and the steps after it.
    func steps(for report: DomainReport) -> (before: [String], after: [String]) {
        guard let text = snippet?.text(for: report) else { return (steps, []) }
        let after = Array(steps.suffix(endsWithCheck ? 1 : 0))
        let before = Array(steps.dropLast(after.count))
        let folder = text.contains(Self.folder) ? Self.folder : "/var/www/\(report.domain?.host ?? "")"
        if text.contains(folder) {
            let place = text.contains("\(folder)/apple-app-site-association") ? "it" : "its subfolder .well-known"
            let note = "The folder “\(folder)” is an example: use this host's own folder, and put the file in \(place)."
            return (before + [note], after)
        }
        guard text.contains("/etc/letsencrypt/") else { return (before, after) }
        return (before + ["The certificate paths are examples; use your own."], after)
    }
}

extension ConfigurationSnippet {
    /// Returns the snippet with the host of the domain, and the host to which it redirects, in place of the example's.
    ///
    /// If the destination is unknown, the example is unchanged: a redirect to the wrong name does more harm than a
    /// placeholder.
    func text(for report: DomainReport) -> String {
        guard let host = report.domain?.host, Self.isHost(host) else { return text }
        // In the snippets, `www.example.com` is the destination, so the host is only filled in between.
        let parts = text.split(separator: "www.example.com", omittingEmptySubsequences: false)
        let filledParts = parts.map { String($0).replacing("example.com", with: host) }
        guard filledParts.count > 1 else { return filledParts.joined() }
        guard let target = Self.target(of: report) else { return text }
        return filledParts.joined(separator: target)
    }

    /// Returns the reachable host to which the domain redirects with https on the default port; `nil` if there is none.
    private static func target(of report: DomainReport) -> String? {
        let isEndUnreachable = report.findings.contains { finding in
            guard finding.code == .redirect, let problem = finding.finalProblem else { return false }
            return Catalogue[problem].family == .reachingTheServer
        }
        for location in [report.wellKnown, report.root] {
            guard let redirects = location?.redirects, let target = redirects.first.flatMap({ AbsoluteURL($0.to) }),
                target.scheme == "https"
            else { continue }
            if isEndUnreachable, redirects.count == 1 { return nil }
            return target.port == 443 && isHost(target.host) ? target.host : nil
        }
        return nil
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isAddressByte) && !text.contains(":")
    }
}
