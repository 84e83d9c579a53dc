public import Findings
package import Transport

extension HostingPlatform {
    private static let maxValueBytes = 2_048

    /// Recognises the platforms behind a response, from the outermost: CDN, hosting service, server, application.
    ///
    /// All signs are untrusted and can be forged; they only affect explanations and configuration snippets. A CDN that
    /// is part of a hosting service is omitted, because the service's customers cannot configure it.
    package static func recognise(behind exchange: Exchange) -> [HostingPlatform] {
        var found: Set<HostingPlatform> = []
        for field in exchange.headerFields {
            guard let patterns = patternsByField[field.name.lowercased()] else { continue }
            var value = String(decoding: field.value.utf8.prefix(maxValueBytes), as: UTF8.self).lowercased()
            value.withUTF8 { value in
                for (pattern, platform) in patterns where pattern.matches(value) { found.insert(platform) }
            }
        }
        // A certificate is less reliable than the header fields, so it only counts without them.
        if found.isEmpty, let leaf = exchange.tls?.chain.first {
            let names = leaf.subjectAltNames.prefix(100).filter { $0.utf8.count <= 255 }.map { $0.lowercased() }
            let issuer = leaf.issuer.prefix(1_000).lowercased()
            found.formUnion(allCases.filter { $0.signs.contains { $0.isInCertificate(names: names, issuer: issuer) } })
        }
        for service in found { found.subtract(service.ownCDNs) }
        return allCases.filter(found.contains).sorted { $0.layer < $1.layer }
    }

    private static let patternsByField: [String: [(pattern: ValuePattern, platform: HostingPlatform)]] = {
        var patterns: [String: [(pattern: ValuePattern, platform: HostingPlatform)]] = [:]
        for platform in allCases {
            for case .field(let name, let pattern) in platform.signs {
                patterns[name, default: []].append((pattern, platform))
            }
        }
        return patterns
    }()
}

extension HostingPlatform.ValuePattern {
    fileprivate func matches(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .any: true
        case .prefix(let start): value.starts(with: start.utf8)
        case .containing(let part):
            (0...max(0, value.count - part.utf8.count)).contains { value[$0...].starts(with: part.utf8) }
        case .product(let name):
            // After the name, the value ends, or a version or a comment follows.
            value.starts(with: name.utf8)
                && value.dropFirst(name.utf8.count).prefix(1).allSatisfy { "/ ".utf8.contains($0) }
        }
    }
}

extension HostingPlatform.Sign {
    fileprivate func isInCertificate(names: [String], issuer: String) -> Bool {
        switch self {
        case .field: false
        case .certificateName(let end): names.contains { $0.hasSuffix(end) }
        case .issuer(let part): issuer.contains(part)
        }
    }
}

extension DomainReport {
    /// Returns the platforms that a finding concerns, beginning with the outermost; empty if none was recognised.
    ///
    /// For locations other than the root and the CDN, returns the platforms of the well-known location, or otherwise of
    /// the root.
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
        Remedies.best(for: finding.code, on: platforms(for: finding))
    }
}
