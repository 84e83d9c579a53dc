import Audit
import Basics
import Findings
import Transport

/// What the templates show of what was seen: redirects, certificate, header fields, times, the file.
struct EvidenceView {
    private static let mostFields = 60
    private static let mostApps = 60
    /// A header field is shown up to here; the limit of the header as a whole is 64 KiB.
    private static let mostOfField = 2000

    let report: DomainReport

    /// Everything that was seen; `nil` when nothing was.
    func object() -> TemplateObject? {
        let locations = [
            ("The well-known location", report.wellKnown), ("The root location", report.root),
            ("Apple's copy", report.cdn),
        ].compactMap { label, location in location.map { object(label, $0) } }
        guard !locations.isEmpty else { return nil }
        return TemplateObject { evidence in
            evidence.object("certificate", CertificateView(report: report).object())
            evidence.list("location", locations)
            evidence.object("file", FileView(report).object())
            evidence.object("apps", apps)
            evidence.text("attempts", report.attempts > 1 ? "Tried \(report.attempts) times." : nil)
        }
    }

    private func object(_ label: String, _ location: LocationReport) -> TemplateObject {
        let exchange = location.exchange
        return TemplateObject { object in
            object.text("label", label)
            object.text("url", location.url)
            // A link only where nothing but an https URL of the domain's own can stand.
            object.flag("isLink", location.url.hasPrefix("https://") && exchange != nil)
            object.text("outcome", DomainWords.outcome(location))
            object.text("answer", answer(exchange))
            let servers = location.platforms.map(\.name).joined(separator: ", then ")
            object.text("servers", servers.isEmpty ? nil : "Recognised: \(servers).")
            object.object("route", route(location))
            object.object("times", exchange.flatMap { TimingView($0.timings, failed: $0.failure != nil).object() })
            object.object("facts", facts(location))
            object.object("fields", fields(exchange?.headerFields ?? []))
        }
    }

    private func answer(_ exchange: Exchange?) -> String? {
        guard let exchange else { return nil }
        if let status = exchange.status {
            return "\(status)" + (exchange.httpVersion.map { ", HTTP/\($0)" } ?? "")
        }
        return exchange.failure.map { "failed: \(TextReport.words(of: $0.kind.rawValue))" }
    }

    private func route(_ location: LocationReport) -> TemplateObject? {
        guard let first = location.redirects.first else { return nil }
        return TemplateObject { route in
            route.text("start", first.from)
            route.list("hop", location.redirects.prefix(40)) { object, hop in
                object.number("hopStatus", hop.status)
                object.text("to", hop.to)
                object.text("by", hop.address)
                object.flag("insecure", hop.to.lowercased().hasPrefix("http://"))
                object.flag("elsewhere", Self.host(hop.to) != Self.host(hop.from))
            }
        }
    }

    /// The host and port of a URL; `nil` when there is none.
    private static func host(_ url: String) -> String? {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].hasSuffix(":"), parts[1].isEmpty else { return nil }
        return parts[2].lowercased()
    }

    private func facts(_ location: LocationReport) -> TemplateObject? {
        guard let exchange = location.exchange else { return nil }
        var facts: [(String, String)] = []
        if let state = location.state { facts.append(("State", state.phrase)) }
        if let failure = exchange.failure {
            facts.append(("Failed while", Self.phase(failure.phase)))
            if !failure.detail.isEmpty { facts.append(("In detail", failure.detail)) }
        }
        if exchange.throughProxy {
            facts.append(("Address", "not known behind the proxy"))
        } else if let address = exchange.address {
            facts.append(("Address", address))
        }
        if exchange.addresses.count > 1 {
            facts.append(("All addresses", exchange.addresses.prefix(20).joined(separator: ", ")))
        }
        if let bytes = location.bytes {
            let capped = exchange.bodyCapped ? "; reading stopped there" : ""
            let wire = exchange.wireBytes == bytes ? "" : ", \(DomainWords.size(exchange.wireBytes)) on the wire"
            facts.append(("Body", DomainWords.size(bytes) + wire + capped))
        }
        if let sha256 = location.sha256 { facts.append(("SHA-256", sha256)) }
        return TemplateObject { $0.list("fact", DomainCard.pairs(facts)) }
    }

    private static func phase(_ phase: ExchangePhase) -> String {
        switch phase {
        case .dns: "looking up the name"
        case .connect: "connecting"
        case .proxy: "talking to the proxy"
        case .tls: "agreeing on encryption"
        case .header: "waiting for the answer"
        case .body: "reading the body"
        }
    }

    private func fields(_ fields: [HeaderField]) -> TemplateObject? {
        guard !fields.isEmpty else { return nil }
        return TemplateObject { object in
            object.number("fieldCount", fields.count)
            object.list(
                "fact",
                DomainCard.pairs(
                    fields.prefix(Self.mostFields).map { field in
                        let isLong = field.value.unicodeScalars.count > Self.mostOfField
                        let value = isLong ? String(field.value.prefix(Self.mostOfField)) + "…" : field.value
                        return (field.name.lowercased(), value)
                    }))
            object.text(
                "moreFields",
                fields.count > Self.mostFields
                    ? "And \(fields.count - Self.mostFields) more; the JSON report has them." : nil)
        }
    }

    private var apps: TemplateObject? {
        guard let apps = report.file?.apps, !apps.isEmpty else { return nil }
        return TemplateObject { object in
            object.list("app", apps.prefix(Self.mostApps)) { object, app in
                object.text("appID", app.appID.isEmpty ? "(empty)" : app.appID)
                object.text("appServices", app.services.joined(separator: ", "))
                object.text("appRules", app.rules == 0 ? nil : Phrase.count(app.rules, "rule"))
            }
            object.text(
                "moreApps",
                apps.count > Self.mostApps ? "And \(apps.count - Self.mostApps) more; the JSON report has them." : nil)
        }
    }
}
