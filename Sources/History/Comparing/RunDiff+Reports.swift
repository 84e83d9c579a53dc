import AppSiteAssociation
import Audit
import Basics
import Findings
import GRDB
import Records
import Transport

import struct Foundation.Date

extension RunDiff.Domain {
    /// Compares two reports; `known` contains the findings that were known when the earlier result was created.
    init(
        _ earlier: DomainReport, _ later: DomainReport, _ known: EarlierFindings, listIndex: Int,
        rulesDiffer: Bool = false
    ) {
        self.init(name: later.name, listIndex: listIndex, from: earlier.status, to: later.status)
        people = later.people.nonEmpty
        findings = Self.findings(earlier, later, known)
        if !isUncheckedInAnyRun { otherChanges = Self.otherChanges(earlier, later) }
        guard rulesDiffer else { return }
        let comparison = ResponseComparison(earlier: earlier, later: later)
        for (position, change) in findings.enumerated() where [.new, .fixed].contains(change.kind) {
            findings[position].isCausedByRuleChange = comparison.hasSameResponses(behind: change.finding)
        }
    }

    init(added report: DomainReport, listIndex: Int) {
        self.init(name: report.name, listIndex: listIndex, presence: .added, from: nil, to: report.status)
        people = report.people.nonEmpty
        findings = report.findings.filter(\.isCounted).map { .init(kind: $0.state ?? .new, finding: $0) }
    }

    init(unchanged report: DomainReport, listIndex: Int) {
        self.init(name: report.name, listIndex: listIndex, from: report.status, to: report.status)
        people = report.people.nonEmpty
        findings = report.findings.filter(\.isCounted).map { .init(kind: .still, finding: $0) }
    }

    private static func findings(
        _ earlier: DomainReport, _ later: DomainReport, _ known: EarlierFindings
    ) -> [RunDiff.FindingChange] {
        // Known findings that the earlier run could not check are included, so that they are not reported as new.
        let earlierFindings =
            earlier.findings.map { (finding: $0, identity: FindingIdentity($0)) }
            + known.unchecked(in: earlier).map { (finding: $0.finding, identity: $0.identity) }
        let matches = FindingMatches(
            later.findings, open: earlierFindings.map { ($0.identity, $0.finding.waived != nil) },
            resolved: known.resolved)
        // Waived findings, and those that need no action, are not news.
        let counted = zip(matches.kinds, later.findings).filter { $0.1.isCounted }
        let coverage = Coverage(later)
        let missing = matches.missingIndices.map { earlierFindings[$0] }.filter(\.finding.isCounted)
        return counted.map { .init(kind: $0, finding: $1) }
            + missing.map { .init(kind: coverage.covers($0.identity) ? .fixed : .notCompared, finding: $0.finding) }
    }

    private static func otherChanges(_ earlier: DomainReport, _ later: DomainReport) -> [RunDiff.OtherChange] {
        let textsByKind: KeyValuePairs<RunDiff.OtherChangeKind, [String]> = [
            .content: contentChanges(earlier, later), .certificate: certificateChanges(earlier, later),
            .server: serverChanges(earlier, later), .cdnCopy: [copyChange(earlier, later)].compactMap(\.self),
        ]
        return textsByKind.flatMap { kind, texts in texts.map { (kind: kind, text: $0) } }
    }

    private static func contentChanges(_ earlier: DomainReport, _ later: DomainReport) -> [String] {
        guard let old = earlier.file, let new = later.file else { return [] }
        var texts: [String] = []
        if old.location != new.location {
            texts.append("The file that counts moved from \(old.location.rawValue) to \(new.location.rawValue).")
        }
        if old.isSigned != new.isSigned {
            texts.append(new.isSigned ? "The file is signed now." : "The file is no longer signed.")
        }
        guard let before = old.bytes, let after = new.bytes, before != after else { return texts }
        guard let first = try? JSONDocument(before), let second = try? JSONDocument(after) else {
            return texts + ["The file changed; one of its versions cannot be read."]
        }
        let changes = AssociationChange.changes(from: AssociationFile(first), to: AssociationFile(second))
        let host = later.domain?.host ?? later.input
        texts += changes.map { sentence(about: $0, host: host) }
        if changes.isEmpty { texts.append("The file's text changed, but not its meaning for current systems.") }
        return texts
    }

    private static func sentence(about change: AssociationChange, host: String) -> String {
        switch change {
        case .serviceAdded(let service): "Service added: \(service.rawValue)."
        case .serviceRemoved(let service): "Service removed: \(service.rawValue)."
        case .appAdded(let app, let service): "App added to \(service.rawValue): \(app.text)."
        case .appRemoved(let app, let service): "App removed from \(service.rawValue): \(app.text)."
        case .ruleAdded(let rule, let app): "Rule added for \(app.text): \(excerpt(rule))"
        case .ruleRemoved(let rule, let app): "Rule removed for \(app.text): \(excerpt(rule))"
        case .linksLost(let link, let app):
            "Links that opened \(app.text) no longer do, for example https://\(host)\(link)"
        case .linksGained(let link, let app):
            "Links that did not open \(app.text) now do, for example https://\(host)\(link)"
        case .linksUndecided(let app): "Whether the same links open \(app.text) could not be decided."
        }
    }

