public import Findings
package import Transport

extension HostingPlatform {
    /// Recognises the platforms behind a response, from the outermost: CDN, hosting service, server, application.
    ///
    /// All signs are untrusted and can be forged; they only affect explanations and configuration snippets. A CDN that
    /// is part of a hosting service is omitted, because the service's customers cannot configure it.
    package static func recognise(
        headerFields: [HeaderField], certificates: [CertificateFacts] = []
    ) -> [HostingPlatform] {
        var found: Set<HostingPlatform> = []
        for field in headerFields {
            let name = field.name.lowercased()
            if let platform = PlatformSigns.platformsByField[name] { found.insert(platform) }
            guard let signs = PlatformSigns.platformsByValue[name] else { continue }
            let bytes = field.value.utf8.prefix(PlatformSigns.maxValueBytes)
            var value = String(decoding: bytes, as: UTF8.self).lowercased()
            value.withUTF8 { value in
                for sign in signs where sign.value.matches(value) { found.insert(sign.platform) }
            }
        }
        // The names in a certificate are less reliable than a response.
        if found.isEmpty, let leaf = certificates.first {
            found.formUnion(PlatformCertificates.recognise(leaf))
        }
        for (service, cdn) in PlatformSigns.cdnsOfServices where found.contains(service) { found.remove(cdn) }
        return allCases.filter(found.contains).sorted { $0.layer < $1.layer }
    }
}

extension LocationReport {
    /// The recognised platforms behind the first response, beginning with the outermost.
    public var platforms: [HostingPlatform] {
        guard let exchange else { return [] }
        return HostingPlatform.recognise(
            headerFields: exchange.headerFields, certificates: exchange.tls?.chain ?? [])
    }
}

extension DomainReport {
    /// Returns the platforms that a finding concerns, beginning with the outermost; empty if none was recognised.
    ///
    /// For findings about the whole domain, returns the platforms of the well-known location, or otherwise the root.
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
    /// Findings about the content have no such remedy, because they are corrected in the file.
    public func serverRemedy(for finding: Finding) -> ServerRemedy? {
        Remedies.of(finding.code, on: platforms(for: finding))
    }
}
