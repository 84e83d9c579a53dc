import Basics
import Findings

/// `service-malformed` and `service-empty`: a service, or its `apps`, that is of the wrong type or lists no app.
///
/// Rules: services.object, services.apps-list, details.apps-empty
struct ServiceMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for ignored in file.content.ignored {
            guard ignored.isOfWrongType, let service = ignored.key else { continue }
            report.add(.serviceMalformed, at: ignored.value) {
                FindingReport.Text(
                    message:
                        "\(QuotedText.json(service)) is \(ignored.value.kind.described), not an object; it is ignored.",
                    impact: Self.impact(AssociationService(rawValue: service)),
                    remedy: remedy(service: service, value: ignored.value),
                    evidence: ["service": .string(service), "text": .source(ignored.value)])
            }
        }
        if let apps = file.content.appLinks?.appsSource, apps.kind != .array {
            // Only iOS 12 and earlier read `apps` of `applinks`.
            report.add(.serviceMalformed, at: apps) {
                FindingReport.Text(
                    severity: .warning,
                    message:
                        "\"apps\" of `applinks` is \(apps.kind.described); iOS 12 and earlier expect an empty array.",
                    impact:
                        "Links may open the browser instead of the app on iOS 12 and earlier. Later systems ignore it.",
                    remedy: "Write \"apps\": [].",
                    evidence: ["service": "applinks", "text": .source(apps)])
            }
        }
        let namesApps =
            file.content.appLists.contains { !$0.apps.isEmpty }
            || file.content.appLinks?.details.contains { !$0.apps.isEmpty } == true
        for list in file.content.appLists { check(list, emptySeverity: namesApps ? nil : .warning, into: &report) }
    }

    private func check(_ list: AppList, emptySeverity: Severity?, into report: inout FindingReport) {
        let service = list.service.rawValue
        guard list.source.count > 0 else {
            addEmpty(list.source, service: list.service, emptySeverity, into: &report)
            return
        }
        guard let apps = list.appsSource, apps.kind == .array else {
            report.markBroken(list.source)
            report.add(.serviceMalformed, at: list.appsSource ?? list.source) {
                FindingReport.Text(
                    message: list.appsSource.map {
                        "\"apps\" of `\(service)` is \($0.kind.described), not an array of app identifiers."
                    } ?? "`\(service)` has no \"apps\".",
                    impact: Self.impact(list.service),
                    remedy: list.appsSource?.string.map { "Write \"apps\": [\(QuotedText.json($0))]." }
                        ?? "Put the apps' identifiers into an array \"apps\", or remove `\(service)`.",
                    evidence: ["service": .string(service), "text": .source(list.appsSource ?? list.source)])
            }
            return
        }
        if apps.count == 0 { addEmpty(apps, service: list.service, emptySeverity, into: &report) }
        for ignored in list.ignored where ignored.key == nil {
            report.add(.serviceMalformed, at: ignored.value) {
                FindingReport.Text(
                    message:
                        "An element of \"apps\" of `\(service)` is \(ignored.value.kind.described), not a string; it is ignored.",
                    impact:
                        "The app that this element was meant for gets no \(list.service.purpose.noun). Other apps are not affected.",
                    evidence: ["service": .string(service), "text": .source(ignored.value)])
            }
        }
    }

    /// Reports a service that lists no app.
    ///
    /// Hosting platforms generate such services; a file that contains nothing else is probably a mistake.
    private func addEmpty(
        _ value: JSONValue, service: AssociationService, _ severity: Severity?, into report: inout FindingReport
    ) {
        report.add(.serviceEmpty, at: value) {
            FindingReport.Text(
                severity: severity, message: "`\(service.rawValue)` is present but lists no apps.",
                impact:
                    "\(Phrase.capitalized(service.purpose.noun)) \(service.purpose.verb) not work with any app on this domain. That may be intended.",
                remedy:
                    "List the apps' identifiers in \"apps\", or remove `\(service.rawValue)` if no app should use it.",
                evidence: ["service": .string(service.rawValue), "text": .source(value)])
        }
    }

    private static func impact(_ service: AssociationService?) -> String? {
        service.map { "This section is ignored, so \($0.purpose.noun) will not work." }
    }

    private func remedy(service: String, value: JSONValue) -> String? {
        guard service != AssociationService.applinks.rawValue, let elements = value.elements,
            !elements.isEmpty, elements.allSatisfy({ $0.kind == .string })
        else { return nil }
        return QuotedText.whole(value).map { "Write \"\(service)\": { \"apps\": \($0) }." }
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
