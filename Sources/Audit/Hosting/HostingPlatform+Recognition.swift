public import Findings
public import Transport

extension HostingPlatform {
    /// Recognises who took part in an answer, the outermost first: a CDN, the hosting service, the server, the application.
    ///
    /// All of it is untrusted and may be made up; it only decides which words and snippets are offered. Nothing is
    /// recognised twice. A CDN that a hosting service runs for itself is not named beside the service: its customers
    /// have no settings there.
    ///
    /// - Parameters:
    ///   - headerFields: the header fields of the answer; they may be missing when there was none.
    ///   - certificates: the certificates as they were sent, the server's own first.
    /// - Returns: each platform once; empty where none is recognised.
    public static func recognise(
        headerFields: [HeaderField], certificates: [CertificateFacts] = []
    ) -> [HostingPlatform] {
        var found: Set<HostingPlatform> = []
        for field in headerFields {
            guard let signs = PlatformSigns.byField[field.name.lowercased()] else { continue }
            let value = field.value.utf8.prefix(PlatformSigns.bytesRead)
            var text = String(decoding: value, as: UTF8.self).lowercased()
            text.withUTF8 { text in
                for sign in signs where sign.fits(text) { found.insert(sign.platform) }
            }
        }
        // What an answer says is nearer to the truth than the names in a certificate.
        if found.isEmpty, let leaf = certificates.first {
            found.formUnion(PlatformCertificates.recognise(leaf))
        }
        for (service, edge) in PlatformSigns.ownEdges where found.contains(service) { found.remove(edge) }
        guard found.count > 1 else { return Array(found) }
        let order = allCases
        return order.filter(found.contains).sorted { $0.layer < $1.layer }
    }
}

extension LocationReport {
    /// Who took part in the first answer, as far as it can be recognised: the outermost first.
    public var platforms: [HostingPlatform] {
        guard let exchange else { return [] }
        return HostingPlatform.recognise(
            headerFields: exchange.headerFields, certificates: exchange.tls?.chain ?? [])
    }
}

extension DomainReport {
    /// Who took part in what `finding` is about: the outermost first; empty where none was recognised.
    ///
    /// What is said of the domain as a whole was seen at the well-known location, or else at the root.
    public func platforms(for finding: Finding) -> [HostingPlatform] {
        switch finding.location {
        case .root: return root?.platforms ?? []
        case .cdn: return []
        case .wellKnown, .domain, .file:
            let platforms = wellKnown?.platforms ?? []
            return platforms.isEmpty ? root?.platforms ?? [] : platforms
        }
    }

    /// The remedy for `finding` on the server that was recognised; `nil` where there is none.
    ///
    /// What findings about the content say is corrected in the file, wherever it is served.
    public func serverRemedy(for finding: Finding) -> ServerRemedy? {
        Remedies.of(finding.code, on: platforms(for: finding))
    }
}
