/// A remedy for a finding: the advice, and the changes to the file, with which it is tried before it is offered.
struct Remedy {
    let text: String
    /// The changes; empty if the advice requires more information.
    let edits: [FileEdit]
    /// The languages of the links that the app may lose, because rules match them unintentionally.
    let mayLose: [RuleLanguage?]

    init(_ text: String, _ edits: [FileEdit], mayLose: [RuleLanguage?] = []) {
        self.text = text
        self.edits = edits
        self.mayLose = mayLose
    }

    init(_ text: String, _ edits: FileEdit..., mayLose: [RuleLanguage?] = []) {
        self.init(text, edits, mayLose: mayLose)
    }
}
