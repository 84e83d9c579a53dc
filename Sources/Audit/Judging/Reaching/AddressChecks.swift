import AppSiteAssociation
import Basics
import Findings
import Transport

/// A check for names with only private addresses: `address-not-public`.
///
/// Does not apply behind a proxy, to addresses that the user chose (`--resolve`, `--connect-to`), and to a domain that
/// was not contacted because of private addresses (`address-excluded`).
/// Documented as cdn.private-addresses, transport.reachable-from-everywhere
struct AddressCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        let exchange = [domain.wellKnown, domain.root].compactMap { $0.response?.exchange }.first {
            !$0.throughProxy && !$0.addresses.isEmpty && $0.failure?.kind != .addressBlocked
        }
        guard let exchange, !exchange.addressesChosen, !AddressGuardCheck.hasPublicAddress(exchange) else { return [] }
        let addresses = exchange.addresses
        let list = Wording.list(addresses.map { Wording.excerpt($0) })
        let name = Wording.name(of: domain.target)
        let message =
            if IPAddress(domain.target.host) != nil {
                "\(name) is not a public address: Apple's CDN does not connect to it."
            } else if addresses.count == 1 {
                "The only address of \(name), \(list), is not public: Apple's CDN does not connect to it."
            } else {
                "None of the addresses of \(name) is public (\(list)): Apple's CDN does not connect to them."
            }
        let evidence: Evidence = ["addresses": .strings(addresses.prefix(32))]
        return [Finding(.addressNotPublic, location: .domain, message: message, evidence: evidence)]
    }
}

/// A check for ports other than that of HTTPS: `port-unusual`. Documented as transport.port
struct PortCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        let port = domain.target.port
        guard port != 443 else { return [] }
        let name = Wording.name(of: domain.target)
        let message = "\(name) was checked on port \(port); universal links use port 443 only."
        return [Finding(.portUnusual, location: .domain, message: message, evidence: ["port": .integer(port)])]
    }
}

/// A check for addresses that the address guard refused: `address-excluded` for an address of the domain itself, and
/// `address-blocked`, in addition to `redirect`, for a redirect to an address that is not public.
struct AddressGuardCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind.isCausedByAddressGuard else { return nil }
        let isBlockedRedirect = response.isRedirectTarget && failure.kind == .addressBlocked
        let addresses = response.exchange.addresses
        return Cause(
            isBlockedRedirect ? .addressBlocked : .addressExcluded, of: response, .failed,
            message: "\(response.name) was not contacted: \(Self.reason(for: failure, response.exchange)).",
            evidence: response.evidence(
                of: failure, with: addresses.isEmpty ? [:] : ["addresses": .strings(addresses.prefix(32))]))
    }

    /// Returns the finding about a redirect that the guard stopped because of an address; otherwise `nil`.
    static func finding(about trail: RedirectTrail, of response: Response) -> Finding? {
        guard let last = trail.exchanges.last, let failure = last.failure, failure.kind == .addressBlocked else {
            return nil
        }
        return Finding(
            .addressBlocked, location: response.location,
            message: "The redirect leads to \(Wording.excerpt(last.url)), which was not requested: "
                + "\(reason(for: failure, last)).",
            impact: hasPublicAddress(last)
                ? """
                Whether Apple's CDN can get the file from there depends on which of the addresses it uses. It has been \
                observed to refuse those that are not public, and links then open the browser instead of the app on \
                iOS 14 and later.
                """
                : nil,
            evidence: [
                "url": .string(last.url), "addresses": .strings(last.addresses.prefix(32)),
                "detail": .string(String(failure.detail.prefix(1000))),
            ])
    }

    static func hasPublicAddress(_ exchange: Exchange) -> Bool { exchange.addresses.contains(where: isPublic) }

    private static func isPublic(_ address: String) -> Bool { IPAddress(address)?.isPublic == true }

    private static func reason(for failure: ExchangeFailure, _ exchange: Exchange) -> String {
        guard failure.kind != .addressUnknown else {
            return "its name can only be looked up by the proxy, and its addresses are possibly not public"
        }
        let refused = exchange.addresses.filter { !isPublic($0) }
        guard !refused.isEmpty else { return "its address is not public" }
        let list = Wording.list(refused.map { Wording.excerpt($0) })
        // Only with a proxy that looks up the name does the guard refuse a domain that has a public address.
        if hasPublicAddress(exchange) {
            return "not all of its addresses are public (\(list)), and the proxy may connect to any of them"
        }
        return "its \(refused.count == 1 ? "address is" : "addresses are") not public (\(list))"
    }
}

