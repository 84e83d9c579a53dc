import Audit
import Basics
import Findings
public import Runs

/// The HTML report: one file that stands for itself.
///
/// What is not well is in the page as it is read, up to 300 domains with all their evidence; the detail of the
/// others is built in the browser from data in the file. The domains are gone through several times, so that none
/// has to be kept: in memory are one short row for each domain, and the cards that are in the page as such.
public struct HTMLRenderer: DocumentRenderer {
    /// How many domains that are not well have their whole card in the page.
    private let prebuilt: Int
    /// The data of this many domains is read by the page's script at once.
    static let chunkSize = 100
    /// Up to this many domains show their evidence without asking.
    static let fewDomains = 3

    /// Creates a renderer.
    public init() { self.init(prebuilt: 300) }

    init(prebuilt: Int) { self.prebuilt = prebuilt }

    /// Writes the page.
    public func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        let templates: PageTemplates
        do {
            templates = try PageTemplates()
        } catch {
            // A test holds the templates to be readable.
            preconditionFailure("a template of the page cannot be read: \(error)")
        }
        try Page(run, templates, sink, prebuilt: prebuilt).write()
    }
}

/// One page being written.
private struct Page {
    private let run: any StoredRun
    private let templates: PageTemplates
    private let sink: any OutputSink
    private let mostPrebuilt: Int

    init(_ run: any StoredRun, _ templates: PageTemplates, _ sink: any OutputSink, prebuilt: Int) {
        mostPrebuilt = prebuilt
        self.run = run
        self.templates = templates
        self.sink = sink
    }

    func write() throws(OutputError) {
        var index = PageIndex()
        var isWell: [Bool] = []
        var only: String?
        try run.forEachDomain { report throws(OutputError) in
            index.add(report, past: run.past(of: report))
            isWell.append(report.status == .pass)
            only = "\(report.name): \(Self.lowered(VerdictSentence.text(report)))"
        }
        let order = index.order()
        let notWell = order.filter { !isWell[$0] }
        let built = notWell.prefix(mostPrebuilt)
        let prebuilt = Set(built)
        try sink.write(
            templates.render(.top, EstateView(run, index: index, only: index.count == 1 ? only : nil).object()))
        try cards(built, prebuilt, index)
        try sink.write(
            "</div>\n<p class=\"js-only\"><button type=\"button\" id=\"more\" hidden>Show more</button></p>\n")
        try details(prebuilt, index)
        try withoutScript(order.filter { isWell[$0] }, index)
        try sink.write("</section>\n</main>\n")
        try sink.write(templates.render(.bottom, bottom))
        try indexAndScript(order, prebuilt, &index)
    }

    private static func lowered(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    private func card(_ report: DomainReport, at place: Int, _ index: PageIndex) -> DomainCard {
        DomainCard(
            report: report, past: run.past(of: report), anchor: index.anchors[place], runAt: run.facts.startedAt,
            showsEvidence: index.count <= HTMLRenderer.fewDomains)
    }

    /// The cards of the worst domains, in their order.
    private func cards(
        _ built: ArraySlice<Int>, _ prebuilt: Set<Int>, _ index: PageIndex
    ) throws(OutputError) {
        var cards: [Int: String] = [:]
        try forEach { place, report in
            guard prebuilt.contains(place) else { return }
            cards[place] = templates.render(.card, card(report, at: place, index).object())
        }
        for place in built { try sink.write(cards[place] ?? "") }
    }

    /// The data of the cards that the script builds, some domains at a time, each time with what is not well of them
    /// for readers that run no script; those that do take it for text.
    private func details(_ prebuilt: Set<Int>, _ index: PageIndex) throws(OutputError) {
        var chunk = DataChunk()
        var briefs = ""
        func end() throws(OutputError) {
            guard chunk.count > 0 else { return }
            try sink.write("<script type=\"application/json\" class=\"chunk\">")
            try sink.write(chunk.bytes())
            try sink.write("</script>\n")
            if !briefs.isEmpty { try sink.write("<noscript>\(briefs)</noscript>\n") }
            chunk = DataChunk()
            briefs = ""
        }
        try forEach { place, report throws(OutputError) in
            guard !prebuilt.contains(place) else { return }
            let object = card(report, at: place, index).object()
            chunk.add(object)
            if report.status != .pass { briefs += templates.render(.brief, object) }
            if chunk.count == HTMLRenderer.chunkSize { try end() }
        }
        try end()
    }

    /// The names of the domains that are well, for readers that run no script.
    private func withoutScript(_ well: [Int], _ index: PageIndex) throws(OutputError) {
        guard !well.isEmpty else { return }
        try sink.write("<noscript><ul class=\"well\">")
        for place in well {
            let name = EscapedText(index.name(at: place)).renderText
            try sink.write("<li id=\"\(EscapedText(index.anchors[place]).renderText)\">\(name)</li>")
        }
        try sink.write("</ul></noscript>\n")
    }

    private func indexAndScript(_ order: [Int], _ prebuilt: Set<Int>, _ index: inout PageIndex) throws(OutputError) {
        var writer = JSONWriter(.compact)
        index.write(order: order, prebuilt: prebuilt, chunkSize: HTMLRenderer.chunkSize, into: &writer)
        try sink.write("<script type=\"application/json\" id=\"index\">")
        try sink.write(writer.takeScriptBytes())
        try sink.write("</script>\n")
        for name in PageTemplates.inPage {
            try sink.write(
                "<script type=\"text/x-mustache\" id=\"t-\(name.rawValue)\">\(PageTemplates.text(of: name))</script>\n")
        }
        try sink.write("<script>\(PageTemplates.script)</script>\n</body>\n</html>\n")
    }

    private var bottom: TemplateObject {
        TemplateObject { object in
            object.text("version", run.facts.toolVersion)
            object.text("rules", run.facts.rulesVersion)
            object.text("run", run.facts.id)
            object.text("startedAt", UTCTime(run.facts.startedAt)?.minuteText ?? "?")
            object.text("finishedAt", UTCTime(run.finishedAt)?.minuteText ?? "?")
            let options = run.facts.options.entries.map { (TextReport.words(of: $0.key), TextReport.plain($0.value)) }
            object.object("options", TemplateObject { $0.list("fact", DomainCard.pairs(options)) })
        }
    }

    private func forEach(_ body: (Int, DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        var place = 0
        try run.forEachDomain { report throws(OutputError) in
            try body(place, report)
            place += 1
        }
    }
}
