import Audit
import Basics
import Findings
import Records
import Transport

import struct Foundation.Date

/// The page of one domain.
///
/// The page contains a fingerprint of its content, and is rendered and written again only if the content changes. Data
/// that differ every night (times, the header `Date`, the address that responded) are as of the last change.
struct SiteDomainPage {
    private static let docType = "<!doctype html>\n"
    private static let commentStart = "<!--aasa-audit "
    private static let commentEnd = "-->"
    /// The first bytes of every page of a site.
    static let pageStart = docType + commentStart
    /// The place of the notice that a domain is no longer audited; text from outside cannot contain it.
    private static let noticePlaceholder = "<!--audited-->\n"
    /// The fingerprint of a page with the notice.
    private static let notAuditedFingerprint = "0000000000000000"
    /// The number of bytes up to the end of the comment with the fingerprint.
    static let headBytes = (pageStart + notAuditedFingerprint + commentEnd).utf8.count

    let report: DomainReport
    /// The first day of the problem that determines the status, or else of the status; `nil` if unknown.
    let since: Date?
    let runAt: Date

    init(_ report: DomainReport, since: Date?, runAt: Date) {
        // Whether a finding is new depends on the run, so the page contains the date of its first occurrence instead.
        var report = report
        for index in report.findings.indices where report.findings[index].state != nil {
            let finding = report.findings[index]
            report.setState(nil, firstSeen: finding.firstSeen, before: finding.before, ofFindingAt: index)
        }
        self.report = report
        self.since = since
        self.runAt = runAt
    }

    /// Whether the existing page that begins with `bytes` has the same content.
    func hasSameContent(as bytes: [UInt8]) -> Bool { bytes.starts(with: (Self.docType + comment).utf8) }

    private var comment: String { Self.commentStart + fingerprint + Self.commentEnd }

    private var fingerprint: String {
        var hash = StableHash()
        func add(_ texts: String?...) { for text in texts { hash.add(text ?? "") } }
        add(Self.renderingFingerprint, report.name, report.input, report.status.rawValue, report.opensApp.rawValue)
        let people = report.people
        add(people.owner, people.team, people.contact, report.aliasesText, VerdictSentence.text(report))
        for text in people.tags + report.notes + report.listings.map(\.name) + report.remarks { add(text) }
        for column in report.columns { add(column.name, column.value) }
        for row in VerdictTable(report).groups.flatMap(\.rows) {
            add(row.outcome.answer.rawValue, row.outcome.caveat)
            for code in row.because { add(code.rawValue) }
        }
        for finding in report.findings {
            add(finding.code.rawValue, finding.severity.rawValue, finding.location.rawValue, finding.pointer)
            add(finding.message, finding.remedy, finding.impact, finding.waived?.sentence)
            add(finding.line.map { String($0) }, finding.firstSeen?.secondText)
        }
        for location in [report.wellKnown, report.root, report.cdn] {
            add(location?.outcome.rawValue, location?.sha256, location?.exchange?.status.map { String($0) })
            for hop in location?.redirects ?? [] { add(String(hop.status), hop.to) }
            for name in ["content-type", "server"] { add(location?.exchange?.headerFields.values(of: name).first) }
        }
        add(report.certificate?.sha256, report.certificate?.notAfter?.secondText)
        add(since?.dayText)
        return hash.hex
    }

    private static let renderingFingerprint = StableHash(
        ["siteDomain", "siteHead", "head", "name", "card", "evidence", "facts", "owners", "ticket"]
            .reduce(PageStyle.card.fingerprint + PageStyle.brief.fingerprint) { $0 + PageTemplates.text(of: $1) }
    ).hex

    var bytes: [UInt8] {
        let isBrief = report.status == .pass
        let page = TemplateObject { page in
            (isBrief ? PageStyle.brief : PageStyle.card).fill(&page, root: "../../")
            page.markup("mark", comment)
            page.markup("place", Self.noticePlaceholder)
            page.name(report.name)
            page.set([
                "title": "\(report.name) · Universal links", "id": "domain", "state": report.status.rawValue,
                "stateLabel": report.status.label, "asOf": asOf,
            ])
            let card = DomainCard(
                report: report, past: nil, anchor: "domain", runAt: runAt, showsEvidence: false,
                glossary: "../../\(SiteAddress.glossary)")
            if isBrief {
                card.fillAbout(&page)
                page.object("facts") { $0.facts(facts) }
            } else {
                page.markup("card", PageTemplates.render("card", TemplateObject(card.fill)))
            }
        }
        return Array(PageTemplates.render("siteDomain", page).utf8)
    }

    private var asOf: String {
        let since = since.map { "\(report.status.label) since \($0.dayText). " } ?? ""
        return since + "Result of the run of \(runAt.minuteText). Later runs replace this page if their result differs."
    }

    /// The content of the file and the notes of a domain without problems, which has no card.
    private var facts: [(key: String, value: String?)] {
        let facts: [(key: String, value: String?)] = [
            ("Apps", report.file?.apps.prefix(20).map(\.appID).joined(separator: ", ")),
            ("Services", report.file?.services.prefix(20).joined(separator: ", ")),
            ("Served by", report.wellKnown?.exchange?.headerFields.values(of: "server").first),
            ("Notes", report.findings.prefix(20).map { Catalogue[$0.code].title }.joined(separator: "; ")),
        ]
        return facts.filter { $0.value?.isEmpty == false }
    }

    // MARK: Domains that are no longer audited

    /// Whether the page that begins with `bytes` lacks the notice that its domain is no longer audited.
    static func isAudited(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: pageStart.utf8) && !bytes.starts(with: (pageStart + notAuditedFingerprint).utf8)
    }

    /// Returns the page with a notice that the domain is no longer audited; `runPath` is the page of a later run
    /// without the domain.
    ///
    /// The previous run is not mentioned, because it may have been interrupted.
    static func notAudited(_ page: [UInt8], since runPath: String) -> [UInt8] {
        let text = String(decoding: page, as: UTF8.self)
        let run = SiteRuns.name(ofRunAt: runPath)
        let banner = "<p class=\"banner\">No longer audited: the run of \(run) does not include it.</p>\n"
        let head = pageStart + notAuditedFingerprint
        let rest = String(text.dropFirst(head.count)).replacing(noticePlaceholder, with: banner, maxReplacements: 1)
        return Array((head + rest).utf8)
    }
}
