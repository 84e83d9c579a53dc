public import AppSiteAssociation

extension AssociatedHost {
    /// Parses a domain as users write it: a host name, internationalised or not, optionally with `*.` and a port, or
    /// an entitlement entry such as `applinks:*.example.com`.
    public init(reading text: String) throws(TargetError) {
        let target = try TargetParser.parse(text)
        self.init((target.isWildcard ? "*." : "") + DomainID.bracketed(target.domain.host))
    }
}
