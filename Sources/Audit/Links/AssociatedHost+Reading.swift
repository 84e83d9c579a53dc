public import AppSiteAssociation

extension AssociatedHost {
    /// Reads a domain as users write it: a host name, internationalised or not, `*.` in front or not, a port behind it or
    /// not, or an entitlement entry such as `applinks:*.example.com`.
    public init(reading text: String) throws(TargetError) {
        let target = try TargetParser.parse(text)
        self.init((target.isWildcard ? "*." : "") + DomainID.bracketed(target.domain.host))
    }
}
