public import Findings
public import Transport

extension HostingPlatform {
    /// Recognises the platforms behind a response, the outermost first: a CDN, the hosting service, the server, the
    /// application.
    ///
    /// All signs are untrusted and can be forged; they only affect explanations and configuration snippets. Each
    /// platform is returned once. A CDN that is part of a hosting service is omitted, because the service's customers
    /// cannot configure it.
    ///
    /// - Parameters:
    ///   - headerFields: The header fields of the response; empty without a response.
    ///   - certificates: The certificates in the order in which they were sent, the server's own first.
    /// - Returns: Each platform once; empty if none is recognised.
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
        // A response is more reliable than the names in a certificate.
        if found.isEmpty, let leaf = certificates.first {
            found.formUnion(PlatformCertificates.recognise(leaf))
        }
        for (service, edge) in PlatformSigns.ownEdges where found.contains(service) { found.remove(edge) }
        return allCases.filter(found.contains).sorted { $0.layer < $1.layer }
    }
}

extension LocationReport {
    /// The recognised platforms that took part in the first response, the outermost first.
    public var platforms: [HostingPlatform] {
        guard let exchange else { return [] }
        return HostingPlatform.recognise(
            headerFields: exchange.headerFields, certificates: exchange.tls?.chain ?? [])
    }
}

extension DomainReport {
    /// Returns the platforms behind the subject of `finding`, the outermost first; empty if none was recognised.
    ///
    /// Findings about the domain as a whole were observed at the well-known location, or otherwise at the root.
    public func platforms(for finding: Finding) -> [HostingPlatform] {
        switch finding.location {
        case .root: return root?.platforms ?? []
        case .cdn: return []
        case .wellKnown, .domain, .file:
            let platforms = wellKnown?.platforms ?? []
            return platforms.isEmpty ? root?.platforms ?? [] : platforms
        }
    }

    /// Returns the remedy for `finding` on the recognised server; `nil` if none.
    ///
    /// Findings about the content are corrected in the file, regardless of the server.
    public func serverRemedy(for finding: Finding) -> ServerRemedy? {
        Remedies.of(finding.code, on: platforms(for: finding))
    }
}
