public import Findings

/// What came of reading and checking an association file.
public struct FileJudgement: Sendable {
    /// What the file says, or `nil` when it could not be read as an association file at all.
    public var file: AssociationFile?
    /// What its owner should know, in the order of the file.
    public var findings: [Finding]

    /// Creates a judgement.
    public init(file: AssociationFile?, findings: [Finding]) {
        self.file = file
        self.findings = findings
    }
}
