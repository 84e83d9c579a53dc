extension Catalogue {
    static let file: [CatalogueEntry] = []
}
