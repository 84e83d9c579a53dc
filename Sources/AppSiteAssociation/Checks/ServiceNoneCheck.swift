import Basics
import Findings

/// `service-none`: a file without any of the keys that systems read.
///
/// Rules: services.none, services.keys
struct ServiceNoneCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let root = file.content.document.root
        let known = KeySuggestion.Level.file.keys
        guard let members = root.members, !members.contains(where: { member in known.contains { member.hasName($0) } })
        else { return }
        report.add(.serviceNone, at: root) {
            let keys = members.prefix(20).map { QuotedText.capped($0.name) }
            var remedy: String?
            for member in members.prefix(20) where remedy == nil {
                guard let meant = KeySuggestion.likely(for: member.name, at: .file) else { continue }
                remedy = "Write \(QuotedText.json(meant.key)) instead of \(QuotedText.json(member.name))."
            }
            return FindingReport.Text(
                message: keys.isEmpty
                    ? "The file is an empty object."
                    : "The file has none of the keys \(Phrase.list(known, "or")), but \(Phrase.list(keys.map { QuotedText.json($0) })).",
                remedy: remedy, evidence: ["keys": .strings(keys)])
        }
    }
}
