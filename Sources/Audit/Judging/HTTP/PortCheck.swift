import Findings

/// Checks for ports other than that of HTTPS: `port-unusual`.
///
/// Rule: transport.port
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
