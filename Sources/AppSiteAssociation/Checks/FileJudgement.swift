public import Findings

/// The result of reading and checking an association file.
public struct FileJudgement: Sendable {
    /// The content of the file, or `nil` if it could not be read as an association file at all.
    public var file: AssociationFile?
    /// The findings for the owner of the file, in the order of the file.
    public var findings: [Finding]
    /// The indices of the rules that decide nothing; unlike the findings, their number is not limited.
    private let deadRules: Set<Int>
    /// The indices of the rules that match nothing that was meant.
    private let uselessRules: Set<Int>

    /// Creates a judgement.
    public init(file: AssociationFile?, findings: [Finding]) {
        self.init(file: file, findings: findings, deadRules: [], uselessRules: [])
    }

    init(file: AssociationFile?, findings: [Finding], deadRules: Set<Int>, uselessRules: Set<Int>) {
        self.file = file
        self.findings = findings
        self.deadRules = deadRules
        self.uselessRules = uselessRules
    }

    /// Whether `rule`, one of the file's, can decide about some link, as far as is known.
    package func canDecide(_ rule: LinkRule) -> Bool { !deadRules.contains(rule.source.index) }

    /// Whether `rule`, one of the file's, can decide about links that it was meant for, as far as is known.
    package func hasIntendedEffect(_ rule: LinkRule) -> Bool {
        canDecide(rule) && !uselessRules.contains(rule.source.index)
    }
}
