public import Findings

/// The result of reading and checking an association file.
public struct FileJudgement: Sendable {
    /// The content of the file, or `nil` if it could not be read as an association file.
    public var file: AssociationFile?
    /// The findings for the owner of the file, in the order of the file.
    public var findings: [Finding]
    /// The indices of the rules that never decide; unlike the number of findings, their number is not limited.
    private let deadRules: Set<Int>
    /// The indices of the rules that match none of the intended links.
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

    /// Whether `rule` of the file can decide about some link, as far as known.
    package func canDecide(_ rule: LinkRule) -> Bool { !deadRules.contains(rule.source.index) }

    /// Whether `rule` of the file can decide about links that it was intended for, as far as known.
    package func hasIntendedEffect(_ rule: LinkRule) -> Bool {
        canDecide(rule) && !uselessRules.contains(rule.source.index)
    }
}
