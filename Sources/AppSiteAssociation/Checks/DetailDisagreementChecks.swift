import Basics
import Findings

/// `detail-app-ids-disagree`: `appID` and `appIDs` of one entry list different apps.
/// Rules: details.app-ids-win, details.app-id
struct DetailAppIDsDisagreeCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.content.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            guard let appID = detail.appID, let appIDs = detail.appIDs, detail.keySource == nil else { continue }
            let names = Set(appIDs.map(\.identifier))
            guard names != [appID.identifier] else { continue }
            report.add(.detailAppIDsDisagree, at: detail.appIDsSource ?? detail.source) {
                let name = QuotedText.json(appID.identifier.text)
                let evidence: Evidence = [
                    "appID": .capped(appID.identifier.text),
                    "appIDs": .strings(appIDs.prefix(10).map { QuotedText.capped($0.identifier.text) }),
                ]
                if appIDs.isEmpty {
                    return .init(
                        severity: .error,
                        message:
                            "\"appIDs\" is empty, and \"appID\" next to it, \(name), is ignored by iOS 13 and later.",
                        fix: detail.appIDsSource.map {
                            Fix("Write \"appIDs\": [\(name)].", [.write("[\(name)]", over: $0.index)])
                        }, evidence: evidence)
                }
                let others = appIDs.map(\.identifier).filter { $0 != appID.identifier }
                let shown = Phrase.list(others.prefix(3).map { QuotedText.json($0.text) })
                return .init(
                    message: names.contains(appID.identifier)
                        ? "\"appID\" lists \(name) only, \"appIDs\" also lists \(shown): iOS 12 and earlier open links in the former, later systems in all of them."
                        : "\"appID\" lists \(name), \"appIDs\" lists \(shown) instead: iOS 12 and earlier read the former, later systems the latter.",
                    evidence: evidence)
            }
        }
    }
}

/// `detail-forms-disagree`: `paths` and `components` of one entry open different links.
///
/// Differences only in query and fragment are not reported, because `paths` cannot express them.
/// Rules: details.components-win, paths.list
struct DetailFormsDisagreeCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for checked in file.details where !report.isBroken(checked.entry.source) {
            guard case .different(let example, let openedByPaths)? = checked.comparison,
                let components = checked.components, let paths = checked.paths
            else { continue }
            // Rules with mistakes probably cause the difference, and are reported instead.
            let hasFault = (components.rules + paths.rules).contains { report.isBroken($0.rule.source) }
            guard !hasFault else { continue }
            let (opening, other) = openedByPaths ? ("paths", "components") : ("components", "paths")
            report.add(
                .detailFormsDisagree, at: paths.source,
                message:
                    "\(example.path) opens the app according to \"\(opening)\", but not according to \"\(other)\".",
                impact: openedByPaths
                    ? "Such links open the app on iOS 12 and earlier, and the browser on later systems."
                    : "Such links open the browser on iOS 12 and earlier, and the app on later systems.",
                evidence: [
                    "example": .string(example.path), "opensBy": .string(opening),
                    "componentsLine": .integer(components.source.position.line),
                ])
        }
    }
}
