import Findings

/// `service-malformed`: a service or its `apps` is of the wrong type.
///
/// Rules: services.object, services.apps-list, details.apps-empty
struct ServiceMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for ignored in file.file.ignored {
            guard case .wrongType = ignored.reason, let service = ignored.key else { continue }
            report.add(.serviceMalformed, at: ignored.value) {
                FindingReport.Text(
                    message:
                        "\(QuotedText.json(service)) is \(ignored.value.kind.described), not an object, so the service is ignored.",
                    remedy: remedy(service: service, value: ignored.value),
                    evidence: ["service": .string(service), "text": .string(QuotedText.source(ignored.value))])
            }
        }
        if let apps = file.file.appLinks?.appsSource, apps.kind != .array {
            // Only systems up to iOS 12 look at it.
            report.add(.serviceMalformed, at: apps) {
                FindingReport.Text(
                    severity: .warning,
                    message:
                        "\"apps\" of applinks is \(apps.kind.described), where iOS 12 and older want an empty array.",
                    remedy: "Write \"apps\": [].",
                    evidence: ["service": "applinks", "text": .string(QuotedText.source(apps))])
            }
        }
        for list in file.file.appLists { check(list, into: &report) }
    }

    private func check(_ list: AppList, into report: inout FindingReport) {
        let service = list.service.rawValue
        guard list.source.count > 0 else {
            return addEmpty(list.source, service: service, into: &report)
        }
        guard let apps = list.appsSource, apps.kind == .array else {
            report.markBroken(list.source)
            report.add(.serviceMalformed, at: list.appsSource ?? list.source) {
                FindingReport.Text(
                    message: list.appsSource.map {
                        "\"apps\" of \(service) is \($0.kind.described), not an array of app identifiers."
                    } ?? "\(service) has no \"apps\".",
                    remedy: list.appsSource?.string.map { "Write \"apps\": [\(QuotedText.json($0))]." }
                        ?? "Write \"apps\": [\"PREFIX.bundle.id\"] with the identifiers of the apps, or remove \(service).",
                    evidence: [
                        "service": .string(service), "text": .string(QuotedText.source(list.appsSource ?? list.source)),
                    ])
            }
            return
        }
        if apps.count == 0 { addEmpty(apps, service: service, into: &report) }
        for ignored in list.ignored where ignored.key == nil {
            report.add(.serviceMalformed, at: ignored.value) {
                FindingReport.Text(
                    message:
                        "An element of \"apps\" of \(service) is \(ignored.value.kind.described), not a string, and is skipped.",
                    remedy: nil,
                    evidence: ["service": .string(service), "text": .string(QuotedText.source(ignored.value))])
            }
        }
    }

    /// A service that names no app; hosting platforms generate such ones, and nothing is lost by it.
    private func addEmpty(_ value: JSONValue, service: String, into report: inout FindingReport) {
        report.add(.serviceMalformed, at: value) {
            FindingReport.Text(
                severity: .warning, message: "\(service) is there, but lists no app.",
                remedy:
                    "List the identifiers of the apps (\"apps\": [\"PREFIX.bundle.id\"]), or remove \(service) if none is meant.",
                evidence: ["service": .string(service), "text": .string(QuotedText.source(value))])
        }
    }

    private func remedy(service: String, value: JSONValue) -> String? {
        guard service != AssociationService.applinks.rawValue, let elements = value.elements,
            elements.allSatisfy({ $0.kind == .string })
        else { return nil }
        return "Write \"\(service)\": { \"apps\": \(QuotedText.source(value)) }."
    }
}
