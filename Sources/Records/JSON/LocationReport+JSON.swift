package import AppSiteAssociation
package import Audit
package import Transport

import struct Foundation.Date

extension LocationReport: JSONObject {
    package static var blank: Self { LocationReport(url: "", outcome: .notTried) }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("url", &url)
        try visitor.visit("outcome", &outcome)
        try visitor.visitOptional("state", &state)
        // Without an exchange, the fields have the values of an empty exchange.
        var facts = exchange?.facts ?? Exchange(url: url, startedAt: .init(timeIntervalSince1970: 0)).facts
        try visitor.visit("status", &facts.status)
        try visitor.visit("httpVersion", &facts.httpVersion)
        try visitor.visit("address", &facts.address)
        try visitor.visit("addresses", &facts.addresses)
        try visitor.visit("throughProxy", &facts.throughProxy)
        try visitor.visit("connectionReused", &facts.connectionReused)
        try visitor.visitDerived("contentType", facts.headerFields.first("content-type"))
        try visitor.visitDerived("contentEncoding", facts.headerFields.first("content-encoding"))
        try visitor.visit("bytes", &bytes)
        var wireBytes = facts.status == nil ? nil : facts.wireBytes
        try visitor.visit("wireBytes", &wireBytes)
        try visitor.visit("capped", &facts.bodyCapped)
        try visitor.visit("sha256", &sha256)
        try visitor.visit("platforms", &platforms)
        var headers = OrderedJSONObject(members: facts.headerFields.grouped)
        try visitor.visit("headers", &headers)
        try visitor.visit("redirects", &redirects)
        try visitor.visit("tls", &facts.tls)
        try visitor.visit("timings", &facts.timings)
        try visitor.visitOptional("error", &facts.failure)
        guard Visitor.isReading else { return }
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

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("status", &status)
        try visitor.visit("from", &from)
        try visitor.visit("to", &to)
        try visitor.visit("address", &address)
    }
}

extension ExchangeTimings: JSONObject {
    package static var blank: Self { ExchangeTimings() }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("dnsMs", &dnsMs)
        try visitor.visit("connectMs", &connectMs)
        try visitor.visit("tlsMs", &tlsMs)
        try visitor.visit("firstByteMs", &firstByteMs)
        try visitor.visit("totalMs", &totalMs)
    }
}

extension ExchangeFailure: JSONObject {
    package static var blank: Self { ExchangeFailure(kind: .internalError, phase: .header, detail: "") }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("kind", &kind)
        try visitor.visit("phase", &phase)
        try visitor.visit("detail", &detail)
    }
}

extension TLSFacts: JSONObject {
    package static var blank: Self { TLSFacts() }

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("version", &version)
        try visitor.visit("cipher", &cipher)
        try visitor.visit("verified", &verification)
        var error = errorText
        try visitor.visit("error", &error)
        try visitor.visit("stapledStatus", &stapledStatus)
        try visitor.visit("chain", &chain)
        var sent = omittedCertificateCount > 0 ? certificateCount : nil
        try visitor.visitOptional("certificatesSent", &sent)
        guard Visitor.isReading else { return }
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

    package mutating func visitFields<Visitor: JSONFieldVisitor>(with visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("subject", &subject)
        try visitor.visit("issuer", &issuer)
        try visitor.visit("notBefore", &notBefore)
        try visitor.visit("notAfter", &notAfter)
        try visitor.visit("subjectAltNames", &subjectAltNames)
        var count = omittedNameCount > 0 ? nameCount : nil
        try visitor.visitOptional("subjectAltNameCount", &count)
        if Visitor.isReading { omittedNameCount = max(count ?? 0, subjectAltNames.count) - subjectAltNames.count }
        try visitor.visit("selfSigned", &isSelfSigned)
        try visitor.visit("sha256", &sha256)
    }
}
