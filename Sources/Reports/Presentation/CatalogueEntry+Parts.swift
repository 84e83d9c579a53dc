import Findings

extension CatalogueEntry {
    /// The texts about the finding in their order, each with its heading.
    var parts: [(heading: String, text: String)] {
        [("What it means", meaning), ("Impact", impact), ("What to do", remedy), ("Source", source + ".")]
    }
}
