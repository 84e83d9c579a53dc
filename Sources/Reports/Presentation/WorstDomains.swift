import Audit

/// The worst domains of a run, kept while all of them go by.
struct WorstDomains {
    private let limit: Int
    /// The ranks of those that are kept, the worst first.
    private var ranks: [PageIndex.Rank] = []
    /// The reports by their place in the input.
    private(set) var reports: [Int: DomainReport] = [:]

    /// Creates a list of at most `limit` domains.
    init(limit: Int) { self.limit = limit }

    /// Keeps a domain, as long as it is among the worst.
    mutating func add(_ report: DomainReport, _ rank: PageIndex.Rank) {
        if ranks.count == limit {
            guard let last = ranks.last, rank < last else { return }
            ranks.removeLast()
            reports[last.index] = nil
        }
        let position = ranks.firstIndex { rank < $0 } ?? ranks.count
        ranks.insert(rank, at: position)
        reports[rank.index] = report
    }
}
