package import AppSiteAssociation
package import Audit
package import Transport

import struct Foundation.Date

extension LocationReport: JSONObject {
    package static var blank: Self { LocationReport(url: "", outcome: .notTried) }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("url", &url)
        try fields.visit("outcome", &outcome)
        try fields.visitOptional("state", &state)
        // Without an exchange, the fields have the values of an empty exchange.
        var facts = exchange?.facts ?? Exchange(url: url, startedAt: .init(timeIntervalSince1970: 0)).facts
        try fields.visit("status", &facts.status)
        try fields.visit("httpVersion", &facts.httpVersion)
        try fields.visit("address", &facts.address)
        try fields.visit("addresses", &facts.addresses)
        try fields.visit("throughProxy", &facts.throughProxy)
        try fields.visit("connectionReused", &facts.connectionReused)
        try fields.visitDerived("contentType", facts.headerFields.first("content-type"))
        try fields.visitDerived("contentEncoding", facts.headerFields.first("content-encoding"))
        try fields.visit("bytes", &bytes)
        var wireBytes = facts.status == nil ? nil : facts.wireBytes
        try fields.visit("wireBytes", &wireBytes)
        try fields.visit("capped", &facts.bodyCapped)
        try fields.visit("sha256", &sha256)
        try fields.visit("platforms", &platforms)
        var headers = OrderedJSONObject(members: facts.headerFields.grouped)
        try fields.visit("headers", &headers)
        try fields.visit("redirects", &redirects)
        try fields.visit("tls", &facts.tls)
        try fields.visit("timings", &facts.timings)
        try fields.visitOptional("error", &facts.failure)
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
        groups.reserveCapacity(count)
        var indexByName = [String: Int](minimumCapacity: count)
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
        try fields.visit("status", &status)
        try fields.visit("from", &from)
        try fields.visit("to", &to)
        try fields.visit("address", &address)
    }
}

extension ExchangeTimings: JSONObject {
    package static var blank: Self { ExchangeTimings() }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("dnsMs", &dnsMs)
        try fields.visit("connectMs", &connectMs)
        try fields.visit("tlsMs", &tlsMs)
        try fields.visit("firstByteMs", &firstByteMs)
        try fields.visit("totalMs", &totalMs)
    }
}

extension ExchangeFailure: JSONObject {
    package static var blank: Self { ExchangeFailure(kind: .internalError, phase: .header, detail: "") }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("kind", &kind)
        try fields.visit("phase", &phase)
        try fields.visit("detail", &detail)
    }
}

extension TLSFacts: JSONObject {
    package static var blank: Self { TLSFacts() }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("version", &version)
        try fields.visit("cipher", &cipher)
        try fields.visit("verified", &verification)
        var error = errorText
        try fields.visit("error", &error)
        try fields.visit("stapledStatus", &stapledStatus)
        try fields.visit("chain", &chain)
        var sent = omittedCertificateCount > 0 ? certificateCount : nil
        try fields.visitOptional("certificatesSent", &sent)
        guard Fields.isReading else { return }
        omittedCertificateCount = max(sent ?? 0, chain.count) - chain.count
        // A report contains only the text of an error, not the certificate and the code.
        verificationError = error.map { VerificationError(code: 0, depth: 0, text: $0) }
    }

    /// The reason why the certificate was not trusted, in words; `nil` if there is no certificate or no such reason.
    package var errorText: String? {
        if let verificationError { return verificationError.text }
        return nameVerification == .failed ? "the certificate was issued for other names" : nil
    }
}

extension VerificationResult: JSONForm {
    package func write(to writer: inout JSONWriter) { json.write(to: &writer) }

    package init(json value: JSONValue) throws(ReportReadError) { self.init(passed: try Bool?(json: value)) }
}

extension CertificateFacts: JSONObject {
    package static var blank: Self {
        CertificateFacts(
            subject: "", issuer: "", notBefore: nil, notAfter: nil, subjectAltNames: [], isSelfSigned: false, sha256: ""
        )
    }

    package mutating func describe<Fields: JSONFields>(_ fields: inout Fields) throws(Fields.Failure) {
        try fields.visit("subject", &subject)
        try fields.visit("issuer", &issuer)
        try fields.visit("notBefore", &notBefore)
        try fields.visit("notAfter", &notAfter)
        try fields.visit("subjectAltNames", &subjectAltNames)
        var count = omittedNameCount > 0 ? nameCount : nil
        try fields.visitOptional("subjectAltNameCount", &count)
        if Fields.isReading { omittedNameCount = max(count ?? 0, subjectAltNames.count) - subjectAltNames.count }
        try fields.visit("selfSigned", &isSelfSigned)
        try fields.visit("sha256", &sha256)
    }
}
