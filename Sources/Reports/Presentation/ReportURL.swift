import Findings
import Records

/// The URL of the full report from the setting `report_url`: a site if it ends with a slash, else an HTML report.
package struct ReportURL {
    /// The maximum length of a link, in bytes.
    package static let maxBytes = 200

    let text: String

    /// Reads the URL from the settings of a run, which may be untrusted; `nil` if the settings contain no valid URL.
    init?(of run: any StoredRun) {
        guard let text = run.facts.reportURL, text.utf8.count <= Self.maxBytes,
            ["https://", "http://"].contains(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    func domains(with code: FindingCode) -> String {
        text + (text.hasSuffix("/") ? SiteAddress.attention : "#code=\(code.rawValue)")
    }

    /// Returns the URL of the part about a domain; `nil` if the name alone does not determine the URL.
    func domain(named name: String) -> String? {
        let anchor = SiteAddress.hostAndPort(of: name).flatMap { PageIndex.anchor(host: $0.host, port: $0.port) }
        let suffix = text.hasSuffix("/") ? SiteAddress.domain(named: name) : anchor.map { "#\($0)" }
        guard let suffix, text.utf8.count + suffix.utf8.count <= Self.maxBytes else { return nil }
        return text + suffix
    }
}
