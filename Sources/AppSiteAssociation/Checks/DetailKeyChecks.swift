import Basics
import Findings

/// `detail-app-ids-disagree`: `appID` and `appIDs` of one entry list different apps.
/// Documented as details.app-ids-win, details.app-id
struct DetailAppIDsDisagreeCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.content.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            // In the dictionary format, the key of the entry names the app instead of `appID` and `appIDs`.
            guard let app = detail.appID?.identifier, let apps = detail.appIDs?.map(\.identifier),
                let source = detail.appIDsSource, detail.keySource == nil, Set(apps) != [app]
            else { continue }
            report.add(.detailAppIDsDisagree, at: source) {
                let name = QuotedText.json(app.text)
                let evidence: Evidence = [
                    "appID": .capped(app.text), "appIDs": .strings(apps.prefix(10).map { QuotedText.capped($0.text) }),
                ]
                if apps.isEmpty {
                    return .init(
                        severity: .error,
                        message:
                            "\"appIDs\" is empty, and \"appID\" next to it, \(name), is ignored by iOS 13 and later.",
                        fix: Fix("Write \"appIDs\": [\(name)].", [.write("[\(name)]", over: source.index)]),
                        evidence: evidence)
                }
                let others = apps.filter { $0 != app }
                let shown = Phrase.list(others.prefix(3).map { QuotedText.json($0.text) })
                return .init(
                    message: (apps.contains(app)
                        ? "\"appID\" lists only \(name), \"appIDs\" also lists \(shown)"
                        : "\"appID\" lists \(name), \"appIDs\" lists \(shown) instead")
                        + ": iOS 12 and earlier read \"appID\", later systems \"appIDs\".",
                    evidence: evidence)
            }
        }
    }
}

/// `detail-forms-disagree`: `paths` and `components` of one entry open different links.
///
/// Differences only in query and fragment are not reported, because `paths` cannot express them.
/// Documented as details.components-win, paths.list
struct DetailFormsDisagreeCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for checked in file.details where !report.isBroken(checked.entry.source) {
            guard case .link(let example, let openedByPaths)? = checked.pathDifference,
                let components = checked.components, let paths = checked.paths,
                // Rules with mistakes probably cause the difference, and are reported instead.
                (components.rules + paths.rules).allSatisfy({ !report.isBroken($0.rule.source) })
            else { continue }
            let (openingKey, otherKey) = openedByPaths ? ("paths", "components") : ("components", "paths")
            report.add(
                .detailFormsDisagree, at: paths.source,
                message: "\(example.path) opens the app according to \"\(openingKey)\", "
                    + "but not according to \"\(otherKey)\".",
                impact: openedByPaths
                    ? "Such links open the app on iOS 12 and earlier, and the browser on later systems."
                    : "Such links open the browser on iOS 12 and earlier, and the app on later systems.",
                evidence: [
                    "example": .string(example.path), "opensBy": .string(openingKey),
                    "componentsLine": .integer(components.source.position.line),
                ])
        }
    }
}

/// `detail-forms-mixed`, `detail-legacy-only` and `detail-modern-only`: keys of an entry that only some systems read.
///
/// Each finding is reported once for all entries that it applies to.
/// Documented as details.components-win, details.both-forms, details.half-forms
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
        let app = details[0].apps.first.map { " for \(QuotedText.json($0.identifier.text))" } ?? ""
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
            "iOS 12 and earlier read the first two keys, iOS 13 and later the last two"
        case ["appID", "paths", "appIDs"], ["appID", "paths", "components"]:
            "iOS 12 and earlier read \"appID\" and \"paths\", iOS 13 and later prefer the new key"
        case ["paths", "appIDs"]: "iOS 12 and earlier ignore \"appIDs\", so they find no app for these paths"
        case ["paths", "appIDs", "components"]:
            "\"paths\" is for iOS 12 and earlier, but they find no \"appID\" there"
        default: "iOS 12 and earlier read \"appID\", but ignore \"components\""
        }
    }
}

/// `detail-rules-missing`: an entry without rules, or with an empty list of rules.
/// Documented as details.no-rules, details.components-empty
struct DetailRulesMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.content.appLinks?.details ?? []
        where !detail.apps.isEmpty && !report.isBroken(detail.source) {
            if let components = detail.componentsSource, components.kind == .array {
                guard components.count == 0 else { continue }
                let hasPaths = detail.pathRules != nil
                let advice = "Write the rules, or remove \"components\": then iOS 13 and later read \"paths\"."
                report.add(
                    .detailRulesMissing, at: components, severity: .error,
                    message: "\"components\" is empty, so no link opens the app on iOS 13 and later"
                        + (hasPaths ? ", which ignore \"paths\"." : "."),
                    remedy: "Write the rules, or \"components\": [ { \"/\": \"*\" } ] to match every link.",
                    fix: hasPaths ? Fix(advice, [.remove(components.index)]) : nil, evidence: ["text": "[]"])
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
