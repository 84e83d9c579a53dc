import Audit

/// The combinations of filter values that many rows share: the page contains each once, and each row has the number of
/// its kind.
struct RowKinds {
    private struct Kind: Hashable {
        /// The codes of the findings, as tokens of the page.
        var codes: [String]
        var services: [String]
        var opens: LinkAnswer
        /// The indexes of the systems on which links do not open the app.
        var fails: [String]
    }

    private var numbers: [Kind: Int] = [:]

    /// Returns the number of a domain's kind.
    mutating func number(of report: DomainReport) -> Int {
        let kind = Kind(
            codes: DomainRow.tokens(of: report), services: report.file?.services ?? [], opens: report.opensApp,
            fails: DomainRow.failingSystems(of: report))
        let number = numbers[kind] ?? numbers.count
        numbers[kind] = number
        return number
    }

    /// Sets the values of the end template.
    func fill(_ page: inout TemplateObject) {
        page.list("kind", numbers.sorted { $0.value < $1.value }) { object, entry in
            object.block("codes", entry.key.codes)
            object.block("services", entry.key.services)
            object.text("opens", entry.key.opens.rawValue)
            object.block("fails", entry.key.fails)
        }
    }
}
