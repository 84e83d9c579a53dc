/// The stable name of a kind of finding, in kebab case.
///
/// Each code is declared once, with its severity and its texts, in the file of its family (`Catalogue+….swift`); its
/// title serves as documentation. Histories and scripts contain codes, so they are never renamed or reused.
public struct FindingCode: RawRepresentable, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    let entry: CatalogueEntry

    init(_ entry: CatalogueEntry) { self.entry = entry }

    /// Declares a code; ``CatalogueEntry`` documents the values, and `fixedBy` is another family with the same fixer.
    init(
        _ name: String, _ family: CatalogueEntry.Family, _ severity: Severity, traits: CatalogueEntry.Trait...,
        preventsCheck: Bool = false, additionalCheck: AdditionalCheck? = nil, fixedBy: CatalogueEntry.Family? = nil,
        title: String, action: String, meaning: String, impact: String, remedy: String, source: String
    ) {
        entry = CatalogueEntry(
            name: name, family: family, fixedBy: fixedBy, severity: severity, traits: Set(traits),
            preventsCheck: preventsCheck, additionalCheck: additionalCheck, title: title, action: action,
            meaning: meaning, impact: impact, remedy: remedy, source: source)
    }

    /// The name, as in `dns-not-found`.
    public var rawValue: String { entry.name }

    /// The name, the same as ``rawValue``.
    public var description: String { entry.name }

    /// Creates the code with the name `rawValue`, such as `redirect`; `nil` if this version does not support it.
    public init?(rawValue: String) {
        guard let code = Self.byName[rawValue] else { return nil }
        self = code
    }

    private static let byName: [String: FindingCode] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// Whether both codes are the same declaration.
    public static func == (left: FindingCode, right: FindingCode) -> Bool { left.entry === right.entry }

    /// Hashes the declaration.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(entry)) }

    /// All codes by family, with causes before their effects.
    ///
    /// The order determines which of two findings is the root cause, and the order in reports and lists.
    public static let allCases: [FindingCode] =
        reachingTheServerCodes + tlsCodes + httpResponseCodes + httpDeliveryCodes + fileFormatCodes + fileServiceCodes
        + fileAppCodes + fileRuleCodes + fileVariableCodes + fileSignatureCodes + expectationCodes + appleCDNCodes
        + entitlementCodes

    /// The rank of the code as a cause: of several findings with the same severity, the one with the lowest rank is the
    /// root cause.
    ///
    /// All codes about the content of the file have the same rank, so that their findings stay in file order.
    package var rank: Int { Self.ranks[self] ?? Self.allCases.count }

    private static let ranks: [FindingCode: Int] = {
        var ranks = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
        let file = allCases.filter { $0.entry.family == .file }
        for code in file { ranks[code] = ranks[file[0]] }
        // A redirect explains a private address at its destination.
        ranks[.addressBlocked] = ranks[.redirect]
        return ranks
    }()
}
