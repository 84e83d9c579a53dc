import Basics
import Findings

/// `detail-forms-mixed`, `detail-legacy-only` and `detail-modern-only`: the systems that read the keys of an entry.
///
/// A finding that needs no action is reported once, for all entries that it applies to.
///
/// Rules: details.components-win, details.both-forms, details.half-forms
struct DetailFormsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var entries: [Kind: [AppDetail]] = [:]
        for detail in file.file.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            guard let kind = Kind(detail) else { continue }
            entries[kind, default: []].append(detail)
        }
        let first = { (entry: (key: Kind, value: [AppDetail])) in entry.value.first?.source.index ?? 0 }
        for (kind, details) in entries.sorted(by: { first($0) < first($1) }) {
            guard let source = details.first?.source else { continue }
            report.add(kind.code, at: source) { text(kind, details) }
        }
    }

    /// The relevant combinations of the four keys.
    private enum Kind: Hashable {
        case legacyOnly
        case modernOnly
        case mixed(keys: [String])

        /// Creates the kind of an entry; `nil` if the entry has no rules.
        init?(_ detail: AppDetail) {
            let hasPaths = detail.pathRules != nil
            let hasComponents = detail.componentRules != nil
            guard hasPaths || hasComponents else { return nil }
            let hasOld = detail.appID != nil || hasPaths
            let hasNew = detail.appIDs != nil || hasComponents
            if detail.keySource == nil, hasOld, hasNew {
                var keys: [String] = []
                if detail.appID != nil { keys.append("appID") }
                if hasPaths { keys.append("paths") }
                if detail.appIDs != nil { keys.append("appIDs") }
                if hasComponents { keys.append("components") }
                self = .mixed(keys: keys)
            } else if hasPaths, !hasComponents {
                self = .legacyOnly
            } else if hasComponents, !hasPaths {
                self = .modernOnly
            } else {
                return nil
            }
        }

        var code: FindingCode {
            switch self {
            case .legacyOnly: .detailLegacyOnly
            case .modernOnly: .detailModernOnly
            case .mixed: .detailFormsMixed
            }
        }
    }

    private func text(_ kind: Kind, _ details: [AppDetail]) -> FindingReport.Text {
        let isOne = details.count == 1
        let name = details.first?.apps.first.map { QuotedText.json($0.identifier.text) }
        let subject =
            isOne
            ? "The entry\(name.map { " of \($0)" } ?? "") has"
            : "\(details.count) entries of \"details\" have"
        var evidence: Evidence = [:]
        if !isOne {
            evidence["entries"] = .integer(details.count)
            evidence["lines"] = .array(details.prefix(20).map { .integer($0.source.position.line) })
        }
        switch kind {
        case .legacyOnly:
            return .init(message: "\(subject) \"paths\" and no \"components\".", evidence: evidence)
        case .modernOnly:
            return .init(
                message:
                    "\(subject) \"components\" and no \"paths\"; iOS 12 and earlier ignore \(isOne ? "it" : "them").",
                evidence: evidence)
        case .mixed(let keys):
            evidence["keys"] = .strings(keys)
            return .init(
                message: "\(subject) \(Phrase.list(keys.map { "\"\($0)\"" })): \(Self.effect(of: keys)).",
                evidence: evidence)
        }
    }

    /// Returns a clause that describes how systems read an entry with these keys; iOS 13 and later always read it.
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
