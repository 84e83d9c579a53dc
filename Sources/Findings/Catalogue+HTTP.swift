extension Catalogue {
    static let http: [CatalogueEntry] = httpAnswers + httpBodies
}
