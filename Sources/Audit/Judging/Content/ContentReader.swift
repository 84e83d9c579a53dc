import AppSiteAssociation
import Findings

/// Reads the bytes of a file, and says why where that is not possible.
enum ContentReader {
    /// The file and what there is to say; no file where the bytes are not a JSON object in UTF-8.
    static func read(_ bytes: [UInt8], location: FindingLocation) -> (AssociationFile?, [Finding]) {
        let reading = JSONReading(bytes)
        guard reading.encoding.isUTF8 else {
            let message = "The file is encoded as \(reading.encoding.rawValue), not as UTF-8."
            let evidence: Evidence = ["encoding": .string(reading.encoding.rawValue)]
            return (nil, [Finding(.encodingNotUTF8, location: location, message: message, evidence: evidence)])
        }
        var findings: [Finding] = []
        if reading.encoding == .utf8WithByteOrderMark {
            let message = "The file begins with a byte order mark (EF BB BF), which UTF-8 does not need."
            findings.append(Finding(.encodingBOM, location: location, message: message))
        }
        switch reading.result {
        case .failure(let error):
            findings.append(finding(error, location))
            return (nil, findings)
        case .success(let document):
            let file = AssociationFile(document)
            guard file.isObject else {
                let kind = document.root.kind.described
                let message = "The file's outermost value is \(kind), not an object."
                findings.append(Finding(.jsonNotObject, location: location, message: message, pointer: ""))
                return (nil, findings)
            }
            if file.services.isEmpty, AssociationService.allCases.allSatisfy({ document.root[$0.rawValue] == nil }) {
                let keys = document.root.members?.map(\.name) ?? []
                let found = keys.isEmpty ? "nothing at all" : Wording.list(keys.map { Wording.quote($0) })
                findings.append(
                    Finding(
                        .serviceNone, location: location,
                        message: "The file names none of the services that systems look for; it has \(found).",
                        evidence: ["keys": .strings(keys.prefix(32))], pointer: ""))
            }
            return (file, findings)
        }
    }

    private static func finding(_ error: JSONReadError, _ location: FindingLocation) -> Finding {
        let code: FindingCode = error.kind == .tooDeep ? .jsonTooDeep : .jsonInvalid
        return Finding(
            code, location: location, message: "The file is not valid JSON: \(error.message).",
            evidence: ["problem": .string(error.kind.rawValue)], line: error.position.line,
            column: error.position.column)
    }
}
