import Audit
import Basics
import Findings
import Runs
import Transport

import struct Foundation.Date

/// What the page knows of every domain without its detail: what it is searched, filtered and sorted by.
///
/// A row is written as JSON at once, so that a domain takes a few hundred bytes of memory here.
struct PageIndex {
    /// Where a domain comes when the worst comes first; equal ones stay in the order of the input.
    private struct Rank: Comparable {
        var status: Int
        var verdict: Int
        var errors: Int
        var place: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.status, left.verdict, -left.errors, left.place)
                < (right.status, right.verdict, -right.errors, right.place)
        }
    }

    /// A domain of the block that tells what could not be checked.
    struct Missed {
        var anchor: String
        var name: String
        var status: DomainStatus
        var why: String
    }

    /// The most domains that are named in that block.
    static let mostMissed = 6

    private var ranks: [Rank] = []
    /// The name of each domain's card, in input order.
    private(set) var anchors: [String] = []
    private var names: [String] = []
    private var rows = JSONWriter(.compact)
    private var taken: Set<String> = []
    private var byName: [String: Int] = [:]

    private var codes = StringTable()
    private var teams = StringTable()
    private var services = StringTable()
    private var sentences = StringTable()
    private(set) var missed: [Missed] = []
    /// The severities of the codes, the worst that was seen of each.
    private(set) var worst: [FindingCode: Severity] = [:]
    /// In how many domains a code was seen, infos and waived ones apart.
    private(set) var domains: [FindingCode: Int] = [:]
    /// How many domains do not open the app on the systems of today, for a reason that is not waived.
    private(set) var notOpening = 0

    /// Creates an index of nothing.
    init() { rows.beginArray() }

    /// How many domains are in it.
    var count: Int { ranks.count }

    /// Takes the next domain in.
    mutating func add(_ report: DomainReport, past: DomainPast?) {
        let place = ranks.count
        let anchor = takeAnchor(report, place: place)
        anchors.append(anchor)
        let name = VisibleText.escape(report.name)
        names.append(name)
        if byName[name] == nil { byName[name] = place }
        ranks.append(rank(report, place: place))
        note(report, anchor: anchor, name: name)
        row(report, past, anchor: anchor, name: name)
    }

    /// The name of the card of a domain that is known by its name.
    func anchor(named name: String) -> String? { byName[name].map { anchors[$0] } }

    private mutating func takeAnchor(_ report: DomainReport, place: Int) -> String {
        // Only what a host name can hold: a fragment needs no escaping then.
        let domain = report.domain.flatMap { domain in
            domain.host.utf8.allSatisfy { Self.isPlain($0) } && !domain.host.isEmpty ? domain : nil
        }
        let wanted =
            domain.map { $0.port == 443 ? "d-\($0.host)" : "d-\($0.host):\($0.port)" } ?? "d-entry-\(place + 1)"
        let anchor = taken.contains(wanted) ? "\(wanted)-\(place + 1)" : wanted
        taken.insert(anchor)
        return anchor
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private func rank(_ report: DomainReport, place: Int) -> Rank {
        let status =
            switch report.status {
            case .fail: 0
            case .unreachable: 1
            case .invalid: 2
            case .warn: 3
            case .pass: 4
            }
        let works = report.verdicts.first { $0.system == .iOS14 }?.works
        return Rank(
            status: status, verdict: works == false ? 0 : works == nil ? 1 : 2,
            errors: report.findings.count { $0.severity == .error && $0.waived == nil }, place: place)
    }

    private mutating func note(_ report: DomainReport, anchor: String, name: String) {
        if report.needsAttention(on: .iOS14) { notOpening += 1 }
        for code in Set(report.findings.lazy.filter { $0.severity != .info && $0.waived == nil }.map(\.code)) {
            domains[code, default: 0] += 1
        }
        for finding in report.findings where finding.waived == nil {
            worst[finding.code] = max(worst[finding.code] ?? .info, finding.severity)
        }
        guard report.status == .unreachable || report.status == .invalid, missed.count < Self.mostMissed else { return }
        let why =
            report.status == .invalid
            ? report.notes.isEmpty ? VerdictSentence.text(report) : report.notes.joined(separator: ": ")
            : report.findings.first.map { Catalogue[$0.code].title } ?? VerdictSentence.text(report)
        missed.append(Missed(anchor: anchor, name: name, status: report.status, why: why))
    }

    /// Writes the row of a domain; the order of its members is known to the page's script.
    private mutating func row(_ report: DomainReport, _ past: DomainPast?, anchor: String, name: String) {
        let seen = Set(report.findings.map(\.code))
        let codes = FindingCode.inUse.filter(seen.contains).map { self.codes.place(of: $0.rawValue) }
        let team = report.team.map { teams.place(of: VisibleText.escape($0)) }
        let services = (report.file?.services ?? []).map { self.services.place(of: VisibleText.escape($0)) }
        var broken = 0
        for (index, system) in AppleSystem.allCases.enumerated()
        where report.verdicts.contains(where: { $0.system == system && $0.works == false }) {
            broken |= 1 << index
        }
        let sentence = sentences.place(of: VisibleText.escape(VerdictSentence.text(report)))
        let words = words(of: report)
        rows.array { row in
            row.value(anchor)
            row.value(name)
            row.value(DomainStatus.allCases.firstIndex(of: report.status) ?? 0)
            row.array { for code in codes { $0.value(code) } }
            row.value(team ?? -1)
            row.array { for service in services { $0.value(service) } }
            row.value(broken)
            row.value(Self.certificateDay(report) ?? -1)
            row.value(report.totalMs.isFinite ? Int(min(max(report.totalMs, 0), 1e9)) : 0)
            row.value(past?.statusSince.flatMap(Self.day) ?? -1)
            row.value(sentence)
            row.value(words)
        }
    }

    /// What else a domain is found by.
    private func words(of report: DomainReport) -> String {
        var words: [String] = []
        if let domain = report.domain, domain.host != domain.displayHost { words.append(domain.host) }
        if report.input != report.domain?.host { words.append(report.input) }
        if let owner = report.owner { words.append(owner) }
        words += report.tags.prefix(10)
        words += (report.file?.apps ?? []).prefix(4).map(\.appID)
        return VisibleText.escape(String(words.joined(separator: " ").prefix(300)))
    }

    private static func certificateDay(_ report: DomainReport) -> Int? {
        (report.wellKnown?.exchange?.tls?.chain.first ?? report.root?.exchange?.tls?.chain.first)?.notAfter
            .flatMap(day)
    }

    private static func day(_ date: Date) -> Int? {
        let seconds = date.timeIntervalSince1970
        return seconds.isFinite && abs(seconds) < 1e11 ? Int(seconds / 86_400) : nil
    }

    // MARK: Reading it

    /// The places of all domains, the worst first.
    func order() -> [Int] { ranks.sorted().map(\.place) }

    /// The name of the domain at a place.
    func name(at place: Int) -> String { names[place] }

    /// Writes what the page's script needs, with the place of each domain's detail in the page.
    mutating func write(order: [Int], prebuilt: Set<Int>, chunkSize: Int, into writer: inout JSONWriter) {
        rows.endArray()
        writer.object { writer in
            writer.field("statuses", DomainStatus.allCases.map(\.rawValue))
            writer.field("labels", DomainStatus.allCases.map(DomainWords.label))
            writer.field("systems", AppleSystem.allCases.map(DomainWords.system))
            writer.field("codes", codes.strings)
            writer.field("teams", teams.strings)
            writer.field("services", services.strings)
            writer.field("sentences", sentences.strings)
            writer.field("chunk", chunkSize)
            writer.key("order")
            writer.array { for place in order { $0.value(place) } }
            writer.key("prebuilt")
            writer.array { for place in prebuilt.sorted() { $0.value(place) } }
            writer.key("rows")
            var written = rows.takeBytes()
            if written.last == UInt8(ascii: "\n") { written.removeLast() }
            writer.value(written: written)
        }
    }
}

/// Strings that come again, each kept once.
private struct StringTable {
    private(set) var strings: [String] = []
    private var places: [String: Int] = [:]

    mutating func place(of string: String) -> Int {
        if let place = places[string] { return place }
        places[string] = strings.count
        strings.append(string)
        return strings.count - 1
    }
}
