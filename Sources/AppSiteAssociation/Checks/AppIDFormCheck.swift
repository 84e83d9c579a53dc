import Basics
import Findings

/// `app-id-malformed` and `app-id-placeholder`: identifiers that no app can have; and `app-id-missing`: an entry of
/// `details` that lists no app.
/// Documented as app-ids.form, app-ids.prefix-length, app-ids.no-wildcard, details.no-app
struct AppIDFormCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.content.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            for ignored in detail.ignored { check(ignored, of: detail, into: &report) }
            // In the dictionary format, the key of the entry is an identifier, too.
            if detail.keySource != nil { checkEach(detail.apps, into: &report) }
            checkEach([detail.appID].compactMap(\.self), into: &report)
            checkEach(detail.appIDs ?? [], into: &report)
            // A broken entry was reported above, and an empty `appIDs` next to `appID` is `detail-app-ids-disagree`.
            guard detail.apps.isEmpty, detail.appID == nil, !report.isBroken(detail.source) else { continue }
            // Systems ignore an entry without an app, so that other checks can skip it.
            report.markBroken(detail.source)
            let isMissing = detail.appIDsSource == nil
            report.add(
                .appIDMissing, at: detail.appIDsSource ?? detail.source,
                message: isMissing
                    ? "A `details` entry has neither \"appIDs\" nor \"appID\"."
                    : "\"appIDs\" of a `details` entry is empty.",
                remedy: isMissing
                    ? "Add \"appIDs\" with the app's identifier: Team ID, dot, bundle ID."
                    : "Write the app's identifier into \"appIDs\": Team ID, dot, bundle ID.",
                evidence: ["text": .source(detail.source)])
        }
        for list in file.content.appLists { checkEach(list.apps, into: &report) }
    }

    /// Checks each distinct identifier in `apps`.
    private func checkEach(_ apps: [ListedApp], into report: inout FindingReport) {
        var reported: Set<AppIdentifier> = []
        for app in apps where reported.insert(app.identifier).inserted { check(app, into: &report) }
    }

    private func check(_ ignored: IgnoredValue, of detail: AppDetail, into report: inout FindingReport) {
        guard case .wrongKind(let expected) = ignored.reason else { return }
        let value = ignored.value
        let key = ignored.key
        let isElement = key == nil && value.parent?.index == detail.appIDsSource?.index
        guard isElement || key == "appID" || key == "appIDs" else { return }
        report.markBroken(detail.source)
        report.add(.appIDMalformed, at: value) {
            var remedy: String?
            if key == "appIDs", let text = value.string {
                remedy = "Write \"appIDs\": [\(QuotedText.json(text))]."
            } else if key == "appID", let elements = value.elements, elements.allSatisfy({ $0.kind == .string }) {
                remedy = QuotedText.whole(value).map { "Write \"appIDs\": \($0)." }
            }
            let subject = key.map { "\"\($0)\"" } ?? "An element of \"appIDs\""
            return .ignored(subject, value, expected: expected, remedy: remedy)
        }
    }

    private func check(_ app: ListedApp, into report: inout FindingReport) {
        let identifier = app.identifier
        let name = QuotedText.json(identifier.text)
        func evidence() -> Evidence { ["appID": .capped(identifier.text)] }
        if let reason = AppIDPlaceholder.reason(for: identifier) {
            report.add(
                .appIDPlaceholder, at: app.source, message: "The app identifier \(name) is a placeholder: \(reason).",
                evidence: evidence())
        } else if let problem = identifier.problems.first {
            report.add(
                .appIDMalformed, at: app.source, severity: identifier.isWrongOnlyByUnderscores ? .warning : nil,
                message: "The app identifier \(name) \(Self.predicate(for: problem, in: identifier)).",
                remedy: Self.remedy(for: problem, in: identifier), evidence: evidence())
        } else if let reason = AppIDPlaceholder.reasonForDoubt(about: identifier) {
            report.add(
                .appIDPlaceholder, at: app.source, severity: .warning,
                message: "The app identifier \(name) looks like a placeholder: \(reason).",
                impact: "If no app has this bundle ID, this entry has no effect on any Apple system.",
                remedy: "Compare it with \"application-identifier\" in the signed app, and write that.",
                evidence: evidence())
        } else if identifier.prefix?.utf8.allSatisfy(\.isASCIIDigit) == true {
            // Of random prefixes of ten letters and digits, only one in several hundred thousand has no letter.
            report.add(
                .appIDMalformed, at: app.source, severity: .warning,
                message: "The prefix of the app identifier \(name) has digits only; that looks like an App Store ID. "
                    + "A Team ID nearly always contains letters.",
                impact: "If it is not the app's prefix, this entry has no effect for the app on any Apple system.",
                remedy: "Compare it with \"application-identifier\" in the signed app, and copy the prefix from there.",
                evidence: evidence())
        }
    }

    private static func predicate(for problem: AppIdentifier.Problem, in identifier: AppIdentifier) -> String {
        let prefix = QuotedText.json(identifier.prefix ?? "")
        return switch problem {
        case .empty: "is empty"
        case .surroundingWhiteSpace: "begins or ends with a space, which is compared like any other character"
        case .servicePrefix(let text): "begins with \(text), which belongs in the app's entitlement only"
        case .noDot:
            isTeamID(identifier.text)
                ? "is a Team ID without a bundle ID; expected Team ID, dot, bundle ID"
                : "has no dot; expected a 10-character Team ID, a dot and the bundle ID"
        case .wildcard: "contains ‘*’; each app must be named in full"
        case .prefixLength:
            isBundleID(identifier.text)
                ? "is a bundle ID without a Team ID: expected a 10-character Team ID before the first dot, found \(prefix)"
                : "has the wrong prefix: expected a 10-character Team ID before the first dot, found \(prefix) (\(Phrase.count(identifier.prefix?.count ?? 0, "character")))"
        case .prefixCharacters:
            "has the wrong prefix: expected capital letters and digits, found \(prefix)"
        case .emptyBundleIdentifier: "is a Team ID without a bundle ID; expected the bundle ID after the dot"
        case .bundleIdentifierCharacters:
            "has a bundle ID with other characters than letters, digits, hyphens and dots"
        }
    }

    private static func remedy(for problem: AppIdentifier.Problem, in identifier: AppIdentifier) -> String? {
        if let corrected = corrected(identifier) { return "Write \(QuotedText.json(corrected))." }
        switch problem {
        case .noDot where isTeamID(identifier.text), .emptyBundleIdentifier:
            return "Ask the app's developers for its bundle ID, and append it to the Team ID after a dot."
        case .prefixLength where isBundleID(identifier.text):
            return "Ask the app's developers for its Team ID, and put it and a dot before the bundle ID."
        default: return nil
        }
    }

    private static func isTeamID(_ text: String) -> Bool {
        text.utf8.count == 10 && text == text.uppercased()
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }

    /// Whether `text` looks like a bundle ID without a prefix: reversed domain labels, the first in lower case.
    private static func isBundleID(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let first = labels.first, (2...6).contains(first.utf8.count) else { return false }
        return first.utf8.allSatisfy { (0x61...0x7A).contains($0) } && labels.allSatisfy { !$0.isEmpty }
    }

    /// Returns the identifier with obvious mistakes corrected; `nil` if the result is not valid, or unchanged.
    private static func corrected(_ identifier: AppIdentifier) -> String? {
        var text = identifier.text.trimmed
        for service in AssociationService.allCases where text.hasPrefix(service.rawValue + ":") {
            text = String(text.unicodeScalars.dropFirst(service.rawValue.count + 1))
        }
        // All letters of a Team ID are capital letters, so that small letters are an obvious mistake.
        if let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), isTeamID(text[..<dot].uppercased()) {
            text = text[..<dot].uppercased() + text[dot...]
        }
        guard !text.isExactly(identifier.text), AppIdentifier(text).problems.isEmpty else { return nil }
        return text
    }
}

extension AppIdentifier {
    /// Whether an app can have the identifier: it is well formed and not a placeholder.
    package var isPossible: Bool {
        AppIDPlaceholder.reason(for: self) == nil && (problems.isEmpty || isWrongOnlyByUnderscores)
    }

    /// Whether the only problem is underscores in the bundle identifier, which are harmless, but not allowed by Apple.
    fileprivate var isWrongOnlyByUnderscores: Bool {
        problems == [.bundleIdentifierCharacters] && AppIdentifier(text.replacing("_", with: "-")).problems.isEmpty
    }
}
