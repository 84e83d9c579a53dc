import Audit
import Basics
import Findings

/// The filters above the table, each choice with its number of domains.
extension PageIndex {
    typealias Choice = (value: String, label: String, count: Int?)

    func fillFilters(_ page: inout TemplateObject) {
        page.list("codeGroup", groups) { object, group in
            object.text("group", group.label)
            object.list("choice", group.choices, Self.fill)
        }
        page.object("teamFilter") { $0.list("choice", choices("team"), Self.fill) }
        page.list("select", selects.filter { !$0.choices.isEmpty }) { object, select in
            object.set(["selectKey": select.key, "selectLabel": select.label, "selectAny": select.any])
            object.list("choice", select.choices, Self.fill)
        }
        page.flag("hasPast", hasPast)
    }

    private var selects: [(key: String, label: String, any: String, choices: [Choice])] {
        let systems = AppleSystem.allCases.enumerated().map { number, system in
            let label =
                system == .iOS14DeveloperMode ? "iOS 14 and later in developer mode" : AppleSystem.phrase([system])
            return (value: String(number), label: label, count: counts["system"]?[String(number)] ?? 0)
        }
        let newCount = teamMatrix.newCount
        let new: [Choice] = newCount > 0 ? [(TeamMatrix.newFilter, "New or returned", newCount)] : []
        let nights: [Choice] = [("1", "within 1 day", nil), ("7", "within 7 days", nil), ("30", "within 30 days", nil)]
        return [
            ("service", "Service", "any", choices("service")),
            ("opens", "Opens the app (iOS 14 and later)", "any", choices("opens", LinkAnswer.allCases, label: \.word)),
            ("system", "Links do not open the app on", "(no filter)", systems),
            ("change", "Since the previous run", "any", choices("change", ChangeKind.allCases, label: \.title) + new),
            ("moved", "Status changed", "any time", hasPast ? nights : []),
            ("ends", "Certificate expires", "any time", calendar.choices),
        ]
    }

    private static func fill(_ object: inout TemplateObject, _ choice: Choice) {
        object.set(["value": choice.value, "label": choice.label])
        object.text("count", choice.count.map(Phrase.number))
    }

    private func choices(_ key: String) -> [Choice] {
        (counts[key] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.key, $0.value) }
    }

    /// Returns the choices for `values`, without values that no domain has.
    private func choices<Value: RawRepresentable<String>>(
        _ key: String, _ values: [Value], label: (Value) -> String
    ) -> [Choice] {
        values.compactMap { value in counts[key]?[value.rawValue].map { (value.rawValue, label(value), $0) } }
    }

    /// The findings by severity, followed by the findings that all affected domains have accepted.
    ///
    /// The value of a choice contains all tokens of the finding.
    private var groups: [(label: String, choices: [Choice])] {
        let codeGroups = tokens.map { token, entry -> (FindingCode, Int) in
            if token.hasPrefix("accepted:") { return (entry.code, 3) }
            if token.hasPrefix("note:") { return (entry.code, 2) }
            return (entry.code, entry.severity == .error ? 0 : 1)
        }
        let groupByCode = Dictionary(codeGroups, uniquingKeysWith: min)
        return ["Errors", "Warnings", "Notes", "Accepted"].enumerated().compactMap { group, label in
            let found = codes.filter { groupByCode[$0.key] == group }
                .sorted { (-$0.value, $0.key.rawValue) < (-$1.value, $1.key.rawValue) }
            let choices: [Choice] = found.map { (value(of: $0), Catalogue[$0].title, $1) }
            return choices.isEmpty ? nil : (label: label, choices: choices)
        }
    }

    /// Returns the tokens of a code, separated by commas, beginning with the token of findings that count.
    private func value(of code: FindingCode) -> String {
        tokens.filter { $0.value.code == code }.keys.sorted { $0.count < $1.count }.joined(separator: ",")
    }
}
