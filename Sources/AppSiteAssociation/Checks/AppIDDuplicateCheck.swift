import Findings

/// `app-id-duplicate`: the same app in two entries of `details`, of which only the first is assumed to count.
///
/// Rule: details.same-app-twice
struct AppIDDuplicateCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var firstOfApp: [AppIdentifier: (detail: Int, source: JSONValue)] = [:]
        for (index, detail) in (file.file.appLinks?.details ?? []).enumerated() {
            for app in detail.apps {
                guard let first = firstOfApp[app.identifier] else {
                    firstOfApp[app.identifier] = (index, app.source)
                    continue
                }
                guard first.detail != index else { continue }
                report.add(.appIDDuplicate, at: app.source) {
                    let name = QuotedText.json(app.identifier.text)
                    return .init(
                        message: """
                            \(name) is already listed in the entry at line \(first.source.position.line). What systems do \
                            with a second entry is not documented; its rules are probably ignored.
                            """,
                        remedy:
                            "Move the rules of this entry into the entry at line \(first.source.position.line), in the order in which they should be tried.",
                        evidence: [
                            "appID": .string(QuotedText.capped(app.identifier.text)),
                            "firstLine": .integer(first.source.position.line),
                            "firstPointer": .string(first.source.pointer.description),
                        ])
                }
            }
        }
    }
}
