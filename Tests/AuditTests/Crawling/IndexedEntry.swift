import Audit

extension TargetEntry {
    /// Reads `text` as the target at `index` of its list.
    init(_ text: String, at index: Int) {
        self.init(text)
        self.index = index
    }
}
