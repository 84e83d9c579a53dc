extension Catalogue {
    static let http: [CatalogueEntry] = []
}
