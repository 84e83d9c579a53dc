import Basics
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
                    let earlier = "the entry at line \(first.source.position.line)"
                    let isCovered =
                        file.isDecidable && opens(file.details[first.detail], file.details[index], file.budget)
                    return .init(
                        severity: isCovered ? .info : nil,
                        message:
                            "\(name) is already listed in \(earlier). \(Phrase.sentence(AppDetail.certaintyOfSecondEntry))",
                        impact: isCovered ? "None: \(earlier) opens every link that this one does." : nil,
                        remedy: isCovered
                            ? "Remove \(name) from this entry."
                            : "Move the rules of this entry into \(earlier), in the order in which they should be tried.",
                        evidence: [
                            "appID": .string(QuotedText.capped(app.identifier.text)),
                            "firstLine": .integer(first.source.position.line),
                            "firstPointer": .string(first.source.pointer.description),
                        ])
                }
            }
        }
    }

    /// Whether `first` is known to open every link that `second` does.
    private func opens(_ first: CheckedDetail, _ second: CheckedDetail, _ budget: FileBudget) -> Bool {
        budget.rest.withShare(of: 100_000) {
            RuleListComparison.lost(second.languages, first.languages, budget: &$0) == .same
        }
    }
}
