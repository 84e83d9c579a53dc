import Audit
import Findings

/// The names of the domains behind the numbers of a comparison with the run before.
struct StateNames {
    /// Names, of which the first ones are kept.
    struct List {
        private var names: [String] = []
        private var count = 0

        mutating func add(_ name: String) {
            guard names.last != name else { return }
            count += 1
            if names.count < TextDocument.nameLimit { names.append(name) }
        }

        var isEmpty: Bool { count == 0 }

        /// The names in one line, with how many more there are.
        var text: String {
            names.joined(separator: ", ") + (count > names.count ? ", and \(count - names.count) more" : "")
        }
    }

    private var new = List()
    private var returned = List()
    private var fixed = List()
    private var still = List()
    private var notCompared = List()

    /// Takes a domain in; findings that are waived, and those that ask for nothing, do not count.
    mutating func add(_ report: DomainReport) {
        if report.status == .unreachable { notCompared.add(report.name) }
        let weighty = report.findings.filter { $0.severity > .info && $0.waived == nil }
        for state in Set(weighty.compactMap(\.state)) {
            switch state {
            case .new: new.add(report.name)
            case .returned: returned.add(report.name)
            case .still: still.add(report.name)
            }
        }
    }

    /// Takes in a domain where something is fixed, which only the comparison knows.
    mutating func addFixed(_ name: String) { fixed.add(name) }

    /// The lists that have names, with what they are lists of.
    var lists: [(title: String, list: List)] {
        [
            ("New", new), ("Back", returned), ("Fixed", fixed), ("Still there", still),
            ("Could not be checked", notCompared),
        ].filter { !$0.1.isEmpty }
    }
}
