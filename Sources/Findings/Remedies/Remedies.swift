/// The remedies for specific servers, with the settings to change, in addition to the general ones of ``Catalogue``.
package enum Remedies {
    /// All remedies, by code in the order of the catalogue, then by platform, beginning with those for every server.
    package static let all: [ServerRemedy] = FindingCode.allCases.flatMap(all(for:))

    static let mediaTypeCodes: [FindingCode] = [.contentTypeMissing, .contentTypeGeneric, .contentTypeWrong]

    /// Returns the same remedy for each of `codes`.
    static func remedies(
        for codes: [FindingCode], on platform: HostingPlatform?, language: ConfigurationSnippet.Language = .text,
        steps: String, snippet: String? = nil, source: String
    ) -> [ServerRemedy] {
        codes.map { code in
            ServerRemedy(code, on: platform, language: language, steps: steps, snippet: snippet, source: source)
        }
    }

    private static let byCode: [FindingCode: [ServerRemedy]] = {
        let platforms: [HostingPlatform?] = [nil] + HostingPlatform.allCases.map(Optional.some)
        return Dictionary(grouping: groups.joined(), by: \.code).mapValues { remedies in
            platforms.flatMap { platform in remedies.filter { $0.platform == platform } }
        }
    }()

    /// Returns all remedies for `code`, beginning with those for every server, then by platform.
    package static func all(for code: FindingCode) -> [ServerRemedy] { byCode[code] ?? [] }

    /// Returns the code with the remedies for `code`: on the base domain of a wildcard, the file is published as usual.
    private static func codeOfRemedies(for code: FindingCode) -> FindingCode {
        code == .wildcardApexMissing ? .fileMissing : code
    }

    /// Returns at most three remedies for `code` on the most common servers, each with a snippet.
    package static func forCommonServers(_ code: FindingCode) -> [ServerRemedy] {
        let candidates = all(for: codeOfRemedies(for: code))
        let platforms: [HostingPlatform] = [.nginx, .apache, .iis, .caddy, .cloudflare]
        let remedies = platforms.compactMap { platform in
            candidates.first { $0.platform == platform && $0.snippet != nil }
        }
        return Array(remedies.prefix(3))
    }

    /// Returns the best remedy for `code` on the recognised `platforms`, which begin with the outermost platform.
    ///
    /// TLS ends at the outermost platform, so TLS problems do not concern the servers behind it. If no platform has a
    /// specific remedy, the result is the remedy for every server; `nil` if there is none.
    package static func best(for code: FindingCode, on platforms: [HostingPlatform]) -> ServerRemedy? {
        let candidates = all(for: codeOfRemedies(for: code))
        let concerned = Catalogue[code].family == .tls ? Array(platforms.prefix(1)) : platforms
        for platform in concerned {
            if let found = candidates.first(where: { $0.platform == platform }) { return found }
        }
        return candidates.first { $0.platform == nil }
    }
}
