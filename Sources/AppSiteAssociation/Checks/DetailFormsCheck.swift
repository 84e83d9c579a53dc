import Basics
import Findings

/// `detail-forms-mixed`, `detail-legacy-only` and `detail-modern-only`: keys of an entry that only some systems read.
///
/// Each finding is reported once for all entries that it applies to.
/// Rules: details.components-win, details.both-forms, details.half-forms
struct DetailFormsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let details = (file.content.appLinks?.details ?? []).filter { !report.isBroken($0.source) }
        for combination in details.compactMap(KeyCombination.init).unique {
            let concerned = details.filter { KeyCombination($0) == combination }
            report.add(combination.code, at: concerned[0].source) { text(combination, concerned) }
        }
    }

    private struct KeyCombination: Hashable {
        let code: FindingCode
        /// The keys of an entry that mixes both forms; otherwise empty.
        var keys: [String] = []

        /// Creates the combination of an entry; `nil` if it is not reported.
        init?(_ detail: AppDetail) {
            let hasPaths = detail.pathRules != nil
            let hasComponents = detail.componentRules != nil
            guard hasPaths || hasComponents else { return nil }
            let old = [detail.appID == nil ? nil : "appID", hasPaths ? "paths" : nil].compactMap(\.self)
            let new = [detail.appIDs == nil ? nil : "appIDs", hasComponents ? "components" : nil].compactMap(\.self)
            if detail.keySource == nil, !old.isEmpty, !new.isEmpty {
                code = .detailFormsMixed
                keys = old + new
            } else if hasPaths != hasComponents {
                code = hasPaths ? .detailLegacyOnly : .detailModernOnly
            } else {
                return nil
            }
        }
    }

    private func text(_ combination: KeyCombination, _ details: [AppDetail]) -> FindingReport.Text {
        let isOne = details.count == 1
        let app = details[0].apps.first.map { " of \(QuotedText.json($0.identifier.text))" } ?? ""
        let subject = isOne ? "The entry\(app) has" : "\(details.count) entries of \"details\" have"
        var evidence: Evidence = [:]
        if !isOne {
            evidence["entries"] = .integer(details.count)
            evidence["lines"] = .array(details.prefix(20).map { .integer($0.source.position.line) })
        }
        let keys = combination.keys
        if !keys.isEmpty { evidence["keys"] = .strings(keys) }
        let message =
            switch combination.code {
            case .detailLegacyOnly: "\(subject) \"paths\" and no \"components\"."
            case .detailModernOnly:
                "\(subject) \"components\" and no \"paths\"; iOS 12 and earlier ignore \(isOne ? "it" : "them")."
            default: "\(subject) \(Phrase.list(keys.map { "\"\($0)\"" })): \(Self.effect(of: keys))."
            }
        return .init(message: message, evidence: evidence)
    }

    private static func effect(of keys: [String]) -> String {
        switch keys {
        case ["appID", "paths", "appIDs", "components"]:
            "iOS 12 and earlier read the first two, iOS 13 and later the last two"
        case ["appID", "paths", "appIDs"], ["appID", "paths", "components"]:
            "iOS 12 and earlier read \"appID\" and \"paths\", iOS 13 and later prefer the new key"
        case ["paths", "appIDs"]: "iOS 12 and earlier ignore \"appIDs\", so they find no app for these paths"
        case ["paths", "appIDs", "components"]:
            "\"paths\" is for iOS 12 and earlier, but they find no \"appID\" there"
        default: "iOS 12 and earlier read \"appID\", but ignore \"components\""
        }
    }
}
