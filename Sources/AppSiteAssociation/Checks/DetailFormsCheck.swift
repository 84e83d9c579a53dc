import Basics
import Findings

/// `detail-forms-mixed`, `detail-legacy-only` and `detail-modern-only`: which systems read which keys of an entry.
///
/// Rules: details.components-win, details.both-forms, details.half-forms
struct DetailFormsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.file.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            let old = (app: detail.appID != nil, rules: detail.pathRules != nil)
            let new = (app: detail.appIDs != nil, rules: detail.componentRules != nil)
            if detail.keySource == nil {
                mixed(detail, old: old, new: new, into: &report)
            }
            guard detail.keySource != nil || !isMixed(old: old, new: new) else { continue }
            if old.rules, !new.rules {
                report.add(.detailLegacyOnly, at: detail.source) {
                    .init(message: "The entry\(Self.name(detail)) has \"paths\" and no \"components\".")
                }
            } else if new.rules, !old.rules {
                report.add(.detailModernOnly, at: detail.source) {
                    .init(
                        message:
                            "The entry\(Self.name(detail)) has \"components\" and no \"paths\", so iOS 12 and older do not read it."
                    )
                }
            }
        }
    }

    private func isMixed(old: (app: Bool, rules: Bool), new: (app: Bool, rules: Bool)) -> Bool {
        (old.app || old.rules) && (new.app || new.rules)
    }

    private func mixed(
        _ detail: AppDetail, old: (app: Bool, rules: Bool), new: (app: Bool, rules: Bool),
        into report: inout FindingReport
    ) {
        guard isMixed(old: old, new: new), old.rules || new.rules else { return }
        var keys: [String] = []
        if old.app { keys.append("appID") }
        if old.rules { keys.append("paths") }
        if new.app { keys.append("appIDs") }
        if new.rules { keys.append("components") }
        let shown = Phrase.list(keys.map { "\"\($0)\"" })
        let message: String
        var severity = Severity.warning
        switch (old.app, old.rules, new.app, new.rules) {
        case (true, true, true, true):
            severity = .info
            message = "The entry has \(shown): iOS 12 and older read the first two, iOS 13 and later the last two."
        case (true, true, true, false), (true, true, false, true):
            severity = .info
            message =
                "The entry has \(shown): iOS 12 and older read \"appID\" and \"paths\", iOS 13 and later prefer the new key."
        // Where only iOS 12 and older lose, it is as with an entry in the new form.
        case (false, true, true, false):
            severity = .info
            message =
                "The entry has \(shown): iOS 12 and older do not read \"appIDs\", so they have no app for these paths."
        case (false, true, true, true):
            severity = .info
            message = "The entry has \(shown): \"paths\" is for iOS 12 and older, but they find no \"appID\" there."
        default:
            message = "The entry has \(shown): iOS 12 and older read \"appID\", but do not read \"components\"."
        }
        report.add(.detailFormsMixed, at: detail.source) {
            .init(
                severity: severity, message: message, remedy: severity == .info ? nil : remedy(detail),
                evidence: ["keys": .strings(keys)])
        }
    }

    private func remedy(_ detail: AppDetail) -> String? {
        if detail.pathRules != nil, detail.componentRules == nil, let app = detail.apps.first, detail.apps.count == 1 {
            return
                "Write \"appID\": \(QuotedText.json(app.identifier.text)) if iOS 12 still matters, and \"components\" instead of \"paths\" if it does not."
        }
        if let appID = detail.appID, detail.componentRules != nil, detail.pathRules == nil {
            return
                "Write \"appIDs\": [\(QuotedText.json(appID.identifier.text))] instead of \"appID\"; add \"appID\" and \"paths\" only if iOS 12 still matters."
        }
        return nil
    }

    private static func name(_ detail: AppDetail) -> String {
        detail.apps.first.map { " of \(QuotedText.json($0.identifier.text))" } ?? ""
    }
}
