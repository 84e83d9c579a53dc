import Basics
import Findings

/// `applinks-apps-missing` and `applinks-apps-not-empty`: iOS 12 and older want `"apps": []`.
///
/// Rule: details.apps-empty
struct ApplinksAppsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.file.appLinks else { return }
        guard let apps = appLinks.appsSource else {
            report.add(.applinksAppsMissing, at: appLinks.source) {
                .init(message: "applinks has no \"apps\", which iOS 12 and older want as an empty array.")
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
                    "\"apps\" of applinks has \(apps.count == 1 ? "an element" : "\(apps.count) elements"), where iOS 12 and older want an empty array."
                    + (lost.isEmpty
                        ? ""
                        : " \(Phrase.list(lost.map { QuotedText.json($0) })) \(lost.count == 1 ? "is" : "are") in no entry of \"details\"."),
                remedy: "Write \"apps\": []" + (lost.isEmpty ? "." : ", and give every app an entry in \"details\"."),
                evidence: ["text": .string(QuotedText.source(apps))])
        }
    }
}
