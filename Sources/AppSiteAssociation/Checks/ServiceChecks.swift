import Basics
import Findings

/// `service-none`: a file without any of the keys that systems read.
/// Documented as services.none, services.keys
struct ServiceNoneCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let root = file.content.document.root
        let known = KeySuggestion.Level.file.keys
        guard let members = root.members, !members.contains(where: { known.contains(where: $0.hasName) })
        else { return }
        report.add(.serviceNone, at: root) {
            let names = members.prefix(20).map(\.name)
            let remedy = names.firstResult { name in
                KeySuggestion.likely(for: name, at: .file).map {
                    "Write \(QuotedText.json($0.key)) instead of \(QuotedText.json(name))."
                }
            }
            return .init(
                message: names.isEmpty
                    ? "The file is an empty object."
                    : "The file has none of the keys \(Phrase.list(known, "or")), but \(Phrase.list(names.map { QuotedText.json($0) })).",
                remedy: remedy, evidence: ["keys": .strings(names.map { QuotedText.capped($0) })])
        }
    }
}

/// `service-malformed` and `service-empty`: a service, or its `apps`, that is of the wrong kind or lists no app.
/// Documented as services.object, services.apps-list, details.apps-empty
struct ServiceMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let content = file.content
        for ignored in content.ignored where ignored.isOfWrongKind {
            guard let key = ignored.key else { continue }
            let value = ignored.value
            add(.serviceMalformed, about: key, at: value, into: &report) {
                var remedy: String?
                if key != AssociationService.applinks.rawValue, let elements = value.elements, !elements.isEmpty,
                    elements.allSatisfy({ $0.kind == .string })
                {
                    remedy = QuotedText.whole(value).map { "Write \"\(key)\": { \"apps\": \($0) }." }
                }
                return .ignored(
                    QuotedText.json(key), value, expected: "an object",
                    impact: AssociationService(rawValue: key).map(Self.impact), remedy: remedy)
            }
        }
        if let apps = content.appLinks?.appsSource, apps.kind != .array {
            // Only iOS 12 and earlier read `apps` of `applinks`.
            add(.serviceMalformed, about: AssociationService.applinks.rawValue, at: apps, into: &report) {
                .init(
                    severity: .warning,
                    message:
                        "\"apps\" of `applinks` is \(apps.kind.described); iOS 12 and earlier expect an empty array.",
                    impact:
                        "Links may open the browser instead of the app on iOS 12 and earlier. Later systems ignore it.",
                    remedy: "Write \"apps\": [].")
            }
        }
        // Hosting platforms generate services without apps; a file that contains nothing else is probably a mistake.
        let isAnyAppListed =
            content.appLists.contains { !$0.apps.isEmpty }
            || content.appLinks?.details.contains { !$0.apps.isEmpty } == true
        for list in content.appLists { check(list, emptySeverity: isAnyAppListed ? nil : .warning, into: &report) }
    }

    private func check(_ list: AppList, emptySeverity: Severity?, into report: inout FindingReport) {
        let service = list.service.rawValue
        let (noun, verb) = list.service.purpose
        let apps = list.appsSource ?? list.source
        // An empty object counts as an empty list.
        guard list.source.count == 0 || list.appsSource?.kind == .array else {
            report.markBroken(list.source)
            add(.serviceMalformed, about: service, at: apps, into: &report) {
                .init(
                    message: list.appsSource.map {
                        "\"apps\" of `\(service)` is \($0.kind.described), not an array of app identifiers."
                    } ?? "`\(service)` has no \"apps\".",
                    impact: Self.impact(list.service),
                    remedy: list.appsSource?.string.map { "Write \"apps\": [\(QuotedText.json($0))]." }
                        ?? "Put the apps' identifiers into an array \"apps\", or remove `\(service)`.")
            }
            return
        }
        if apps.count == 0 {
            add(.serviceEmpty, about: service, at: apps, into: &report) {
                .init(
                    severity: emptySeverity, message: "`\(service)` is present but lists no apps.",
                    impact:
                        "\(Phrase.capitalized(noun)) \(verb) not work with any app on this domain. That may be intended.",
                    remedy: "List the apps' identifiers in \"apps\", or remove `\(service)` if no app should use it.")
            }
        }
        for ignored in list.ignored where ignored.key == nil {
            add(.serviceMalformed, about: service, at: ignored.value, into: &report) {
                .ignored(
                    "An element of \"apps\" of `\(service)`", ignored.value, expected: "a string",
                    impact: "The app that this element was meant for gets no \(noun). Other apps are not affected.")
            }
        }
    }

    private func add(
        _ code: FindingCode, about service: String, at value: JSONValue, into report: inout FindingReport,
        _ makeText: () -> FindingReport.Text
    ) {
        report.add(code, at: value) {
            var text = makeText()
            text.evidence = ["service": .string(service), "text": .source(value)]
            return text
        }
    }

    private static func impact(_ service: AssociationService) -> String {
        "This section is ignored, so \(service.purpose.noun) will not work."
    }
}

extension AssociationService {
    /// The purpose of the service as a noun phrase, and the matching form of “do”.
    fileprivate var purpose: (noun: String, verb: String) {
        switch self {
        case .applinks: ("universal links", "do")
        case .webcredentials: ("password AutoFill and passkeys", "do")
        case .appclips: ("App Clips", "do")
        case .activitycontinuation: ("Handoff", "does")
        case .authsrv: ("single sign-on", "does")
        case .messagefilter: ("SMS filtering", "does")
        case .classificationreport: ("reports of unwanted calls and messages", "do")
        }
    }
}

/// `applinks-apps-missing` and `applinks-apps-not-empty`: iOS 12 and earlier expect `"apps": []`.
/// Documented as details.apps-empty
struct ApplinksAppsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        guard let apps = appLinks.appsSource else {
            report.add(
                .applinksAppsMissing, at: appLinks.source,
                message: "`applinks` has no \"apps\"; iOS 12 and earlier expect it as an empty array.")
            return
        }
        guard apps.kind == .array, apps.count > 0 else { return }
        report.add(.applinksAppsNotEmpty, at: apps) {
            let listed = Set(appLinks.details.flatMap { $0.apps.map(\.identifier) })
            let strings = apps.elements?.prefix(10).compactMap(\.string) ?? []
            let lost = strings.filter { !listed.contains(AppIdentifier($0)) }
            var message =
                "\"apps\" of `applinks` has \(Phrase.count(apps.count, "element")); iOS 12 and earlier expect an empty array."
            if !lost.isEmpty {
                let names = Phrase.list(lost.map { QuotedText.json($0) })
                message += " \(names) \(lost.count == 1 ? "is" : "are") in no `details` entry."
            }
            let advice = "Write \"apps\": []" + (lost.isEmpty ? "." : ", and give every app an entry in \"details\".")
            return .init(
                message: message, fix: Fix(advice, [.write("[]", over: apps.index)]),
                evidence: ["text": .source(apps)])
        }
    }
}
