import Findings

/// `json-duplicate-key`: the same key twice in one object, at any depth (RFC 8259, section 4).
///
/// Rule: json.duplicate-keys
struct JSONDuplicateKeyCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let document = file.content.document
        for (index, node) in document.nodes.enumerated() where node.kind == .object && node.count > 1 {
            guard let members = JSONValue(document: document, index: index).members else { continue }
            var firstOfName: [ExactText: JSONMember] = [:]
            for member in members {
                let name = ExactText(member.name)
                guard let first = firstOfName[name] else {
                    firstOfName[name] = member
                    continue
                }
                report.add(.jsonDuplicateKey, at: member.key) {
                    FindingReport.Text(
                        message: """
                            Duplicate key \(QuotedText.json(name.text)): the same object already has it at \
                            \(first.key.position.described).
                            """,
                        remedy: "Keep one of the two. Most readers silently use the last one.",
                        evidence: [
                            "key": .string(QuotedText.capped(name.text)),
                            "firstLine": .integer(first.key.position.line),
                            "firstValue": .string(QuotedText.source(first.value)),
                            "value": .string(QuotedText.source(member.value)),
                        ])
                }
            }
        }
    }
}
