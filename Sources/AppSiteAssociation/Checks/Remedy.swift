/// A remedy for a finding: the advice, and the changes to the file, with which it is tried before it is offered.
struct Remedy {
    let text: String
    /// The changes; empty if the advice requires more information.
    let edits: [FileEdit]
    /// The languages of rules that match more than intended; the app may lose links that match them.
    let narrows: [RuleLanguage?]

    init(_ text: String, _ edits: [FileEdit], narrows: [RuleLanguage?] = []) {
        self.text = text
        self.edits = edits
        self.narrows = narrows
    }

    init(_ text: String, _ edits: FileEdit..., narrows: [RuleLanguage?] = []) {
        self.init(text, edits, narrows: narrows)
    }
}