/// A check for names whose addresses do not all serve the same file: `address-inconsistent`; and for addresses that
/// could not be reached or were left out: `address-not-checked`.
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
        return [inconsistencyFinding(groups, domain), notCheckedFinding(groups, domain)].compactMap(\.self)
    }

    private func inconsistencyFinding(_ groups: [Group], _ domain: JudgedDomain) -> Finding? {
        let known = groups.filter(\.delivery.isKnown)
        guard known.count > 1 else { return nil }
        let responding = known.filter { if case .silence = $0.delivery { false } else { true } }
        let files = known.filter(\.delivery.isFile)
        let severity: Severity? =
            if files.isEmpty {
                // Other findings report why no address serves a file.
                .info
            } else if responding.count == 1 {
                // Clients that cannot connect to one address may try the others, all of which serve the same file.
                .warning
            } else {
                nil
            }
        let results = known.map { "\($0.delivery.summary) at \(Self.list($0.addresses))" }.joined(separator: "; ")
        var message = "The addresses of \(Wording.name(of: domain.target)) do not serve the same file: \(results)."
        if files.count > 1, let difference = files[0].delivery.difference(from: files[1].delivery) {
            let names = files.map { "the file of \(Wording.excerpt($0.addresses[0]))" }
            message += " The files differ: \(difference.sentence(first: names[0], second: names[1]))."
        }
        return Finding(
            .addressInconsistent, severity: severity, location: .domain, message: message,
            evidence: ["byAddress": .array(domain.addresses.map { .object(Self.evidence($0, $1)) })])
    }

    private static func evidence(_ address: String, _ domain: JudgedDomain) -> Evidence {
        var evidence = domain.effectiveLocation.deliveryEvidence(after: ["address": .string(address)])
        guard let leaf = domain.effectiveLocation.response?.tls?.chain.first else { return evidence }
        evidence["certificate"] = .string(leaf.sha256)
        evidence["certificateEnds"] = .string(Wording.moment(leaf.notAfter))
        return evidence
    }

    private static func list(_ addresses: [String]) -> String {
        Wording.list(addresses.map { Wording.excerpt($0) }, limit: Observer.maxAddresses)
    }

    private func notCheckedFinding(_ groups: [Group], _ domain: JudgedDomain) -> Finding? {
        let unknown = groups.filter { !$0.delivery.isKnown }.flatMap(\.addresses)
        let omitted = domain.observation.addresses?.omittedCount ?? 0
        var clauses: [String] = []
        if !unknown.isEmpty {
            clauses.append("\(Self.list(unknown)) could not be reached from this computer, or not in time")
        }
        if omitted > 0 {
            clauses.append(
                "\(Phrase.count(omitted, "further address", "further addresses")) \(omitted == 1 ? "was" : "were") "
                    + "left out (the limit is \(Observer.maxAddresses))")
        }
        guard !clauses.isEmpty else { return nil }
        let count = domain.addresses.count + omitted
        return Finding(
            .addressNotChecked, location: .domain,
            message: "Not all of the \(count) addresses of \(Wording.name(of: domain.target)) were checked: "
                + "\(clauses.joined(separator: "; ")).",
            evidence: ["notReached": .strings(unknown), "leftOut": .integer(omitted)])
    }
}
