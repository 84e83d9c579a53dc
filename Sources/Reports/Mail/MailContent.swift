import Audit
import Basics
import Findings
import Runs

/// What a mail says of a run: the totals, what changed, and the worst domains, all of it bounded.
///
/// What is not told is counted: the full report has it.
struct MailContent {
    /// One of the worst domains.
    struct Domain {
        var name: String
        var status: DomainStatus
        /// Whether its cause is new or back.
        var fresh: String?
        var sentence: String
        var message: String?
        var remedy: String?
        var who: String?
    }

    /// A list of domains of which the same changed.
    struct Change {
        var title: String
        var count: Int
        var names: [String]
        /// How many more there are, in words.
        var more: String?
    }

    /// The most domains that are told in full.
    static let maxDomains = 10
    /// The most names in a list of changes.
    private static let maxNames = 10
    /// The most warnings about the run that are told; the others are counted.
    private static let maxNotices = 5
    /// The most bytes of a text of each kind, as HTML writes it.
    private static let (nameBytes, noticeBytes, sentenceBytes, textBytes) = (320, 600, 500, 900)

    /// The state in a few words, for the subject.
    let title: String
    let headline: String
    let time: String
    /// What a reader has to know before believing the numbers.
    let notices: [String]
    let totals: [(status: DomainStatus, count: Int)]
    let opensApp: String?
    /// What the changes are counted from.
    let since: String
    let changes: [Change]
    let worst: [Domain]
    let worstTitle: String
    /// How many more need attention, in words; `nil` where all are told.
    let rest: String?
    let footer: String

    /// Collects it, going through the domains once.
    init(_ run: any StoredRun) throws(OutputError) {
        var worst = WorstDomains(limit: Self.maxDomains)
        var index = 0
        try run.forEachDomain { domain throws(OutputError) in
            let report = run.changes == nil ? domain.withoutComparison : domain
            // Until the cause on this side is gone, no domain is to be mended.
            let needsAttention = report.status != .pass && report.status != .accepted && !run.ending.isInDoubt
            if needsAttention { worst.add(report, PageIndex.Rank(report, index)) }
            index += 1
        }
        let summary = run.summary
        headline = run.headline
        title =
            "Universal links: \(headline.prefix(1).lowercased() + Phrase.clause(headline).dropFirst())\(run.titleEnd)"
        time = UTCTime(run.facts.startedAt).map { "Checked \($0.minuteText)" } ?? "Checked at an unknown time"
        let interruption = run.ending.interruption.map {
            "\($0). Only the domains that had been checked by then are counted here."
        }
        let warnings = run.ending.warnings.map { Self.cut($0.message, Self.noticeBytes) }
        let left = warnings.count - Self.maxNotices
        notices =
            [interruption].compactMap(\.self) + warnings.prefix(Self.maxNotices)
            + (left > 0
                ? ["\(DomainWords.count(left, "more warning", "more warnings")); the full report has all."] : [])
        totals = DomainStatus.worstFirst.compactMap { summary[$0] > 0 ? ($0, summary[$0]) : nil }
        opensApp = run.opensAppText
        since = Self.since(run)
        changes =
            run.changes.map { $0.lists.map { Self.change($0.kind, $0.names) } } ?? []
        self.worst = worst.ranked.map(Self.domain)
        let told = self.worst.count
        let unwell = [DomainStatus.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + summary[$1] }
        worstTitle = unwell > told ? "The worst \(told)" : "What needs attention"
        rest =
            unwell > told && !run.ending.isInDoubt
            ? "\(DomainWords.count(unwell - told, "more domain needs", "more domains need")) attention; the full report names all."
            : nil
        footer = "aasa-audit \(run.facts.toolVersion) · run \(run.facts.id). The full report has the evidence."
    }

    private static func since(_ run: any StoredRun) -> String {
        guard let changes = run.changes else {
            return "Not compared: these domains have no earlier run."
        }
        let time = UTCTime(changes.previousStartedAt)?.minuteText ?? "an unknown time"
        return "Since the run of \(time)" + (changes.isEmpty ? ": nothing came and nothing went." : "")
    }

    private static func change(_ kind: ChangedDomains.Kind, _ names: DomainNames) -> Change {
        let shown = names.names.prefix(maxNames)
        let more = names.count - shown.count
        return Change(
            title: kind.title, count: names.count, names: shown.map { cut($0, nameBytes) },
            more: more > 0 ? "and \(DomainWords.grouped(more)) more" : nil)
    }

    private static func domain(_ report: DomainReport) -> Domain {
        let cause = report.cause
        let fresh: String? =
            switch cause.flatMap({ report.change(of: $0) }) {
            case .new?: "new"
            case .returned?: "back"
            case .still?, nil: nil
            }
        let isInvalid = report.status == .invalid
        return Domain(
            name: cut(report.name, nameBytes), status: report.status, fresh: fresh,
            sentence: cut(VerdictSentence.text(report) + ".", sentenceBytes),
            message: cause.map { cut($0.message, textBytes) }
                ?? (isInvalid ? cut(report.notes.joined(separator: ": "), textBytes) : nil),
            remedy: cause.flatMap { $0.remedy.isEmpty ? nil : cut($0.remedy, textBytes) },
            who: cause.map { cut(report.responsibility(for: $0), sentenceBytes) })
    }

    /// The beginning of `text`, made visible, of which HTML has at most `limit` bytes.
    static func cut(_ text: String, _ limit: Int) -> String {
        let visible = VisibleText.escape(text)
        guard EscapedText(visible).renderText.utf8.count > limit else { return visible }
        var result = ""
        var count = "…".utf8.count
        for scalar in visible.unicodeScalars {
            count += EscapedText(String(scalar)).renderText.utf8.count
            guard count <= limit else { break }
            result.unicodeScalars.append(scalar)
        }
        return result + "…"
    }
}
