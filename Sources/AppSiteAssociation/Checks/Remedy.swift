/// What to do about a finding: as advice, and as changes to the file, so that it can be tried before it is offered.
struct Remedy {
    /// The advice in whole sentences.
    let text: String
    /// The changes; there are none in advice that leaves something to be found out.
    let edits: [FileEdit]
    /// What is matched that was not meant to be: the app may lose these links.
    let narrows: [RuleLanguage?]

    /// Creates a remedy.
    init(_ text: String, _ edits: [FileEdit], narrows: [RuleLanguage?] = []) {
        self.text = text
        self.edits = edits
        self.narrows = narrows
    }

    /// Creates a remedy.
    init(_ text: String, _ edits: FileEdit..., narrows: [RuleLanguage?] = []) {
        self.init(text, edits, narrows: narrows)
    }
}
