import Audit
import Basics
import Findings
import Records
import Transport

import struct Foundation.Date

/// The parts of the short forms of a domain, such as the row of a table.
extension DomainReport {
    /// The input, if it differs from all names of the domain.
    var otherInput: String? {
        guard let domain, input != domain.host, input != domain.displayHost else { return nil }
        return input
    }

    /// The problem in a few words, followed by its acceptance if it is accepted.
    var causeText: String? {
        if status == .invalid { return notes.joined(separator: ": ") }
        guard let title = (cause ?? acceptedFinding).map({ Catalogue[$0.code].title }) else { return nil }
        return acceptance.map { "\(title), \($0.terms()): \(Phrase.clause($0.reason))" } ?? title
    }

    /// The certificate that the server presented for itself; `nil` if none was received.
    var certificate: CertificateFacts? {
        wellKnown?.exchange?.tls?.chain.first ?? root?.exchange?.tls?.chain.first
    }

    /// The number of whole days from the observation to the end of the certificate, rounded down; `nil` if it is
    /// unknown.
    ///
    /// If the certificate has expired, the number is the negative of the whole days since then, at most -1.
    var certificateDaysLeft: Int? {
        guard let end = certificate?.notAfter, UTCTime(end) != nil, UTCTime(startedAt) != nil else { return nil }
        let days = end.timeIntervalSince(startedAt) / 86_400
        return days < 0 ? min(-1, Int(days)) : Int(days)
    }

    /// The most important change since the previous run, in a word; `nil` if no finding is new or returned.
    var changeWord: String? { changes.contains(.new) ? "new" : changes.contains(.returned) ? "returned" : nil }

    /// Returns the location of `finding`; the well-known location for findings about the domain as a whole.
    func location(of finding: Finding) -> LocationReport? {
        switch finding.location {
        case .root: root
        case .cdn: cdn
        case .wellKnown, .domain, .file: wellKnown
        }
    }
}

extension CDNState {
    var phrase: String {
        switch self {
        case .inSync: "the same as on the server"
        case .outOfSync: "differs from the file on the server"
        case .fetchFailed: "Apple's CDN has no usable copy"
        case .onlyAtCDN: "a copy, where the server serves no usable file"
        case .unchecked: "not compared"
        }
    }
}

extension FindingLocation {
    /// The location in a few words; `nil` if naming it would add nothing.
    var phrase: String? {
        switch self {
        case .wellKnown: "at .well-known"
        case .root: "at the root"
        case .cdn: "at Apple's CDN"
        case .file, .domain: nil
        }
    }
}
