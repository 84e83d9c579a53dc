public import Findings

/// Reads and checks the bytes of an association file.
public enum FileJudge {
    /// Reads `bytes`, which are decompressed and without a signature, and runs every check of the file's content.
    ///
    /// Any bytes are accepted. Content in another format (a web page, a signed file, compressed bytes) is reported as
    /// invalid JSON; callers should check for such content first. The amount of work is limited; problems that cannot
    /// be decided within the limit are not reported.
    public static func judge(_ bytes: [UInt8], location: FindingLocation) -> FileJudgement {
        var report = FindingReport(location: location)
        let reading = JSONReading(bytes)
        report.addEncoding(reading.encoding, bytes: bytes)
        switch reading.result {
        case .failure(let error): report.add(error, encoding: reading.encoding)
        case .success(let document) where document.root.kind != .object: report.addNotAnObject(document.root)
        case .success(let document):
            let checked = CheckedFile(AssociationFile(document))
            report.add(findingsOf: checked)
            report.recommend(FixTrial(checked, report).accepted)
            var judgement = FileJudgement(file: checked.content, findings: report.findings)
            judgement.neverDecidingRules = checked.neverDecidingRules
            judgement.faultyRules = checked.faultyRules
            return judgement
        }
        return FileJudgement(file: nil, findings: report.findings)
    }
}

/// The result of reading and checking an association file.
public struct FileJudgement: Sendable {
    /// The content of the file, or `nil` if it could not be read as an association file.
    public var file: AssociationFile?
    /// The findings for the owner of the file, in the order of the file.
    public var findings: [Finding]
    /// The indices of all rules that never decide about a link, even if their findings were omitted.
    fileprivate var neverDecidingRules: Set<Int> = []
    /// The indices of the rules that match nothing, or none of the intended links.
    fileprivate var faultyRules: Set<Int> = []

    package init(file: AssociationFile?, findings: [Finding]) {
        self.file = file
        self.findings = findings
    }

    package func canDecide(_ rule: LinkRule) -> Bool { !neverDecidingRules.contains(rule.source.index) }

    /// Whether `rule` may decide about a link that it was intended for.
    package func hasIntendedEffect(_ rule: LinkRule) -> Bool {
        canDecide(rule) && !faultyRules.contains(rule.source.index)
    }
}
