import Basics
import Findings
import Records

/// The differences from the previous run: domains by kind of change, and the findings that appeared or were resolved.
struct ChangesView {
    private static let maxNames = 8
    /// The kinds of change that rows contain, and by which the page can be filtered.
    private static let filters: Set<ChangeKind> = [.new, .returned, .fixed, .partlyFixed]

    let changes: RunChanges
    let index: PageIndex

    func fill(_ object: inout TemplateObject) {
        let rules = changes.rules?.sentence.map { ". \($0)" } ?? ""
        object.text("changesShort", "since the run of \(changes.previousStartedAt.minuteText)\(rules)")
        object.text("nothingChanged", changes.emptyText.map(Phrase.sentence))
        object.text("news", changes.newsText)
        object.list("changeList", changes.lists) { fillNames($1.kind, $1.names, &$0) }
        object.object("moreChanges", fillFindings)
    }

    /// Sets the number of domains and their names; names beyond the limit are in a list that the user can open.
    private func fillNames(_ kind: ChangeKind, _ domains: DomainNames, _ object: inout TemplateObject) {
        object.text("changeKind", kind.rawValue)
        object.text("changeTitle", kind == .still ? "\(kind.title) (already in the previous run)" : kind.title)
        object.text("changeNumber", Phrase.number(domains.count))
        let isFilter = Self.filters.contains(kind) && domains.count > 1 && index.count("change", kind) == domains.count
        object.text("changeFilter", isFilter ? kind.rawValue : nil)
        object.list("changeName", domains.names.prefix(Self.maxNames)) { index.link($1, &$0) }
        let others = domains.names.dropFirst(Self.maxNames)
        guard !others.isEmpty else { return }
        object.object("otherNames") { object in
            object.text("otherNamesLabel", "and \(Phrase.number(domains.count - Self.maxNames)) more")
            object.list("otherName", others) { index.link($1, &$0) }
            let unnamed = domains.count - domains.names.count
            object.text("leftOut", unnamed > 0 ? "and \(Phrase.number(unnamed)) more" : nil)
        }
    }

    private func fillFindings(_ object: inout TemplateObject) {
        let items = changes.items
        guard !items.isEmpty else { return }
        let count = max(items.count, changes.new + changes.returned + changes.fixed)
        let shown = count > items.count ? "The first \(Phrase.number(items.count)) of " : ""
        object.text("moreLabel", shown + Phrase.count(count, "changed finding"))
        // New and returned findings precede resolved findings; the most severe findings come first.
        let appeared = [Severity.error, .warning, .info].flatMap { severity in
            items.filter { $0.kind != .fixed && $0.severity == severity }
        }
        object.list("change", appeared + items.filter { $0.kind == .fixed }) { object, change in
            index.link(change.domain, &object)
            object.text("changeWord", change.kind.title)
            object.text("changeStyle", change.kind == .fixed ? "fixed" : change.severity.rawValue)
            object.text("changeMessage", Catalogue[change.code].title)
        }
    }
}
