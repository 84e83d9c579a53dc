import Audit

/// What many rows have in common of what they are filtered by: it stands in the page once, and each row has its number.
struct RowKinds {
    private struct Kind: Hashable {
        /// The codes of the findings, as the page knows them.
        var codes: [String]
        var services: [String]
        /// The systems on which links do not open the app, a bit each.
        var fails = 0
    }

    private var numbers: [Kind: Int] = [:]

    /// The number of a domain's kind.
    mutating func number(of report: DomainReport) -> Int {
        var kind = Kind(codes: DomainRow.tokens(of: report), services: report.file?.services ?? [])
        for (bit, system) in AppleSystem.allCases.enumerated() where report.answer(on: system) == .no {
            kind.fails |= 1 << bit
        }
        let number = numbers[kind] ?? numbers.count
        numbers[kind] = number
        return number
    }

    /// Sets what the template of the end shows.
    func fill(_ page: inout TemplateObject) {
        page.list("kind", numbers.sorted { $0.value < $1.value }) { object, entry in
            object.text("codes", entry.key.codes.joined(separator: " "))
            object.block("services", entry.key.services)
            if entry.key.fails > 0 { object.number("fails", entry.key.fails) }
        }
    }
}
