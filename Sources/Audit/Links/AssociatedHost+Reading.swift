public import AppSiteAssociation

extension AssociatedHost {
    /// Reads a domain as users write it: a host name, internationalised or not, `*.` in front or not, or an entitlement
    /// entry such as `applinks:*.example.com`.
    public init(reading text: String) throws(TargetError) {
        let target = try TargetParser.parse(text)
        let host = target.host.contains(":") ? "[\(target.host)]" : target.host
        let entry = text.split(separator: ":").last.map(String.init) ?? text
        self.init(entry.hasPrefix("*.") ? "*." + host : host)
    }
}
