import Findings

/// `app-id-missing`: an entry of `details` that lists no app, so that it has no effect.
///
/// Rule: details.no-app
struct AppIDMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.file.appLinks?.details ?? [] where detail.apps.isEmpty && !report.isBroken(detail.source) {
            // An empty `appIDs` next to an `appID` is reported as a disagreement between the two.
            guard detail.appID == nil else { continue }
            // Systems ignore an entry without an app.
            report.markBroken(detail.source)
            report.add(.appIDMissing, at: detail.appIDsSource ?? detail.source) {
                .init(
                    message: detail.appIDsSource == nil
                        ? "A `details` entry has neither \"appIDs\" nor \"appID\"."
                        : "\"appIDs\" of a `details` entry is empty.",
                    remedy: detail.appIDsSource == nil
                        ? "Add \"appIDs\" with the app's identifier: Team ID, dot, bundle ID."
                        : "Write the app's identifier into \"appIDs\": Team ID, dot, bundle ID.",
                    evidence: ["text": .string(QuotedText.source(detail.source))])
            }
        }
    }
}
