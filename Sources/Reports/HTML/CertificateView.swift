import Audit
import Basics
import Records
import Transport

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
            let leaf = tls.chain.first
            let facts: [(key: String, value: String?)] = [
                ("Issued to", leaf?.subjectText), ("Issued by", leaf?.issuerText),
                ("Valid for", leaf?.namesText(limit: Self.maxNames)),
                ("Validity period", leaf.map { "from \($0.beginText) to \($0.endText)" }),
                ("Connection", tls.protocolText), ("Revocation", tls.stapledStatus?.words), ("SHA-256", leaf?.sha256),
            ]
            object.text("trust", tls.verificationText)
            object.text("left", leaf?.remainder(at: report.startedAt).map(Phrase.capitalized))
            object.facts(facts.filter { $0.value?.isEmpty == false })
            object.object("chain") { chain in
                chain.list("link", tls.chain.prefix(Self.maxLinks)) { link, certificate in
                    link.text("subject", certificate.subjectText)
                    link.text("issuer", certificate.issuerText)
                    link.text("ends", certificate.notAfter.flatMap(UTCTime.init)?.dayText)
                }
                let more = tls.sentCount - min(tls.chain.count, Self.maxLinks)
                chain.text("more", more > 0 ? "and \(more) more" : nil)
            }
        }
    }
}
