import Audit
import Basics
import Findings
import Runs

/// What is different from the run before: domains by what happened to them, and the findings that came or went.
struct ChangesView {
    private static let maxNames = 8
    /// What the rows know, and the page can be filtered by.
    private static let filters: Set<ChangedDomains.Kind> = [.new, .returned, .fixed, .partlyFixed]

    let changes: RunChanges
    let index: PageIndex

    /// What the template shows.
    func object() -> TemplateObject {
        TemplateObject { object in
            let previous = UTCTime(changes.previousStartedAt)?.minuteText ?? changes.previousRun
            let rules = changes.rules?.sentence.map { ". \($0)" } ?? ""
            object.text("changesShort", "since the run of \(previous)\(rules)")
            object.text("nothingChanged", changes.isEmpty ? "Nothing came and nothing went." : nil)
            object.list("changeList", changes.lists) { names($1, &$0) }
            let items = Self.weighed(changes.items)
            guard !items.isEmpty else { return }
            object.object("moreChanges") { more in
                let all = changes.new + changes.returned + changes.fixed
                let shown = Phrase.count(items.count, "finding")
                let of = all > items.count ? " of \(Phrase.number(all))" : ""
                more.text("moreLabel", "\(shown)\(of) that came or went")
                more.list("change", items) { change($1, &$0) }
            }
        }
    }

    /// A list of domains: how many, and which; those that have no room are a list to open.
    private func names(_ list: ChangedDomains, _ object: inout TemplateObject) {
        let (kind, names) = (list.kind, list.names)
        object.text("changeKind", kind.rawValue)
        object.text("changeTitle", kind.title)
        object.text("changeNumber", Phrase.number(names.count))
        if Self.filters.contains(kind), names.count > 1, index.changeCounts[kind] == names.count {
            object.text("changeFilter", kind.rawValue)
        }
        object.list("changeName", names.names.prefix(Self.maxNames)) { index.link($1, &$0) }
        let rest = names.names.dropFirst(Self.maxNames)
        guard !rest.isEmpty else { return }
        object.object("otherNames") { others in
            others.text("otherNamesLabel", "and \(Phrase.number(names.count - Self.maxNames)) more")
            others.list("otherName", rest) { index.link($1, &$0) }
            let left = names.count - names.names.count
            if left > 0 { others.text("leftOut", "and \(Phrase.number(left)) more") }
        }
    }

    /// What got worse before what got better, the gravest first; else in the order in which it came.
    private static func weighed(_ items: [RunChanges.Change]) -> [RunChanges.Change] {
        func weight(_ change: RunChanges.Change) -> Int {
            if change.kind == .fixed { return 3 }
            return switch change.severity {
            case .error: 0
            case .warning: 1
            case .info: 2
            }
        }
        return (0...3).flatMap { wanted in items.filter { weight($0) == wanted } }
    }

    private func change(_ change: RunChanges.Change, _ object: inout TemplateObject) {
        index.link(change.domain, &object)
        let (word, style) =
            switch change.kind {
            case .new: ("New", change.severity.rawValue)
            case .returned: ("Back", change.severity.rawValue)
            case .fixed: ("Fixed", "pass")
            }
        object.text("changeWord", word)
        object.text("changeStyle", style)
        object.text("changeMove", index.moves[change.domain])
        object.text("changeMessage", Catalogue[change.code].title)
    }
}
