import Findings

/// `detail-rules-missing`: an entry without rules, or with an empty list of rules.
/// Rules: details.no-rules, details.components-empty
struct DetailRulesMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.content.appLinks?.details ?? []
        where !detail.apps.isEmpty && !report.isBroken(detail.source) {
            if let components = detail.componentsSource, components.kind == .array {
                guard components.count == 0 else { continue }
                report.add(.detailRulesMissing, at: components) {
                    .init(
                        severity: .error,
                        message: "\"components\" is empty, so no link opens the app on iOS 13 and later"
                            + (detail.pathRules == nil ? "." : ", which ignore \"paths\"."),
                        remedy: "Write the rules, or \"components\": [ { \"/\": \"*\" } ] to match every link.",
                        fix: detail.pathRules == nil
                            ? nil
                            : Fix(
                                "Write the rules, or remove \"components\": then iOS 13 and later read \"paths\".",
                                [.remove(components.index)]),
                        evidence: ["text": "[]"])
                }
            } else if let paths = detail.pathsSource, paths.kind == .array {
                guard paths.count == 0 else { continue }
                report.add(
                    .detailRulesMissing, at: paths, message: "\"paths\" is empty, so no link opens the app.",
                    remedy: "Write the paths, or \"paths\": [\"*\"] to match every link.", evidence: ["text": "[]"])
            } else if detail.componentsSource == nil, detail.pathsSource == nil,
                // Without an app that can exist, the entry opens no links.
                detail.apps.contains(where: { $0.identifier.isPossible })
            {
                report.add(
                    .detailRulesMissing, at: detail.source,
                    message:
                        "The entry has neither \"components\" nor \"paths\"; current systems probably open the app for every link.",
                    remedy: "Write the rules, or \"components\": [ { \"/\": \"*\" } ] to match every link.",
                    evidence: ["text": .source(detail.source)])
            }
        }
    }
}
