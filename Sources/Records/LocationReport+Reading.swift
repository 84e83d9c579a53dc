import AppSiteAssociation
import Audit
import Transport

import struct Foundation.Date

extension LocationReport {
    init?(_ record: JSONRecord?, startedAt: Date) throws(ReportReadError) {
        guard let record else { return nil }
        let url = try record.string("url")
        let outcome: Outcome = try record.choice("outcome")
        var redirects: [RedirectTrail.Hop] = []
        for hop in try record.objects("redirects") {
            redirects.append(
                RedirectTrail.Hop(
                    status: try hop.integer("status"), from: try hop.string("from"), to: try hop.string("to"),
                    address: try hop.optionalString("address")))
        }
        self.init(
            url: url, outcome: outcome,
            exchange: outcome == .notTried ? nil : try Exchange(record, url: url, startedAt: startedAt),
            redirects: redirects, sha256: try record.optionalString("sha256"),
            bytes: try record.optionalInteger("bytes"), state: try record.optionalChoice("state"))
    }
}

extension Exchange {
    fileprivate init(_ record: JSONRecord, url: String, startedAt: Date) throws(ReportReadError) {
        var fields: [HeaderField] = []
        for member in try record.members("headers") {
            for value in member.value.elements.map({ Array($0) }) ?? [] {
                fields.append(HeaderField(name: member.name, value: try JSONRecord.string(value)))
            }
        }
        self.init(
            url: url, startedAt: startedAt, addresses: try record.strings("addresses"),
            address: try record.optionalString("address"),
            throughProxy: try record.optionalBoolean("throughProxy") ?? false,
            connectionReused: try record.optionalBoolean("connectionReused") ?? false,
            timings: try ExchangeTimings(record.object("timings")),
            httpVersion: try record.optionalString("httpVersion"),
            status: try record.optionalInteger("status"), headerFields: fields,
            tls: try TLSFacts(record.optionalObject("tls")), bodyCapped: try record.optionalBoolean("capped") ?? false,
            wireBytes: try record.optionalInteger("wireBytes") ?? 0)
        guard let error = try record.optionalObject("error") else { return }
        self.failure = ExchangeFailure(
            kind: try error.choice("kind"), phase: try error.optionalChoice("phase") ?? .header,
            detail: try error.string("detail"))
    }
}

extension ExchangeTimings {
    fileprivate init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(
            dnsMs: try record.optionalNumber("dnsMs"), connectMs: try record.optionalNumber("connectMs"),
            tlsMs: try record.optionalNumber("tlsMs"), firstByteMs: try record.optionalNumber("firstByteMs"),
            totalMs: try record.optionalNumber("totalMs"))
    }
}

extension TLSFacts {
    fileprivate init?(_ record: JSONRecord?) throws(ReportReadError) {
        guard let record else { return nil }
        self.init(
            version: try record.optionalString("version"), cipher: try record.optionalString("cipher"),
            verification: VerificationResult(json: try record.optionalBoolean("verified")),
            // Which error of which certificate is not in a report; its words are.
            verificationError: try record.optionalString("error").map {
                VerificationError(code: 0, depth: 0, text: $0)
            },
            stapledStatus: try record.optionalChoice("stapledStatus"),
            certificatesSent: try record.optionalInteger("certificatesSent"))
        for certificate in try record.objects("chain") { chain.append(try CertificateFacts(certificate)) }
    }
}

extension CertificateFacts {
    fileprivate init(_ record: JSONRecord) throws(ReportReadError) {
        self.init(
            subject: try record.string("subject"), issuer: try record.string("issuer"),
            notBefore: try record.optionalDate("notBefore"), notAfter: try record.optionalDate("notAfter"),
            subjectAltNames: try record.strings("subjectAltNames"),
            subjectAltNameCount: try record.optionalInteger("subjectAltNameCount"),
            isSelfSigned: try record.optionalBoolean("selfSigned") ?? false,
            sha256: try record.optionalString("sha256") ?? "")
    }
}
