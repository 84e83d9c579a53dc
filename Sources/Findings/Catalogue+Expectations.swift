extension Catalogue {
    static let expectations: [CatalogueEntry] = []
}
