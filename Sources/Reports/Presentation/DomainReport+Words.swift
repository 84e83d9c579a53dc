import Audit
import Basics
import Findings
import Records
import Transport

import struct Foundation.Date

extension DomainReport {
    /// The input, if it differs from all names of the domain.
    var otherInput: String? {
        guard let domain, input != domain.host, input != domain.displayHost else { return nil }
        return input
    }

    /// The problem in a few words, followed by its waiver if it is accepted.
    var causeText: String? {
        if status == .invalid { return notes.joined(separator: ": ") }
        let expiration = isCertificateCause ? expirationText : nil
        guard let title = expiration ?? (cause ?? waivedFinding).map({ Catalogue[$0.code].title }) else { return nil }
        return waiver.map { "\(title), \($0.terms()): \(Phrase.clause($0.reason))" } ?? title
    }

    /// The day on which the certificate expires or expired; the days until then would be wrong for later readers.
    var expiration: (text: String, day: String)? {
        certificate?.notAfter.map { ("Certificate \($0 < startedAt ? "expired" : "expires")", $0.dayText) }
    }
    var expirationText: String? { expiration.map { "\($0.text) \($0.day)" } }

    /// Whether the expiration of the server's own certificate determines the status; another of its chain may expire
    /// earlier.
    var isCertificateCause: Bool {
        switch (cause ?? waivedFinding)?.code {
        case .tlsCertificateExpired?: certificate?.notAfter.map { $0 < startedAt } ?? false
        case .tlsCertificateExpiring?: true
        default: false
        }
    }

    /// The text in place of an owner; `nil` if the domain has one, or needs none.
    var unownedText: String? {
        people.hasOwner || !status.needsAttention || status == .invalid
            ? nil : DomainWords.unowned(ask: people.contact)
    }

    /// The number of whole days from the observation to the end of the certificate; if it has expired, at most -1.
    var certificateDaysLeft: Int? {
        guard let end = certificate?.notAfter else { return nil }
        let days = end.timeIntervalSince(startedAt) / 86_400
        return days < 0 ? min(-1, Int(days)) : Int(days)
    }

    var changeWord: String? {
        if changes.contains(.new) { return "new" }
        return changes.contains(.returned) ? "returned" : nil
    }

    func responsibility(for finding: Finding) -> Responsibility {
        responsibility(fixer: Catalogue[finding.code].fixer)
    }
    func responsibility(of family: CatalogueEntry.Family) -> Responsibility { responsibility(fixer: family.fixer) }

    private func responsibility(fixer: String) -> Responsibility {
        let otherRole = people.team == nil ? "Contact" : "Team"
        return Responsibility(
            fixer: fixer, people: people.text, role: people.owner == nil ? otherRole : "Owner")
    }

    /// Returns the first day of the finding, the date of the file, and the previous observation; `nil` if unknown.
    func historyText(of finding: Finding) -> String? {
        guard finding.severity > .info else { return nil }
        let previousObservation = finding.waived == nil ? finding.before?.text : nil
        let parts = [since(finding), fileDate(finding), previousObservation].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func since(_ finding: Finding) -> String? {
        guard let date = finding.firstSeen else { return nil }
        let since = Phrase.capitalized(RelativeTime.since(date, at: startedAt))
        // If a waiver has ended, the finding was present all the time.
        let wasAccepted = finding.state == .returned && finding.before?.runAt.map { date <= $0 } ?? false
        return "\(since)." + (wasAccepted ? " It counts again: it is no longer accepted." : "")
    }

    private func fileDate(_ finding: Finding) -> String? {
        guard case .fileModified(let date)? = beginning(of: finding) else { return nil }
        return "The server dates the file \(date.minuteText) (Last-Modified)."
    }

    /// Returns the first day of the problem that determines the status or, if that day is unknown, of the status.
    func problemSince(_ past: DomainPast?) -> Date? { (cause ?? waivedFinding)?.firstSeen ?? past?.statusSince }

    var remarks: [String] {
        guard !resolvedCodes.isEmpty else { return [] }
        let presentCodes = Set(findings.map(\.code))
        let titles = resolvedCodes.map { code in
            "“\(Catalogue[code].title)”" + (presentCodes.contains(code) ? " (others remain)" : "")
        }
        let isMissingAtCDN = findings.contains { $0.code == .cdnNotServed && $0.waived == nil }
        let sequel = " So the server was fixed recently, and Apple's CDN may not have fetched the file since."
        return ["Resolved since the previous run: \(Phrase.list(titles, limit: 5)).\(isMissingAtCDN ? sequel : "")"]
    }
}

extension LocationReport {
    private static let maxAddresses = 20

    var outcomeText: String {
        switch outcome {
        case .served: "serves the file"
        case .missing: "no file"
        case .redirected: "redirects to another address"
        case .refused: "refuses the request"
        case .unusable: "responds without a usable file"
        case .failed: "no complete response"
        case .notTried: "not requested"
        }
    }

    /// The facts about the exchange; the values of unknown facts are `nil`.
    var facts: [(key: String, value: String?)] {
        guard let exchange else { return [] }
        let failure = exchange.failure
        let addresses = exchange.addresses.prefix(Self.maxAddresses).joined(separator: ", ")
        let more = exchange.addresses.count - Self.maxAddresses
        let body = bytes.map { bytes in
            let wire = exchange.wireBytes == bytes ? "" : ", \(DomainWords.size(exchange.wireBytes)) on the wire"
            return DomainWords.size(bytes) + wire + (exchange.bodyCapped ? "; reading stopped there" : "")
        }
        return [
            ("State", state?.phrase), ("Failed during", failure?.phase.rawValue),
            ("Details", failure?.detail == "" ? nil : failure?.detail),
            ("Address", exchange.throughProxy ? "not known behind the proxy" : exchange.address),
            ("All addresses", exchange.addresses.count > 1 ? addresses + (more > 0 ? " and \(more) more" : "") : nil),
            ("Times", exchange.timings.words), ("Body", body), ("SHA-256", sha256),
        ]
    }
}

extension CDNState {
    var phrase: String {
        switch self {
        case .inSync: "the same as on the server"
        case .outOfSync: "differs from the file on the server"
        case .fetchFailed: "Apple's CDN has no usable copy"
        case .onlyAtCDN: "a copy, but the server serves no usable file"
        case .unchecked: "not compared"
        }
    }
}

extension FindingLocation {
    var phrase: String? {
        switch self {
        case .wellKnown: "at .well-known"
        case .root: "at the root"
        // The messages about Apple's copy begin with its location.
        case .cdn, .file, .domain: nil
        }
    }
}

extension Waiver {
    var sentence: String {
        let sequel = until == nil ? "" : " After that day, the finding counts again."
        return "\(Phrase.capitalized(terms())): \(Phrase.clause(reason)).\(sequel)"
    }
}

extension LimitedList<AcceptedDomain> {
    /// Returns the accepted domains in one line each, at most `limit`, followed by the number of further ones.
    func sentences(limit: Int, _ shown: (String) -> String = { $0 }) -> [String] {
        let listed = items.prefix(limit).map { domain in
            "\(shown(domain.name)): \(domain.code.rawValue), \(domain.waiver.terms(shown)) "
                + "(\(shown(Phrase.clause(domain.waiver.reason))))"
        }
        return listed
            + (count > listed.count ? ["and \(Phrase.count(count - listed.count, "more accepted domain"))"] : [])
    }
}
