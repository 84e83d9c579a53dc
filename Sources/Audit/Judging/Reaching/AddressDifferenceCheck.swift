import AppSiteAssociation
import Basics
import Findings
import Transport

/// Checks for names whose addresses do not all serve the same file: `address-inconsistent`; and for addresses that
/// were not requested: `address-not-checked`.
struct AddressDifferenceCheck: DomainCheck {
    private struct Group {
        let delivery: Delivery
        var addresses: [String]
    }

    func findings(of domain: JudgedDomain) -> [Finding] {
        guard domain.addresses.count > 1 else { return [] }
        var groups: [Group] = []
        for (address, judged) in domain.addresses {
            let delivery = judged.delivery
            if let index = groups.firstIndex(where: { $0.delivery.isSame(as: delivery) }) {
                groups[index].addresses.append(address)
            } else {
                groups.append(Group(delivery: delivery, addresses: [address]))
            }
        }
        return [inconsistent(groups, domain), notChecked(groups, domain)].compactMap(\.self)
    }

    private func inconsistent(_ groups: [Group], _ domain: JudgedDomain) -> Finding? {
        let known = groups.filter(\.delivery.isKnown)
        guard known.count > 1 else { return nil }
        let answering = known.filter { if case .silence = $0.delivery { false } else { true } }
        let severity: Severity? =
            if answering.isEmpty || !known.contains(where: \.delivery.isFile) {
                // If no address serves a file, other findings report the reason.
                .info
            } else if answering.count == 1 {
                .warning
            } else {
                nil
            }
        let parts = known.map { "\($0.delivery.described) at \(Self.list($0.addresses))" }
        var text =
            "The addresses of \(Wording.name(of: domain.target)) do not serve the same file: "
            + parts.joined(separator: "; ") + "."
        let files = known.filter(\.delivery.isFile)
        if files.count > 1, let difference = files[0].delivery.difference(from: files[1].delivery) {
            let names = files.map { "the file of \(Wording.excerpt($0.addresses[0]))" }
            text += " The files differ: \(difference.sentence(first: names[0], second: names[1]))."
        }
        return Finding(
            .addressInconsistent, severity: severity, location: .domain, message: text,
            evidence: ["byAddress": .array(domain.addresses.map { .object(Self.evidence($0, $1)) })])
    }

    private static func evidence(_ address: String, _ domain: JudgedDomain) -> Evidence {
        var evidence = domain.deliveryEvidence(after: ["address": .string(address)])
        guard let leaf = domain.inEffect.response?.tls?.chain.first else { return evidence }
        evidence["certificate"] = .string(leaf.sha256)
        evidence["certificateEnds"] = .string(Wording.moment(leaf.notAfter))
        return evidence
    }

    private static func list(_ addresses: [String]) -> String {
        Wording.list(addresses.map { Wording.excerpt($0) }, limit: Observer.maxAddresses)
    }

    private func notChecked(_ groups: [Group], _ domain: JudgedDomain) -> Finding? {
        let unknown = groups.first { !$0.delivery.isKnown }?.addresses ?? []
        let omitted = domain.observation.addresses?.omitted ?? 0
        guard !unknown.isEmpty || omitted > 0 else { return nil }
        let count = domain.addresses.count + omitted
        var text = "Not all of the \(count) addresses of \(Wording.name(of: domain.target)) were checked:"
        if !unknown.isEmpty {
            text += " \(Self.list(unknown)) could not be reached from this computer, or not in time"
        }
        if omitted > 0 {
            text += unknown.isEmpty ? " " : "; "
            text +=
                "\(Phrase.count(omitted, "further address", "further addresses")) \(omitted == 1 ? "was" : "were") "
                + "left out (the limit is \(Observer.maxAddresses))"
        }
        return Finding(
            .addressNotChecked, location: .domain, message: text + ".",
            evidence: ["notReached": .strings(unknown), "leftOut": .integer(omitted)])
    }
}
