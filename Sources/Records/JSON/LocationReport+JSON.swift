package import AppSiteAssociation
package import Audit
package import Transport

import struct Foundation.Date

extension LocationReport: JSONObject {
    package static var blank: Self { LocationReport(url: "", outcome: .notTried) }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("url", &url)
        try fields.field("outcome", &outcome)
        try fields.optional("state", &state)
        // Without an exchange, the fields have the values of an empty exchange.
        var facts = exchange?.facts ?? Exchange(url: url, startedAt: .init(timeIntervalSince1970: 0)).facts
        try fields.field("status", &facts.status)
        try fields.field("httpVersion", &facts.httpVersion)
        try fields.field("address", &facts.address)
        try fields.field("addresses", &facts.addresses)
        try fields.field("throughProxy", &facts.throughProxy)
        try fields.field("connectionReused", &facts.connectionReused)
        try fields.derived("contentType", facts.headerFields.first("content-type"))
        try fields.derived("contentEncoding", facts.headerFields.first("content-encoding"))
        try fields.field("bytes", &bytes)
        var wireBytes = facts.status == nil ? nil : facts.wireBytes
        try fields.field("wireBytes", &wireBytes)
        try fields.field("capped", &facts.bodyCapped)
        try fields.field("sha256", &sha256)
        try fields.derived("platforms", platforms)
        var headers = OrderedJSONObject(members: facts.headerFields.grouped)
        try fields.field("headers", &headers)
        try fields.field("redirects", &redirects)
        try fields.field("tls", &facts.tls)
        try fields.field("timings", &facts.timings)
        try fields.optional("error", &facts.failure)
        guard Fields.isReading else { return }
        facts.url = url
        facts.wireBytes = wireBytes ?? 0
        facts.headerFields = headers.members.flatMap { name, values in
            values.map { HeaderField(name: name, value: $0) }
        }
        exchange = outcome == .notTried ? nil : Exchange(facts)
    }
}

extension [HeaderField] {
    /// The fields by lower-case name, with their values, in the order of first occurrence.
    fileprivate var grouped: [(name: String, value: [String])] {
        var groups: [(name: String, value: [String])] = []
        var indexByName: [String: Int] = [:]
        for field in self {
            let name = field.name.lowercased()
            if let index = indexByName[name] {
                groups[index].value.append(field.value)
            } else {
                indexByName[name] = groups.count
                groups.append((name, [field.value]))
            }
        }
        return groups
    }
}

extension RedirectTrail.Hop: JSONObject {
    package static var blank: Self { Self(status: 0, from: "", to: "", address: nil) }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("status", &status)
        try fields.field("from", &from)
        try fields.field("to", &to)
        try fields.field("address", &address)
    }
}

extension ExchangeTimings: JSONObject {
    package static var blank: Self { ExchangeTimings() }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("dnsMs", &dnsMs)
        try fields.field("connectMs", &connectMs)
        try fields.field("tlsMs", &tlsMs)
        try fields.field("firstByteMs", &firstByteMs)
        try fields.field("totalMs", &totalMs)
    }
}

extension ExchangeFailure: JSONObject {
    package static var blank: Self { ExchangeFailure(kind: .internalError, phase: .header, detail: "") }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("kind", &kind)
        try fields.field("phase", &phase)
        try fields.field("detail", &detail)
    }
}

// MARK: - TLS

extension TLSFacts: JSONObject {
    package static var blank: Self { TLSFacts() }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("version", &version)
        try fields.field("cipher", &cipher)
        try fields.field("verified", &verification)
        var error = errorText
        try fields.field("error", &error)
        try fields.field("stapledStatus", &stapledStatus)
        try fields.field("chain", &chain)
        var sent = omittedCertificateCount > 0 ? certificateCount : nil
        try fields.optional("certificatesSent", &sent)
        guard Fields.isReading else { return }
        omittedCertificateCount = max(sent ?? 0, chain.count) - chain.count
        // A report contains only the text of an error, not the certificate and the code.
        verificationError = error.map { VerificationError(code: 0, depth: 0, text: $0) }
    }
}

extension TLSFacts {
    /// The reason why the certificate was not trusted, in words; `nil` if there is no certificate or no such reason.
    package var errorText: String? {
        if let verificationError { return verificationError.text }
        return nameVerification == .failed ? "the certificate was issued for other names" : nil
    }
}

extension VerificationResult: JSONForm {
    package func write(to writer: inout JSONWriter) { json.write(to: &writer) }

    package init(json value: JSONValue) throws(ReportReadError) { self.init(json: try Bool?(json: value)) }
}

extension CertificateFacts: JSONObject {
    package static var blank: Self {
        CertificateFacts(
            subject: "", issuer: "", notBefore: nil, notAfter: nil, subjectAltNames: [], isSelfSigned: false, sha256: ""
        )
    }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.field("subject", &subject)
        try fields.field("issuer", &issuer)
        try fields.field("notBefore", &notBefore)
        try fields.field("notAfter", &notAfter)
        try fields.field("subjectAltNames", &subjectAltNames)
        var count = omittedNameCount > 0 ? nameCount : nil
        try fields.optional("subjectAltNameCount", &count)
        if Fields.isReading { omittedNameCount = max(count ?? 0, subjectAltNames.count) - subjectAltNames.count }
        try fields.field("selfSigned", &isSelfSigned)
        try fields.field("sha256", &sha256)
    }
}
