public import Findings

/// Reads and checks the bytes of an association file.
public enum FileJudge {
    /// How many findings of one code are kept for one file; the last of them says how many more there are.
    public static let findingsPerCode = 50

    /// Reads `bytes` and runs every check of the file's content.
    ///
    /// Any bytes are accepted. What is no JSON at all (a web page, a signed file, compressed bytes) is reported as invalid JSON;
    /// whoever knows better where the bytes come from looks for that before. The work is bounded, so that no file takes
    /// long: what could not be decided within the bound is not reported.
    /// - Parameters:
    ///   - bytes: the file, unpacked and without a signature around it.
    ///   - location: where it was found; every finding names it.
    /// - Returns: The file, if it is a JSON object, and the findings.
    public static func judge(_ bytes: [UInt8], location: FindingLocation) -> FileJudgement {
        var report = FindingReport(location: location, limit: findingsPerCode)
        let reading = JSONReading(bytes)
        report.addEncoding(reading.encoding, bytes: bytes)
        switch reading.result {
        case .failure(let error):
            report.add(error, encoding: reading.encoding)
            return FileJudgement(file: nil, findings: report.findings)
        case .success(let document):
            guard document.root.kind == .object else {
                report.addNotAnObject(document.root)
                return FileJudgement(file: nil, findings: report.findings)
            }
            let checked = CheckedFile(AssociationFile(document))
            report.add(findingsOf: checked)
            report.offer(RemedyTrial(checked, report).accepted)
            return FileJudgement(
                file: checked.file, findings: report.findings, deadRules: checked.deadRules,
                uselessRules: checked.uselessRules)
        }
    }
}
