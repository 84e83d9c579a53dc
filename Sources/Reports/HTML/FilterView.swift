import Audit
import Findings
import Runs

/// The filters above the table, each choice with the number of domains that it leaves.
struct FilterView {
    private let index: PageIndex

    /// Prepares the filters of a page.
    init(_ index: PageIndex) { self.index = index }

    /// Sets what the template of the top shows of them.
    func fill(_ page: inout TemplateObject) {
        page.list(
            "status",
            DomainStatus.worstFirst.compactMap { state in
                index.states[state].map { count in
                    choice(state.rawValue, state.label(count), count)
                }
            })
        page.list("codeGroup", groups)
        page.object("teams", choices(index.teams))
        page.object("services", choices(index.services))
        page.list(
            "system",
            AppleSystem.allCases.enumerated().map { bit, system in
                choice(String(bit), DomainWords.system(system), index.fails[system] ?? 0)
            })
        page.list(
            "opens",
            LinkAnswer.allCases.compactMap { answer in
                index.answers[answer].map { choice(answer.rawValue, answer.word, $0) }
            })
        page.object(
            "changesChoice",
            TemplateObject { object in
                object.list(
                    "choice",
                    ChangedDomains.Kind.allCases.compactMap { kind in
                        index.changeCounts[kind].map { choice(kind.rawValue, kind.title, $0) }
                    })
            })
        page.flag("hasPast", index.hasPast)
    }

    private func choice(_ value: String, _ label: String, _ count: Int) -> TemplateObject {
        TemplateObject { choice in
            choice.text("value", value)
            choice.text("label", label)
            choice.text("count", DomainWords.grouped(count))
        }
    }

    private func choices(_ counts: [String: Int]) -> TemplateObject? {
        guard !counts.isEmpty else { return nil }
        return TemplateObject { object in
            object.list("choice", counts.sorted { $0.key < $1.key }.map { choice($0.key, $0.key, $0.value) })
        }
    }

    /// The findings by how much they matter, those that were accepted last.
    private var groups: [TemplateObject] {
        let order: [(label: String, has: (String, Severity) -> Bool)] = [
            ("Errors", { !$0.contains(":") && $1 == .error }),
            ("Warnings", { !$0.contains(":") && $1 == .warning }),
            ("Notes", { token, _ in token.hasPrefix("note:") }),
            ("Accepted", { token, _ in token.hasPrefix("accepted:") }),
        ]
        return order.compactMap { group in
            let tokens = index.tokens.filter { group.has($0.key, $0.value.severity) }
            guard !tokens.isEmpty else { return nil }
            return TemplateObject { object in
                object.text("group", group.label)
                object.list(
                    "choice",
                    tokens.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { token, entry in
                        choice(token, Catalogue[entry.code].title, entry.count)
                    })
            }
        }
    }
}
