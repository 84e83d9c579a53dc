/// The catalogue of all finding codes, with their severities and texts.
public enum Catalogue {
    /// The entries of all codes, in the order of ``FindingCode/allCases``.
    public static let entries: [CatalogueEntry] = FindingCode.allCases.map(\.entry)

    /// The entry of `code`.
    public static subscript(code: FindingCode) -> CatalogueEntry { code.entry }
}
