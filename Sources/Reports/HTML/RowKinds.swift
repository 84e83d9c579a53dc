import Audit

/// The filter values that many rows share: they are stored in the page once, and each row has the number of its kind.
struct RowKinds {
    private struct Kind: Hashable {
        /// The codes of the findings, as the page knows them.
        var codes: [String]
        var services: [String]
        var opens: LinkAnswer
        /// The systems on which links do not open the app, by their numbers.
        var fails: [String]
    }

    private var numbers: [Kind: Int] = [:]

    /// The number of a domain's kind.
    mutating func number(of report: DomainReport) -> Int {
        let kind = Kind(
            codes: DomainRow.tokens(of: report), services: report.file?.services ?? [], opens: report.opensApp,
            fails: DomainRow.fails(of: report))
        let number = numbers[kind] ?? numbers.count
        numbers[kind] = number
        return number
    }

    /// Sets what the template of the end shows.
    func fill(_ page: inout TemplateObject) {
        page.list("kind", numbers.sorted { $0.value < $1.value }) { object, entry in
            object.block("codes", entry.key.codes)
            object.block("services", entry.key.services)
            object.text("opens", entry.key.opens.rawValue)
            object.block("fails", entry.key.fails)
        }
    }
}
