import AppSiteAssociation
import Basics
import Findings

import struct Foundation.Date

/// The effect of Apple's copy on the server's errors, for iOS 14 and later.
/// Documented as cdn.keeps-copies, cdn.lifetime
struct CopyEffect {
    /// Whether Apple's CDN has a copy from before the errors; otherwise it has none.
    private let hasEarlierCopy: Bool
    private let domain: JudgedDomain
    private let cdn: JudgedCDN
    private let verdicts: [Verdict]

    init?(_ domain: JudgedDomain, _ verdicts: [Verdict]) {
        guard let cdn = domain.cdn else { return nil }
        switch cdn.state {
        case .outOfSync, .onlyAtCDN:
            // A copy with its own errors, or without an expected app, is no better than the server's file.
            guard let verdict = verdicts.first(where: { $0.system == .iOS14 }), verdict.works == true,
                verdict.apps.allSatisfy({ !$0.isExpected || $0.works == true }),
                cdn.copy.judged?.content?.findings.contains(where: { $0.severity == .error }) != true
            else { return nil }
            hasEarlierCopy = true
        case .fetchFailed: hasEarlierCopy = false
        case .inSync, .unchecked: return nil
        }
        self.domain = domain
        self.cdn = cdn
        self.verdicts = verdicts
    }

    /// Adds to the server's errors which systems they affect, and when; lowers `cdn-differs` unless `keepsSeverity`.
    func annotate(_ findings: inout [Finding], keepsSeverity: Bool) {
        var hasServerErrors = false
        for (index, finding) in findings.enumerated()
        where finding.isUnwaivedError && finding.location != .cdn {
            guard hasEarlierCopy else {
                findings[index].impact = impactWithoutCopy(on: finding)
                continue
            }
            if Catalogue[finding.code].family != .expectations { hasServerErrors = true }
            guard isCopyBetter(for: finding) else { continue }
            findings[index].impact = impactWithCopy(on: finding)
            if let app = appInCopy(finding) {
                findings[index].message += " Apple's earlier copy of the file lists \(Wording.quote(app))."
            }
        }
        guard hasServerErrors else { return }
        for index in findings.indices where findings[index].code == .cdnDiffers {
            if !keepsSeverity { findings[index].severity = .info }
            findings[index].impact = "None on iOS 14 and later today: Apple's copy does not have the server's errors."
            findings[index].remedy = "Correct the server's errors before Apple's CDN checks again."
            findings[index].evidence[Finding.serverFixKey] = true
        }
    }

    private func impactWithoutCopy(on finding: Finding) -> String {
        guard preventsDelivery(finding), works(.iOS14) == false, works(.iOS13) == nil else {
            return "\(finding.impact) Apple's CDN has no copy for this domain today."
        }
        return """
            Links open the browser instead of the app on iOS 14 and later: Apple's CDN has no copy of the file. iOS 13 \
            and earlier and developer mode contact the server directly; what they get is not known from here.
            """
    }

    private func impactWithCopy(on finding: Finding) -> String {
        guard preventsDelivery(finding) else {
            // The impact applies only to systems that do not use the copy.
            let impact = [" on any Apple system", " on every Apple system"]
                .reduce(finding.impact) { $0.replacing($1, with: "") }
            return "Today on iOS 13 and earlier: \(impact) \(delayText)"
        }
        let effect =
            works(.iOS13) == false
            ? "links open the browser instead of the app there, except on devices that fetched it earlier"
            : "it is not known whether such a device still has an earlier copy"
        return "iOS 13 and earlier contact the server directly and get no file: \(effect). \(delayText)"
            + (Catalogue[finding.code].family == .tls ? " Developer mode does not check the certificate." : "")
    }

    private var delayText: String {
        let day = domain.observedAt.addingTimeInterval(8 * 86_400).dayText
        return """
            iOS 14 and later still open the app, because Apple's CDN has an earlier copy of the file. This ends on \
            each device once the CDN has checked the server again (usually within a day) and the device has checked \
            the CDN (about once a week); for the last devices, on about \(day).
            """
    }

    private func preventsDelivery(_ finding: Finding) -> Bool {
        [.reachingTheServer, .tls, .http].contains(Catalogue[finding.code].family)
    }

    private func works(_ system: AppleSystem) -> Bool? { verdicts.first { $0.system == system }?.works }

    /// Whether the copy is known to lack the problem; of unmet expectations, only links that should open are checked.
    private func isCopyBetter(for finding: Finding) -> Bool {
        guard Catalogue[finding.code].family == .expectations else { return true }
        guard finding.code == .expectedURLDoesNotOpen, let file = cdn.copy.judged?.content?.file,
            let text = finding.expectedURL, let url = try? LinkURL(text)
        else { return false }
        return LinkMatcher(file).explain(url).match.outcome == .match
    }

    /// Returns the app in the copy with the bundle identifier of a malformed app identifier; `nil` if there is none.
    private func appInCopy(_ finding: Finding) -> String? {
        guard finding.code == .appIDMalformed, let malformed = finding.evidence["appID"]?.string,
            let dot = malformed.firstIndex(of: "."), let file = cdn.copy.judged?.content?.file
        else { return nil }
        // If the prefix is wrong, the bundle ID follows the first dot; without a prefix, it is the whole text.
        let bundles = [String(malformed[malformed.index(after: dot)...]), malformed]
        return file.apps.map(\.identifier).first { app in
            app.problems.isEmpty && app.bundleIdentifier.map(bundles.contains) == true
        }?.text
    }
}