    private static func certificateChanges(_ earlier: DomainReport, _ later: DomainReport) -> [String] {
        guard let old = earlier.certificate, let new = later.certificate, old.sha256 != new.sha256 else { return [] }
        var text = "The certificate was replaced"
        if let until = new.notAfter {
            text += ": the new one is valid until \(until.dayText)"
            if let before = old.notAfter { text += ", the old one was valid until \(before.dayText)" }
        }
        var texts = [text + "."]
        if old.issuer != new.issuer {
            texts.append("Its issuer changed from “\(excerpt(old.issuer))” to “\(excerpt(new.issuer))”.")
        }
        return texts
    }

    private static func serverChanges(_ earlier: DomainReport, _ later: DomainReport) -> [String] {
        var texts: [String] = []
        let (old, new) = (earlier.serverSoftware, later.serverSoftware)
        let haveBothAnswered = [earlier, later].allSatisfy { $0.exchanges.contains { $0.status != nil } }
        if old != new, haveBothAnswered {
            func quoted(_ software: String?) -> String { software.map { "“\(excerpt($0))”" } ?? "none" }
            texts.append("The Server field changed from \(quoted(old)) to \(quoted(new)).")
        }
        if let before = earlier.serverAddress, let after = later.serverAddress,
            earlier.serverNetwork != later.serverNetwork
        {
            texts.append("The domain moved to another network: from \(before) to \(after).")
        }
        return texts
    }

    static func copyChange(_ earlier: DomainReport, _ later: DomainReport) -> String? {
        guard let before = earlier.cdn, let after = later.cdn, let old = before.state, let new = after.state,
            old != .unchecked, new != .unchecked
        else { return nil }
        if old == .fetchFailed {
            return new == .fetchFailed ? nil : "Apple's CDN now has a copy; it had none before."
        }
        if new == .fetchFailed { return "Apple's CDN no longer has a copy." }
        guard let hash = after.sha256, let oldHash = before.sha256, hash != oldHash else { return nil }
        guard new == .inSync else { return "Apple's copy changed, but still differs from the server's file." }
        let serverHash = fileLocation(of: later)?.sha256
        let isPreviousFile = serverHash != nil && serverHash == fileLocation(of: earlier)?.sha256
        let sentence = "Apple's copy changed: it is now the file that the server "
        return sentence + (isPreviousFile ? "had before." : "has.") + (delay(of: later).map { " \($0)" } ?? "")
    }

    /// Returns the location that served the file; `nil` if the file is behind a redirect or cannot be read.
    private static func fileLocation(of report: DomainReport) -> LocationReport? {
        guard let location = report.file?.location, [.wellKnown, .root].contains(location) else { return nil }
        return report[location]
    }

    /// Returns a sentence with the time from the server's date of the file until the CDN fetched the file; `nil` if a
    /// date is unknown or cannot be correct.
    private static func delay(of report: DomainReport) -> String? {
        guard let copy = report.cdn?.exchange,
            let age = copy.headerFields.values(of: "age").first.flatMap({ Int($0) }), (0..<100_000_000).contains(age),
            let text = fileLocation(of: report)?.exchange?.headerFields.values(of: "last-modified").first,
            let modified = HTTPDate.parse(text)
        else { return nil }
        // `Age` states how many seconds before this response the CDN fetched its copy.
        let hours = Int(report.startedAt.timeIntervalSince(modified) / 3600) - age / 3600
        guard (0..<100_000).contains(hours) else { return nil }
        let time = hours < 48 ? Phrase.count(hours, "hour") : Phrase.count(hours / 24, "day")
        return "The CDN fetched it \(time) after the server's date of the file (Last-Modified)."
    }

    private static func excerpt(_ text: String) -> String { text.count > 200 ? "\(text.prefix(200))…" : text }
}

/// The findings of a domain that were known when an earlier result was created.
struct EarlierFindings {
    /// The open findings, only for a partial result: the report of any other result contains all open findings.
    private let open: [KnownFinding]
    let resolved: [FindingIdentity]

    /// Reads the findings of a domain at the result in `row`.
    init(of domain: Int64, atResult row: Row, _ db: Database) throws {
        let known = try KnownFinding.fetchAll(of: domain, db)
        let number: Int = row["number"]
        let isPartial: Bool = row["is_partial"]
        open = isPartial ? known.filter { $0.isOpen(atResult: number) && $0.severity > .info } : []
        resolved = known.filter { $0.isResolved(atResult: number) }.map(\.identity)
    }

    /// Returns the earlier findings that could not be checked in `report`; for an unreachable domain, all of them.
    func unchecked(in report: DomainReport) -> [KnownFinding] {
        FindingMatches(report.findings, open: open.map { ($0.identity, $0.isWaived) }, resolved: [])
            .missingIndices.map { open[$0] }
    }
}
