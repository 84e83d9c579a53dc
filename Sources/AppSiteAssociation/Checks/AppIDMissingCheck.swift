import Findings

/// `app-id-missing`: an entry of `details` that names no app, so that it has no effect.
///
/// Rule: details.no-app
struct AppIDMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.file.appLinks?.details ?? [] where detail.apps.isEmpty && !report.isBroken(detail.source) {
            // An empty `appIDs` beside an `appID` is told as a disagreement of the two.
            guard detail.appID == nil else { continue }
            report.add(.appIDMissing, at: detail.appIDsSource ?? detail.source) {
                .init(
                    message: detail.appIDsSource == nil
                        ? "An entry of \"details\" has neither \"appIDs\" nor \"appID\"."
                        : "\"appIDs\" of an entry of \"details\" is empty.",
                    remedy: "Add the app's identifier: \"appIDs\": [\"PREFIX.bundle.id\"].",
                    evidence: ["text": .string(QuotedText.source(detail.source))])
            }
        }
    }
}
