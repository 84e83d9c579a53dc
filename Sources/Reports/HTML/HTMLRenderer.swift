import Audit
import Basics
import Findings
package import Runs

/// The HTML report: one file that stands for itself.
///
/// The table of all domains is in the page as it is read, the worst first. What there is to say of a domain, its card, is
/// rendered here too: the worst domains' stand in the page, the others' compressed, for the page's script to unpack.
/// The domains are gone through twice, so that none has to be kept: in memory are the row of each domain and what is read of it
/// without script, compressed, and the worst.
package struct HTMLRenderer: DocumentRenderer {
    /// The number of domains whose card is in the page itself.
    private let prebuilt: Int

    /// Creates a renderer.
    package init() { self.init(prebuilt: 100) }

    init(prebuilt: Int) { self.prebuilt = prebuilt }

    /// Writes the page.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var page = Page(run: run, sink: sink, index: PageIndex(run), worst: WorstDomains(limit: prebuilt))
        try page.write()
    }
}

/// One page being written.
private struct Page {
    /// So many rows are laid out together, and not before they come into sight; as many cards are packed together.
    private static let sectionSize = CardChunks.size
    /// So many stand in a block of sections: of what is out of sight a browser goes through the blocks alone.
    private static let blockSize = 1000
    /// Ends the table and all that it is in.
    private static let end = "</div>\n</section>\n</div>\n</main>\n"
    /// Up to this many domains show their evidence without asking.
    private static let fewDomains = 3

    let run: any StoredRun
    let sink: any OutputSink

    var index: PageIndex
    var worst: WorstDomains
    /// The row of each domain in input order.
    var rows = PackedTexts()
    /// The texts below the rows for readers without scripts.
    var briefs = PackedTexts()
    var kinds = RowKinds()
    var anchors: [String] = []
    /// The only domain, where there is only one.
    var only: DomainReport?

    mutating func write() throws(OutputError) {
        try run.forEachReport { report throws(OutputError) in add(report) }
        var top = EstateView(run: run, index: index, only: only).object()
        // What a name leads to is in this page.
        PageStyle.report.fill(&top, root: "#")
        try sink.write(PageTemplates.render("top", top))
        try table()
        rows = PackedTexts()
        briefs = PackedTexts()
        try chunks()
        try sink.write(PageTemplates.render("bottom", bottom))
    }

    private mutating func add(_ report: DomainReport) {
        let past = run.past(of: report)
        let place = index.count
        let anchor = index.add(report, past: past)
        let row = DomainRow(
            report: report, past: past, anchor: anchor, index: place, kind: kinds.number(of: report))
        rows.append(PageTemplates.render("row", row.object()))
        anchors.append(anchor)
        briefs.append(report.status == .pass ? "" : PageTemplates.render("brief", card(report, past, place).brief()))
        worst.add(report, index.ranks[place])
        only = place == 0 ? report : nil
    }

    private func card(_ report: DomainReport, _ past: DomainPast?, _ place: Int) -> DomainCard {
        DomainCard(
            report: report, past: past, anchor: anchors[place], runAt: run.facts.startedAt,
            showsEvidence: run.summary.targets <= Self.fewDomains)
    }

    private func cardText(_ report: DomainReport, _ place: Int) -> String {
        PageTemplates.render("card", card(report, run.past(of: report), place).object())
    }

    /// The rows, the worst first, each with what can be read of the domain without script; of one domain its card.
    private func table() throws(OutputError) {
        if let only {
            let name = EscapedText.escape(VisibleText.escape(only.name))
            return try sink.write(
                "<div id=\"\(anchors[0])\" data-name=\"\(name)\">\(cardText(only, 0))</div>\n\(Self.end)")
        }
        let targets = Dictionary(grouping: index.first) { $0.value.index }
        for (position, rank) in index.ranks.sorted().enumerated() {
            if position.isMultiple(of: Self.sectionSize) {
                let isBlock = position.isMultiple(of: Self.blockSize)
                let ends = position == 0 ? 0 : isBlock ? 2 : 1
                try sink.write(String(repeating: "</section>\n", count: ends))
                try sink.write(String(repeating: "<section class=\"rows\">\n", count: isBlock ? 2 : 1))
            }
            let names = targets[rank.index, default: []].map(\.key).sorted()
            // Without script a link to a filter leads to the first domain that fits.
            if !names.isEmpty {
                let marks = names.map { "<span id=\"\(EscapedText.escape($0))\"></span>" }.joined()
                try sink.write("<span class=\"marks\">\(marks)</span>\n")
            }
            try sink.write(rows[rank.index])
            if let report = worst.reports[rank.index] {
                let text = cardText(report, rank.index)
                try sink.write("<details class=\"still\"><summary>Details</summary>\(text)</details>\n")
            } else {
                try sink.write(briefs[rank.index])
            }
        }
        if index.count > 0 { try sink.write("</section>\n</section>\n") }
        try sink.write(Self.end)
    }

    /// The cards of all other domains.
    private func chunks() throws(OutputError) {
        guard only == nil, worst.reports.count < index.count else { return }
        var chunks = CardChunks()
        var place = 0
        try run.forEachReport { report throws(OutputError) in
            defer { place += 1 }
            // A run that is still written to can have more domains by now.
            guard place < anchors.count else { return }
            let isElsewhere = worst.reports[place] != nil
            if let full = chunks.add(isElsewhere ? nil : cardText(report, place), of: report) { try sink.write(full) }
        }
        for element in chunks.rest { try sink.write(element) }
    }

    private var bottom: TemplateObject {
        TemplateObject { object in
            object.text("version", run.facts.toolVersion)
            object.text("rules", run.facts.rulesVersion)
            object.text("run", run.facts.id)
            object.text("startedAt", UTCTime(run.facts.startedAt)?.minuteText ?? "?")
            object.text("finishedAt", UTCTime(run.finishedAt)?.minuteText ?? "?")
            object.object("options") {
                $0.facts(run.facts.options.entries.map { (TextReport.words(of: $0.key), TextReport.plain($0.value)) })
            }
            GlossaryView.fill(&object)
            kinds.fill(&object)
            PageStyle.report.fill(&object, root: "#")
        }
    }
}
