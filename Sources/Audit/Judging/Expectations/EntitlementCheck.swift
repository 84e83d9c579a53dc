import AppSiteAssociation
import Basics
import Findings

/// A check of the associated domains of apps that list a domain: `entitlement-malformed`, `entitlement-developer-mode`,
/// `entitlements-too-many-domains`.
struct EntitlementCheck: DomainCheck {
    private static let maxFindings = 20

    func findings(of domain: JudgedDomain) -> [Finding] {
        let listings = domain.target.listings
        var malformed: [Finding] = []
        var withMode: [Finding] = []
        for listing in listings {
            let entries = listing.parsedEntries
            let plainScopes = Set(entries.lazy.filter { !$0.modes.contains(.developer) }.map(Scope.init))
            for entry in entries {
                if malformed.count < Self.maxFindings, let finding = Self.malformedFinding(entry, in: listing) {
                    malformed.append(finding)
                }
                if withMode.count < Self.maxFindings,
                    let finding = Self.developerModeFinding(entry, in: listing, beside: plainScopes)
                {
                    withMode.append(finding)
                }
            }
        }
        return malformed + withMode + listings.compactMap(Self.tooManyDomainsFinding).prefix(Self.maxFindings)
    }

    /// The service of an entry, and whether it covers subdomains, regardless of its mode.
    private struct Scope: Hashable {
        let service: AssociationService?
        /// Whether the entry covers subdomains; `nil` if its domain is malformed.
        let isWildcard: Bool?

        init(_ entry: AssociatedDomain) {
            service = entry.service
            isWildcard = (try? entry.target.get())?.isWildcard
        }
    }

    private static func evidence(_ listing: AppListing, entry: String? = nil) -> Evidence {
        [
            "app": .string(listing.app), "appID": listing.appID.map { .string($0) }, "source": .string(listing.source),
            "entry": entry.map { .string(Wording.excerpt($0)) },
        ]
    }

    private static func malformedFinding(_ entry: AssociatedDomain, in listing: AppListing) -> Finding? {
        guard !entry.problems.isEmpty else { return nil }
        let problems = Wording.list(entry.problems)
        var message = "The app \(Wording.quote(listing.app)) lists \(Wording.quote(entry.text)), which \(problems)."
        var evidence = evidence(listing, entry: entry.text)
        if let corrected = entry.corrected {
            message += " Expected: \(corrected)\(corrected.hasSuffix(".") ? "" : ".")"
            evidence["expected"] = .string(corrected)
        }
        return Finding(.entitlementMalformed, location: .domain, message: message, evidence: evidence)
    }

    /// Returns the finding about an entry with developer mode, which is harmless in a released build if there is an
    /// entry without the mode as well. Documented as fetch.developer-mode
    private static func developerModeFinding(
        _ entry: AssociatedDomain, in listing: AppListing, beside plainScopes: Set<Scope>
    ) -> Finding? {
        guard entry.modes.contains(.developer), listing.isDevelopmentBuild != true else { return nil }
        let hasPlainEntry = plainScopes.contains(Scope(entry))
        let build =
            listing.isDevelopmentBuild == nil ? "If it is released as it is," : "It is signed for release, where"
        let rest =
            hasPlainEntry
            ? "; the entry without this mode counts for them." : ", and there is no entry without this mode for them."
        return Finding(
            .entitlementDeveloperMode, severity: hasPlainEntry ? .info : nil, location: .domain,
            message: "The app \(Wording.quote(listing.app)) lists \(Wording.quote(entry.text)). "
                + "\(build) the entry has no effect for customers\(rest)",
            impact: hasPlainEntry ? "None for customers: the domain is listed without the mode as well." : nil,
            evidence: evidence(listing, entry: entry.text))
    }

    /// Returns the finding about a list that is too long, for the first domain of the list only.
    /// Documented as domains.count
    private static func tooManyDomainsFinding(_ listing: AppListing) -> Finding? {
        guard listing.index == 0, listing.domainCount > AppListing.maxAdvisedDomains else { return nil }
        var evidence = evidence(listing)
        evidence["domains"] = .integer(listing.domainCount)
        evidence["advised"] = .integer(AppListing.maxAdvisedDomains)
        let message =
            "The app \(Wording.quote(listing.app)) lists \(Phrase.count(listing.domainCount, "domain")); "
            + "Apple used to advise no more than 20 to \(AppListing.maxAdvisedDomains)."
        return Finding(.entitlementsTooManyDomains, location: .domain, message: message, evidence: evidence)
    }
}
