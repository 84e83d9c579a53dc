import Findings

/// `app-id-malformed` and `app-id-placeholder`: identifiers that no app can have.
///
/// Rules: app-ids.form, app-ids.prefix-length, app-ids.no-wildcard
struct AppIDFormCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.file.appLinks?.details ?? [] where !report.isBroken(detail.source) {
            for ignored in detail.ignored { check(ignored, of: detail, into: &report) }
            var seen: Set<AppIdentifier> = []
            let named = detail.apps + (detail.appIDs ?? []) + (detail.appID.map { [$0] } ?? [])
            for app in named where seen.insert(app.identifier).inserted { check(app, into: &report) }
        }
        for list in file.file.appLists {
            var seen: Set<AppIdentifier> = []
            for app in list.apps where seen.insert(app.identifier).inserted { check(app, into: &report) }
        }
    }

    /// An `appID` or `appIDs` of the wrong type, or an element of `appIDs` that is not a string.
    private func check(_ ignored: IgnoredValue, of detail: AppDetail, into report: inout FindingReport) {
        guard case .wrongType(let expected) = ignored.reason else { return }
        let key: String
        if let own = ignored.key, own == "appID" || own == "appIDs" {
            key = own
        } else if ignored.key == nil, let list = detail.appIDsSource, ignored.value.parent?.index == list.index {
            key = "appIDs"
        } else {
            return
        }
        report.markBroken(detail.source)
        report.add(.appIDMalformed, at: ignored.value) {
            let value = ignored.value
            var remedy: String?
            if ignored.key == "appIDs", let text = value.string {
                remedy = "Write \"appIDs\": [\(QuotedText.json(text))]."
            } else if ignored.key == "appID", value.kind == .array,
                value.elements?.allSatisfy({ $0.kind == .string }) == true
            {
                remedy = "Write \"appIDs\": \(QuotedText.source(value))."
            }
            return .init(
                message: ignored.key == nil
                    ? "An element of \"appIDs\" is \(value.kind.described), not a string, and is skipped."
                    : "\"\(key)\" is \(value.kind.described), not \(expected), and is not read.",
                remedy: remedy, evidence: ["text": .string(QuotedText.source(value))])
        }
    }

    private func check(_ app: ListedApp, into report: inout FindingReport) {
        if let reason = AppIDPlaceholder.reason(for: app.identifier) {
            report.add(.appIDPlaceholder, at: app.source) {
                .init(
                    message:
                        "The app identifier \(QuotedText.json(app.identifier.text)) \(reason): it comes from a template or an example.",
                    evidence: ["appID": .string(QuotedText.capped(app.identifier.text))])
            }
            return
        }
        let problems = app.identifier.problems
        let text = QuotedText.json(app.identifier.text)
        guard let first = problems.first else {
            guard let prefix = app.identifier.prefix, prefix.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return
            }
            // Ten characters drawn from 36 are all digits once in several hundred thousand times.
            return report.add(.appIDMalformed, at: app.source) {
                .init(
                    severity: .warning,
                    message:
                        "The app identifier \(text) has digits only before the first dot, as the identifiers of apps in "
                        + "the App Store have; the prefix of an app nearly always has letters.",
                    impact:
                        "If the prefix is not the app's, what the file grants to this app has no effect on any Apple system.",
                    evidence: ["appID": .string(QuotedText.capped(app.identifier.text))])
            }
        }
        report.add(.appIDMalformed, at: app.source) {
            .init(
                severity: app.identifier.hasOnlyUnderscores(problems) ? .warning : nil,
                message: "The app identifier \(text) \(Self.words(for: first, in: app.identifier)).",
                remedy: Self.corrected(app.identifier).map { "Write \(QuotedText.json($0))." },
                evidence: ["appID": .string(QuotedText.capped(app.identifier.text))])
        }
    }

    private static func words(for problem: AppIdentifier.Problem, in identifier: AppIdentifier) -> String {
        switch problem {
        case .empty: "is empty"
        case .surroundingWhiteSpace: "begins or ends with a blank, which belongs to the text that is compared"
        case .servicePrefix(let prefix): "begins with \(prefix), which only belongs into the app's entitlement"
        case .noDot: "has no dot: it needs a prefix, a dot and a bundle identifier"
        case .wildcard: "has an asterisk; every app must be named in full"
        case .prefixLength(let length):
            "has \(QuotedText.json(identifier.prefix ?? "")) before the first dot; a prefix has ten capital letters and digits, not \(length)"
        case .prefixCharacters: "has other characters than capital letters and digits in its prefix"
        case .emptyBundleIdentifier: "has no bundle identifier after its prefix"
        case .bundleIdentifierCharacters:
            "has characters in its bundle identifier other than letters, digits, hyphens and dots"
        }
    }

    /// The identifier without what obviously does not belong there, if that makes it a good one.
    private static func corrected(_ identifier: AppIdentifier) -> String? {
        var scalars = identifier.text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
        for service in AssociationService.allCases where String(scalars).hasPrefix(service.rawValue + ":") {
            scalars = scalars.dropFirst(service.rawValue.count + 1)
        }
        let text = String(scalars)
        guard !text.isExactly(identifier.text), AppIdentifier(text).problems.isEmpty else { return nil }
        return text
    }
}

extension AppIdentifier {
    /// Whether an app can have it: it is of the right form, and no template's.
    package var isPossible: Bool {
        guard AppIDPlaceholder.reason(for: self) == nil else { return false }
        let problems = problems
        return problems.isEmpty || hasOnlyUnderscores(problems)
    }

    /// Whether nothing is wrong but underscores in the bundle identifier, which Apple does not allow but which harm nothing else.
    fileprivate func hasOnlyUnderscores(_ problems: [Problem]) -> Bool {
        guard problems == [.bundleIdentifierCharacters] else { return false }
        return AppIdentifier(text.replacing("_", with: "-")).problems.isEmpty
    }
}
