import Findings

/// `detail-forms-disagree`: `paths` and `components` of one entry open different links.
///
/// Differences only in query and fragment are not reported, because `paths` cannot express them.
///
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
            report.add(.detailFormsDisagree, at: paths.source) {
                .init(
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
}
