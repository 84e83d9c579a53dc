extension Catalogue {
    static let tls: [CatalogueEntry] = []
}
