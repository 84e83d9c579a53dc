extension Catalogue {
    static let file: [CatalogueEntry] =
        fileFormat + fileServices + fileApps + fileRules + fileVariables + fileSignature
}
