import Audit
import Basics
import Records
import Transport

import struct Foundation.Date

/// The certificate as a card: subject, issuer and validity period.
struct CertificateView {
    private static let maxNames = 40
    private static let maxLinks = 12

    let report: DomainReport

    /// Returns the card; empty if no certificate was received.
    func object() -> TemplateObject {
        TemplateObject { object in
            let exchanges = [report.wellKnown, report.root].compactMap { $0?.exchange }
            let seen = exchanges.compactMap(\.tls).first { !$0.chain.isEmpty } ?? exchanges.first?.tls
            guard let tls = seen else { return }
            object.text("trust", tls.verificationText)
            object.text("protocol", tls.protocolText)
            object.text("revocation", tls.stapledStatus?.words)
            if let leaf = tls.chain.first { fill(&object, leaf) }
            object.object("chain") { chain in
                chain.list("link", tls.chain.prefix(Self.maxLinks)) { link, certificate in
                    Self.names(certificate, &link)
                    link.text("ends", certificate.notAfter.flatMap(UTCTime.init)?.dayText)
                }
                let more = tls.sentCount - min(tls.chain.count, Self.maxLinks)
                chain.text("more", more > 0 ? "and \(more) more" : nil)
            }
        }
    }

    private static func names(_ certificate: CertificateFacts, _ object: inout TemplateObject) {
        object.text("subject", certificate.subjectText)
        object.text("issuer", certificate.issuerText)
    }

    private func fill(_ object: inout TemplateObject, _ leaf: CertificateFacts) {
        let (begin, end, now) = (leaf.notBefore, leaf.notAfter, report.startedAt)
        Self.names(leaf, &object)
        object.text("names", leaf.namesText(limit: Self.maxNames))
        object.text("sha256", leaf.sha256)
        object.text("from", leaf.beginText)
        object.text("until", leaf.endText)
        object.text("left", leaf.remainder(at: now).map(Phrase.capitalized))
        // The position of the current time between the two dates.
        guard let begin = begin?.timeIntervalSince1970, let end = end?.timeIntervalSince1970, begin.isFinite,
            end.isFinite, end > begin
        else { return }
        let share = (now.timeIntervalSince1970 - begin) / (end - begin)
        object.object("life") { life in
            life.text("used", TimingView.percent(share))
            life.text("marker", TimingView.percent(min(0.99, max(0, share))))
            life.text("lifeClass", share > 1 ? "over" : share > 0.9 ? "late" : "fine")
        }
    }
}
