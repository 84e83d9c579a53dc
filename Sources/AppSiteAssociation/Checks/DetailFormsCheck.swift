import Basics
import Findings

/// `detail-forms-mixed`, `detail-legacy-only` and `detail-modern-only`: keys of an entry that only some systems read.
///
/// Each finding is reported once for all entries that it applies to.
///
/// Rules: details.components-win, details.both-forms, details.half-forms
struct DetailFormsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var entries: [KeyCombination: [AppDetail]] = [:]
        for detail in file.content.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            guard let combination = KeyCombination(detail) else { continue }
            entries[combination, default: []].append(detail)
        }
        let first = { (entry: (key: KeyCombination, value: [AppDetail])) in entry.value.first?.source.index ?? 0 }
        for (combination, details) in entries.sorted(by: { first($0) < first($1) }) {
            guard let source = details.first?.source else { continue }
            report.add(combination.code, at: source) { text(combination, details) }
        }
    }

    /// A relevant combination of the four keys.
    private struct KeyCombination: Hashable {
        let code: FindingCode
        /// The keys of an entry that mixes both forms.
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
        let app = details.first?.apps.first
        let entry = if let app { "The entry for \(QuotedText.json(app.identifier.text))" } else { "The entry" }
        let subject = isOne ? "\(entry) has" : "\(details.count) entries of \"details\" have"
        var evidence: Evidence = [:]
        if !isOne {
            evidence["entries"] = .integer(details.count)
            evidence["lines"] = .array(details.prefix(20).map { .integer($0.source.position.line) })
        }
        let message: String
        switch combination.code {
        case .detailLegacyOnly: message = "\(subject) \"paths\" and no \"components\"."
        case .detailModernOnly:
            message = "\(subject) \"components\" and no \"paths\"; iOS 12 and earlier ignore \(isOne ? "it" : "them")."
        default:
            evidence["keys"] = .strings(combination.keys)
            let keys = Phrase.list(combination.keys.map { "\"\($0)\"" })
            message = "\(subject) \(keys): \(Self.effect(of: combination.keys))."
        }
        return .init(message: message, evidence: evidence)
    }

    /// Returns a clause that describes how systems read an entry with these keys.
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
