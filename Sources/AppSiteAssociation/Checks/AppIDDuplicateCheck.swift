import Basics
import Findings

/// `app-id-duplicate`: the same app in two entries of `details`, of which probably only the first takes effect.
/// Rule: details.same-app-twice
struct AppIDDuplicateCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var firstOfApp: [AppIdentifier: (detail: Int, source: JSONValue)] = [:]
        for (index, detail) in (file.content.appLinks?.details ?? []).enumerated() {
            for app in detail.apps {
                guard let first = firstOfApp[app.identifier] else {
                    firstOfApp[app.identifier] = (index, app.source)
                    continue
                }
                guard first.detail != index else { continue }
                report.add(.appIDDuplicate, at: app.source) {
                    let name = QuotedText.json(app.identifier.text)
                    let earlier = "the entry at line \(first.source.position.line)"
                    let isRedundant =
                        file.isDecidable && isCovered(file.details[index], by: file.details[first.detail], file.budget)
                    return .init(
                        severity: isRedundant ? .info : nil,
                        message:
                            "\(name) is already listed in \(earlier). \(Phrase.sentence(AppDetail.certaintyOfSecondEntry))",
                        impact: isRedundant ? "None: \(earlier) opens every link that this one does." : nil,
                        fix: isRedundant
                            ? remove(app, from: detail)
                            : merge(detail, into: file.content.appLinks?.details[first.detail], earlier),
                        evidence: [
                            "appID": .capped(app.identifier.text),
                            "firstLine": .integer(first.source.position.line),
                            "firstPointer": .string(first.source.pointer.description),
                        ])
                }
            }
        }
    }

    private func isCovered(_ detail: CheckedDetail, by earlier: CheckedDetail, _ budget: FileBudget) -> Bool {
        budget.work.withShare(of: 100_000) {
            RuleListComparison.losses(detail.languages, earlier.languages, budget: &$0) == .same
        }
    }

    private func remove(_ app: ListedApp, from detail: AppDetail) -> Fix {
        let isAlone = detail.apps.count == 1
        let name = QuotedText.json(app.identifier.text)
        return Fix(
            isAlone ? "Remove this entry." : "Remove \(name) from this entry.",
            [.remove(isAlone ? detail.keySource?.index ?? detail.source.index : app.source.index)])
    }

    /// Returns the remedy that appends the rules of an entry to an earlier entry; `nil` if their formats differ.
    private func merge(_ detail: AppDetail, into first: AppDetail?, _ name: String) -> Fix? {
        let text = "Move the rules of this entry into \(name), in the order in which they should be tried."
        guard detail.apps.count == 1, let first, first.apps.count == 1 else { return Fix(text) }
        let pairs = [(detail.componentsSource, first.componentsSource), (detail.pathsSource, first.pathsSource)]
        var edits: [FileEdit] = []
        for case (let source?, let target) in pairs {
            guard let target, target.kind == .array else { return nil }
            edits += source.elements?.map { .append($0.text, to: target.index) } ?? []
        }
        return Fix(text, edits + [.remove(detail.source.index)])
    }
}
