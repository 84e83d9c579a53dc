extension Catalogue {
    static let reachingTheServer: [CatalogueEntry] = []
}
