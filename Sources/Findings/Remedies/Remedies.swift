/// The remedies that depend on the server: what ``Catalogue`` says in general, with the settings to change.
public enum Remedies {
    /// All remedies: by code in the order of the catalogue, then by platform; what holds for every server comes first.
    public static let all: [ServerRemedy] = FindingCode.allCases.flatMap { byCode[$0] ?? [] }

    /// The codes of a media type that is not the right one.
    static let types: [FindingCode] = [.contentTypeMissing, .contentTypeGeneric, .contentTypeWrong]

    private static let byCode: [FindingCode: [ServerRemedy]] = {
        let platforms = HostingPlatform.allCases
        let order = Dictionary(uniqueKeysWithValues: platforms.enumerated().map { ($1, $0 + 1) })
        return Dictionary(grouping: declared, by: \.code).mapValues { remedies in
            remedies.sorted { ($0.platform.flatMap { order[$0] } ?? 0) < ($1.platform.flatMap { order[$0] } ?? 0) }
        }
    }()

    /// All remedies for `code`: what holds for every server first, then by platform.
    public static func all(for code: FindingCode) -> [ServerRemedy] { byCode[code] ?? [] }

    /// The code whose remedies hold for `code` as well: a file that is missing is published in one way, whatever asks for it.
    private static func shared(_ code: FindingCode) -> FindingCode {
        code == .wildcardApexMissing ? .fileMissing : code
    }

    /// The remedies with a snippet for `code` on the most common servers, at most three: for a server that is not known.
    public static func ofCommonServers(_ code: FindingCode) -> [ServerRemedy] {
        let candidates = all(for: shared(code))
        let platforms: [HostingPlatform] = [.nginx, .apache, .iis, .caddy, .cloudflare]
        return Array(
            platforms.lazy.compactMap { platform in
                candidates.first { $0.platform == platform && $0.snippet != nil }
            }.prefix(3))
    }

    /// The remedy for `code` that fits best where `platforms` were recognised, the outermost first.
    ///
    /// TLS ends at the outermost of them, so a server behind it has no part in what is wrong there. Where no platform
    /// has a remedy of its own, it is the one that holds for every server; `nil` when there is none either.
    public static func of(_ code: FindingCode, on platforms: [HostingPlatform]) -> ServerRemedy? {
        guard let candidates = byCode[shared(code)] else { return nil }
        let concerned = Catalogue[code].family == .tls ? Array(platforms.prefix(1)) : platforms
        for platform in concerned {
            if let found = candidates.first(where: { $0.platform == platform }) { return found }
        }
        return candidates.first { $0.platform == nil }
    }
}
