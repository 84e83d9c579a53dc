public import Findings

/// The result of reading and checking an association file.
public struct FileJudgement: Sendable {
    /// The content of the file, or `nil` if it could not be read as an association file.
    public var file: AssociationFile?
    /// The findings for the owner of the file, in the order of the file.
    public var findings: [Finding]
    /// The indices of all rules that decide for no link, including those beyond the limit of findings.
    private let deadRules: Set<Int>
    /// The indices of the rules that match none of the intended links.
    private let uselessRules: Set<Int>

    /// Creates a judgement.
    package init(
        file: AssociationFile?, findings: [Finding], deadRules: Set<Int> = [], uselessRules: Set<Int> = []
    ) {
        self.file = file
        self.findings = findings
        self.deadRules = deadRules
        self.uselessRules = uselessRules
    }

    /// Whether `rule` may decide for any link.
    package func canDecide(_ rule: LinkRule) -> Bool { !deadRules.contains(rule.source.index) }

    /// Whether `rule` may decide for a link that it was intended for.
    package func hasIntendedEffect(_ rule: LinkRule) -> Bool {
        canDecide(rule) && !uselessRules.contains(rule.source.index)
    }
}
