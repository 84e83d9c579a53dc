import Basics
import Findings

/// `applinks-apps-missing` and `applinks-apps-not-empty`: iOS 12 and earlier expect `"apps": []`.
///
/// Rule: details.apps-empty
struct ApplinksAppsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        guard let apps = appLinks.appsSource else {
            report.add(.applinksAppsMissing, at: appLinks.source) {
                .init(message: "`applinks` has no \"apps\"; iOS 12 and earlier expect it as an empty array.")
            }
            return
        }
        guard apps.kind == .array, apps.count > 0 else { return }
        report.add(.applinksAppsNotEmpty, at: apps) {
            let strings = apps.elements?.prefix(10).compactMap(\.string) ?? []
            let listed = Set(appLinks.details.flatMap { $0.apps.map(\.identifier) })
            let lost = strings.filter { !listed.contains(AppIdentifier($0)) }
            return .init(
                message:
                    "\"apps\" of `applinks` has \(Phrase.count(apps.count, "element")); iOS 12 and earlier expect an empty array."
                    + (lost.isEmpty
                        ? ""
                        : " \(Phrase.list(lost.map { QuotedText.json($0) })) \(lost.count == 1 ? "is" : "are") in no `details` entry."),
                fix: Fix(
                    "Write \"apps\": []" + (lost.isEmpty ? "." : ", and give every app an entry in \"details\"."),
                    [.write("[]", over: apps.index)]),
                evidence: ["text": .source(apps)])
        }
    }
}
