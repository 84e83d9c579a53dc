import Audit
import Basics
import Findings
import Runs

/// The filters above the table, each choice with the number of domains that it leaves.
extension PageIndex {
    /// Sets what the template of the top shows of them.
    func fillFilters(_ page: inout TemplateObject) {
        page.list("status", choices(DomainStatus.worstFirst, states) { $0.label($1) })
        page.list("codeGroup", groups)
        page.object("teams") { $0.list("choice", choices(teams)) }
        page.object("services") { $0.list("choice", choices(services)) }
        page.list(
            "system",
            AppleSystem.allCases.enumerated().map { bit, system in
                choice(String(bit), DomainWords.system(system), fails[system] ?? 0)
            })
        page.list("opens", choices(LinkAnswer.allCases, answers) { answer, _ in answer.word })
        page.object("changesChoice") { object in
            let each = choices(ChangedDomains.Kind.allCases, changeCounts) { kind, _ in kind.title }
            let news = teamMatrix.new
            object.list("choice", each + (news > 0 ? [choice(TeamMatrix.newFilter, "New or back", news)] : []))
        }
        page.object("certificateChoice") { object in
            object.list("choice", calendar.choices.map { choice($0.filter, $0.label, $0.count) })
        }
        page.flag("hasPast", hasPast)
    }

    private func choice(_ value: String, _ label: String, _ count: Int) -> TemplateObject {
        TemplateObject { choice in
            choice.text("value", value)
            choice.text("label", label)
            choice.text("count", Phrase.number(count))
        }
    }

    private func choices(_ counts: [String: Int]) -> [TemplateObject] {
        counts.sorted { $0.key < $1.key }.map { choice($0.key, $0.key, $0.value) }
    }

    /// Those of `values` that any domain has.
    private func choices<Value: RawRepresentable<String> & Hashable>(
        _ values: [Value], _ counts: [Value: Int], label: (Value, Int) -> String
    ) -> [TemplateObject] {
        values.compactMap { value in counts[value].map { choice(value.rawValue, label(value, $0), $0) } }
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
            let tokens = tokens.filter { group.has($0.key, $0.value.severity) }
                .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            guard !tokens.isEmpty else { return nil }
            return TemplateObject { object in
                object.text("group", group.label)
                object.list("choice", tokens.map { choice($0, Catalogue[$1.code].title, $1.count) })
            }
        }
    }
}
