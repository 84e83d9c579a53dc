package import Audit
package import Findings

package struct AcceptedDomain: Hashable, Sendable, Codable {
    package var name: String
    package var waiver: Waiver
    package var people: DomainPeople?

    package var sentence: String { "\(name): \(waiver.terms()): \(waiver.reason)" }
}

extension Listed<AcceptedDomain> {
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let waiver = report.acceptance else { return }
        add(AcceptedDomain(name: report.name, waiver: waiver, people: report.people.known), at: index)
    }
}
