import Findings
import Transport

/// Checks for names with only private addresses: `address-not-public`.
///
/// Does nothing behind a proxy, for addresses that the user chose (`--resolve`, `--connect-to`), and if the domain was
/// not contacted because of private addresses (`address-excluded`).
/// Rules: cdn.private-addresses, transport.reachable-from-everywhere
struct AddressCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        for location in [domain.wellKnown, domain.root] {
            guard let exchange = location.response?.exchange, !exchange.throughProxy, !exchange.addresses.isEmpty,
                exchange.failure?.kind != .addressBlocked
            else { continue }
            guard !exchange.addressesChosen else { return [] }
            return AddressGuardCheck.hasPublicAddress(exchange) ? [] : [finding(exchange.addresses, domain)]
        }
        return []
    }

    private func finding(_ addresses: [String], _ domain: JudgedDomain) -> Finding {
        let list = Wording.list(addresses.map { Wording.excerpt($0) })
        let name = Wording.name(of: domain.target)
        let message =
            if IPAddress(domain.target.domain.host) != nil {
                "\(name) is not a public address: Apple's CDN does not connect to it."
            } else if addresses.count == 1 {
                "The only address of \(name), \(list), is not public: Apple's CDN does not connect to it."
            } else {
                "None of the addresses of \(name) is public (\(list)): Apple's CDN does not connect to them."
            }
        return Finding(
            .addressNotPublic, location: .domain, message: message,
            evidence: ["addresses": .strings(addresses.prefix(32))])
    }
}

/// Checks for ports other than that of HTTPS: `port-unusual`. Rule: transport.port
struct PortCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        let port = domain.target.domain.port
        guard port != 443 else { return [] }
        return [
            Finding(
                .portUnusual, location: .domain,
                message:
                    "\(Wording.name(of: domain.target)) was checked on port \(port); universal links use port 443 only.",
                evidence: ["port": .integer(port)])
        ]
    }
}
