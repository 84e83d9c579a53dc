/// Every finding code with its severity and its texts: the one place where they are declared.
public enum Catalogue {
    /// All entries, by family and in the order of the contract.
    public static let entries: [CatalogueEntry] =
        reachingTheServer + tls + http + file + expectations

    private static let byCode: [FindingCode: CatalogueEntry] = Dictionary(
        uniqueKeysWithValues: entries.map { ($0.code, $0) })

    /// The entry of `code`.
    public static subscript(code: FindingCode) -> CatalogueEntry {
        guard let entry = byCode[code] else {
            // A test holds the catalogue to have an entry for every code.
            preconditionFailure("the catalogue has no entry for \(code.rawValue)")
        }
        return entry
    }
}
