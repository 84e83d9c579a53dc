import Audit
import Basics
import Findings
package import Records

/// The HTML report: one self-contained file.
///
/// The page contains a table of all domains, ordered by fix, and a card for each domain: the first cards as markup, the
/// others compressed for the page's script. The domains are read twice: first for the order, the rows and the texts for
/// readers without scripts, then for the cards. Memory holds these texts in compressed form, but not the domains.
package struct HTMLRenderer: DocumentRenderer {
    /// The number of domains whose card is in the page as markup.
    fileprivate let prebuilt: Int
    /// The maximum number of domains that are listed before the user selects any.
    fileprivate let maxListed: Int

    package init(prebuilt: Int = 100, maxListed: Int = 5000) {
        self.prebuilt = prebuilt
        self.maxListed = maxListed
    }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var page = Page(renderer: self, run: run, sink: sink, index: PageIndex(run))
        try page.write()
    }
}

private struct Page {
    /// The number of rows in a block of sections; browsers do not process the sections of a block that is out of view.
    private static let blockSize = 1000
    private static let tableEnd = "</div>\n</section>\n"
    private static let maxWithEvidence = 3

    let renderer: HTMLRenderer
    let run: any StoredRun
    let sink: any OutputSink

    var index: PageIndex
    // The row of each domain in input order, and the text below it for readers without scripts.
    var rows = PackedTexts()
    var briefs = PackedTexts()
    /// The cards of the first domains of the table, by their indexes in the input.
    var cards: [Int: String] = [:]
    var chunks: [String] = []
    var kinds = RowKinds()
    var anchors: [String] = []
    /// The domain of a run with a single domain.
    var onlyDomain: DomainReport?

    mutating func write() throws(OutputError) {
        try run.forEachDomain { domain throws(OutputError) in add(run.presented(domain)) }
        index.finish()
        try renderCards()
        let isLarge = index.count > renderer.maxListed
        let view = EstateView(run: run, index: index, onlyDomain: onlyDomain, isLarge: isLarge)
        var page = TemplateObject(view.fill)
        // Links to domains lead to fragments of this page.
        PageStyle.report.fill(&page, root: "#")
        try sink.write(PageTemplates.render("top", page))
        try writeTable(hasHeadings: view.hasHeadings)
        rows = PackedTexts()
        briefs = PackedTexts()
        for chunk in chunks { try sink.write(chunk) }
        page.text("run", run.facts.id)
        page.object("options") {
            $0.facts(run.facts.options.entries.map { (EvidenceWords.label(of: $0.key), EvidenceWords.text($0.value)) })
        }
        GlossaryView.fill(&page)
        kinds.fill(&page)
        try sink.write(PageTemplates.render("bottom", page))
    }

    private mutating func add(_ report: DomainReport) {
        let past = run.past(of: report)
        let rowIndex = index.count
        let anchor = index.add(report, past: past)
        let row = DomainRow(
            report: report, past: past, anchor: anchor, index: rowIndex, kind: kinds.number(of: report))
        rows.append(PageTemplates.render("row", TemplateObject(row.fill)))
        anchors.append(anchor)
        let card = self.card(report, past, rowIndex)
        briefs.append(report.status == .pass ? "" : PageTemplates.render("brief", TemplateObject(card.fillBrief)))
        onlyDomain = rowIndex == 0 ? report : nil
    }

    private func card(_ report: DomainReport, _ past: DomainPast?, _ rowIndex: Int) -> DomainCard {
        DomainCard(
            report: report, past: past, anchor: anchors[rowIndex], runAt: run.facts.startedAt,
            showsEvidence: run.summary.targets <= Self.maxWithEvidence, hasFilters: onlyDomain == nil,
            expectsOwner: index.hasPeople)
    }

    private func cardText(_ report: DomainReport, _ rowIndex: Int) -> String {
        PageTemplates.render("card", TemplateObject(card(report, run.past(of: report), rowIndex).fill))
    }

    private func writeTable(hasHeadings: Bool) throws(OutputError) {
        if let onlyDomain {
            let name = EscapedText.escape(VisibleText.escape(onlyDomain.name))
            try sink.write(
                "<div id=\"\(anchors[0])\" data-name=\"\(name)\">\(cardText(onlyDomain, 0))</div>\n\(Self.tableEnd)")
            return
        }
        for (position, rowIndex) in index.order.enumerated() {
            if position.isMultiple(of: CardChunks.size) {
                // The first section of a block begins the block as well.
                let depth = position.isMultiple(of: Self.blockSize) ? 2 : 1
                if position > 0 { try sink.write(String(repeating: "</section>\n", count: depth)) }
                try sink.write(String(repeating: "<section class=\"rows\">\n", count: depth))
            }
            let names = index.filters[rowIndex, default: []].sorted()
            // Without scripts, a link to a filter leads to the first domain that matches.
            if !names.isEmpty {
                let marks = names.map { "<span id=\"\(EscapedText.escape($0))\"></span>" }.joined()
                try sink.write("<span class=\"marks\">\(marks)</span>\n")
            }
            if hasHeadings, let section = index.sections[position] { try sink.write(heading(section, at: position)) }
            try sink.write(rows[rowIndex])
            let card = cards[rowIndex].map { "<details class=\"still\"><summary>Details</summary>\($0)</details>\n" }
            try sink.write(card ?? briefs[rowIndex])
        }
        if index.count > 0 { try sink.write("</section>\n</section>\n") }
        try sink.write(Self.tableEnd)
    }

    /// Returns the heading of a section of the table, with owners and a ticket if no list of fixes precedes the table.
    private func heading(_ section: PageIndex.Section, at position: Int) -> String {
        let status = section.status
        let heading = TemplateObject { heading in
            heading.set([
                "state": status.rawValue,
                "headingTitle": section.cause.map { Catalogue[$0].action } ?? status.label,
                "headingCause": section.cause.map { Catalogue[$0].title } ?? status.meaning,
                "headingCount": Phrase.count(section.count, "domain"),
            ])
            heading.flag("single", index.isRanked && section.count == 1)
            let endOfFixes = index.sections.filter { $0.value.cause == nil }.keys.min()
            heading.flag("endsFixes", index.isRanked && position == endOfFixes)
            guard index.isRanked, section.cause != nil else { return }
            let view = FixFirstView(index: index, runAt: run.facts.startedAt)
            let step = (index.plan.steps + index.plan.others)[section.repair]
            view.fillOwners(&heading, of: step)
            heading.object("ticket") { $0.texts("ticketLine", view.ticket(step)) }
        }
        return PageTemplates.render("heading", heading)
    }

    private mutating func renderCards() throws(OutputError) {
        guard onlyDomain == nil else { return }
        let prebuiltRows = Set(index.order.prefix(renderer.prebuilt))
        var packed = CardChunks()
        var rowIndex = 0
        try run.forEachDomain { domain throws(OutputError) in
            defer { rowIndex += 1 }
            // A run that is still being written may contain more domains by now.
            guard rowIndex < anchors.count else { return }
            let report = run.presented(domain)
            let card = cardText(report, rowIndex)
            let isPrebuilt = prebuiltRows.contains(rowIndex)
            if isPrebuilt { cards[rowIndex] = card }
            if let full = packed.add(isPrebuilt ? nil : card, of: report) { chunks.append(full) }
        }
        chunks = prebuiltRows.count < index.count ? chunks + packed.remainder : []
    }
}
