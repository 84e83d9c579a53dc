import Audit
import Basics
import Transport

import struct Foundation.Date

/// The certificate as a card: whose, from whom, from when to when.
struct CertificateView {
    private static let mostNames = 40
    private static let mostLinks = 12

    let report: DomainReport

    /// The card; `nil` where no certificate was seen.
    func object() -> TemplateObject? {
        let exchanges = [report.wellKnown, report.root].compactMap { $0?.exchange }
        guard let tls = exchanges.compactMap(\.tls).first(where: { !$0.chain.isEmpty }) ?? exchanges.first?.tls else {
            return nil
        }
        return TemplateObject { object in
            object.text("trust", Self.trust(tls))
            object.text("protocol", [tls.version, tls.cipher].compactMap { $0 }.joined(separator: ", "))
            object.text("revocation", Self.revocation(tls))
            if let leaf = tls.chain.first { certificate(leaf, &object) }
            object.object("chain") { chain in
                chain.list("link", tls.chain.prefix(Self.mostLinks)) { link, certificate in
                    Self.names(certificate, &link)
                    link.text("ends", certificate.notAfter.flatMap(UTCTime.init)?.dayText)
                }
                let more = tls.sentCount - min(tls.chain.count, Self.mostLinks)
                if more > 0 { chain.text("more", "and \(more) more") }
            }
        }
    }

    /// Whose it is, and from whom.
    private static func names(_ certificate: CertificateFacts, _ object: inout TemplateObject) {
        object.text("subject", named(certificate.subject))
        object.text("issuer", certificate.isSelfSigned ? "itself" : named(certificate.issuer))
    }

    private static func trust(_ tls: TLSFacts) -> String {
        switch tls.verification {
        case .passed: "accepted"
        case .failed: "not accepted" + (tls.errorText.map { " (\($0))" } ?? "")
        case .notMade: "not judged, the connection did not come that far"
        }
    }

    private static func revocation(_ tls: TLSFacts) -> String? {
        switch tls.stapledStatus {
        case nil: nil
        case .good?: "a stapled answer says that it is not revoked"
        case .revoked?: "a stapled answer says that it is revoked"
        case .unknown?: "a stapled answer does not know it"
        case .unusable?: "not known: a stapled answer is unreadable, out of date or not verified"
        }
    }

    private func certificate(_ leaf: CertificateFacts, _ object: inout TemplateObject) {
        Self.names(leaf, &object)
        let names = leaf.subjectAltNames
        let shown = names.prefix(Self.mostNames)
        let more = leaf.nameCount > shown.count ? " and \(leaf.nameCount - shown.count) more" : ""
        object.text("names", names.isEmpty ? "none" : shown.joined(separator: ", ") + more)
        object.text("sha256", leaf.sha256)
        object.text("from", leaf.notBefore.flatMap(UTCTime.init)?.dayText ?? "an unreadable date")
        object.text("until", leaf.notAfter.flatMap(UTCTime.init)?.minuteText ?? "an unreadable date")
        object.text("left", Self.left(leaf, at: report.startedAt))
        object.object("life", life(leaf))
    }

    /// How much time is left, in words.
    private static func left(_ certificate: CertificateFacts, at now: Date) -> String? {
        if let begin = certificate.notBefore, begin > now {
            return "Not valid yet: begins in \(RelativeTime.distance(now, begin))"
        }
        guard let end = certificate.notAfter else { return nil }
        let distance = RelativeTime.distance(now, end)
        return end < now ? "Expired \(distance) ago" : "\(distance) left"
    }

    /// Where today stands between the two dates.
    private func life(_ certificate: CertificateFacts) -> TemplateObject? {
        guard let begin = certificate.notBefore?.timeIntervalSince1970,
            let end = certificate.notAfter?.timeIntervalSince1970, begin.isFinite, end.isFinite, end > begin
        else { return nil }
        let share = (report.startedAt.timeIntervalSince1970 - begin) / (end - begin)
        return TemplateObject { object in
            object.text("used", TimingView.percent(share))
            object.text("marker", TimingView.percent(min(0.99, max(0, share))))
            object.text("lifeClass", share > 1 ? "over" : share > 0.9 ? "late" : "fine")
        }
    }

    private static func named(_ name: String) -> String { name.isEmpty ? "(nobody)" : name }
}
