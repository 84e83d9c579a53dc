/// Every finding code with its severity and its texts: the one place where they are declared.
public enum Catalogue {
    /// The entries of the codes that are in use, by family and in the order of causes.
    public static let entries: [CatalogueEntry] = declared.filter { !FindingCode.reserved.contains($0.code) }

    /// All entries, those of reserved codes as well.
    static let declared: [CatalogueEntry] = reachingTheServer + tls + http + file + expectations

    private static let byCode: [FindingCode: CatalogueEntry] = Dictionary(
        uniqueKeysWithValues: declared.map { ($0.code, $0) })

    /// The entry of `code`.
    public static subscript(code: FindingCode) -> CatalogueEntry {
        guard let entry = byCode[code] else {
            // A test holds the catalogue to have an entry for every code.
            preconditionFailure("the catalogue has no entry for \(code.rawValue)")
        }
        return entry
    }
}
