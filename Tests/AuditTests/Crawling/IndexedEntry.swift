import Audit

extension TargetEntry {
    /// Parses `text` as the target at `index` of its list.
    init(_ text: String, at index: Int) {
        self.init(text)
        self.index = index
    }
}
