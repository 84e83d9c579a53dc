package import Audit
import Findings
package import Transport

extension JSONWriter {
    /// Writes the object of one location; `null` where there is none, for a target that could not be understood.
    mutating func value(_ location: LocationReport?) {
        guard let location else { return null() }
        let exchange = location.exchange
        object { writer in
            writer.field("url", location.url)
            writer.field("outcome", location.outcome.rawValue)
            if let state = location.state { writer.field("state", state.rawValue) }
            writer.field("status", exchange?.status)
            writer.field("httpVersion", exchange?.httpVersion)
            writer.field("address", exchange?.address)
            writer.field("addresses", exchange?.addresses ?? [])
            writer.field("throughProxy", exchange?.throughProxy ?? false)
            writer.field("connectionReused", exchange?.connectionReused ?? false)
            writer.field("contentType", exchange?.headerFields.first("content-type"))
            writer.field("contentEncoding", exchange?.headerFields.first("content-encoding"))
            writer.field("bytes", location.bytes)
            writer.field("wireBytes", exchange?.status == nil ? nil : exchange?.wireBytes)
            writer.field("capped", exchange?.bodyCapped ?? false)
            writer.field("sha256", location.sha256)
            writer.field("platforms", location.platforms.map(\.rawValue))
            writer.key("headers")
            writer.value(exchange?.headerFields ?? [])
            writer.key("redirects")
            writer.array { writer in
                for hop in location.redirects { writer.value(hop) }
            }
            writer.key("tls")
            if let tls = exchange?.tls { writer.value(tls) } else { writer.null() }
            writer.key("timings")
            writer.value(exchange?.timings ?? ExchangeTimings())
            guard let failure = exchange?.failure else { return }
            writer.key("error")
            writer.object { writer in
                writer.field("kind", failure.kind.rawValue)
                writer.field("phase", failure.phase.rawValue)
                writer.field("detail", failure.detail)
            }
        }
    }

    /// Writes header fields as lower-case names with their values, each name once, where it first came.
    private mutating func value(_ fields: [HeaderField]) {
        var groups: [(name: String, values: [String])] = []
        groups.reserveCapacity(fields.count)
        // Where there are few, looking through them costs less than an index.
        var places: [String: Int] = [:]
        let isIndexed = fields.count > 32
        for field in fields {
            let name = field.name.lowercased()
            if let place = isIndexed ? places[name] : groups.firstIndex(where: { $0.name == name }) {
                groups[place].values.append(field.value)
            } else {
                if isIndexed { places[name] = groups.count }
                groups.append((name, [field.value]))
            }
        }
        object { writer in
            for group in groups { writer.field(group.name, group.values) }
        }
    }

    /// Writes a redirect.
    package mutating func value(_ hop: RedirectTrail.Hop) {
        object { writer in
            writer.field("status", hop.status)
            writer.field("from", hop.from)
            writer.field("to", hop.to)
            writer.field("address", hop.address)
        }
    }

    private mutating func value(_ tls: TLSFacts) {
        object { writer in
            writer.field("version", tls.version)
            writer.field("cipher", tls.cipher)
            writer.field("verified", tls.verification.json)
            writer.field("error", tls.errorText)
            writer.field("stapledStatus", tls.stapledStatus?.rawValue)
            writer.key("chain")
            writer.array { writer in
                for certificate in tls.chain { writer.value(certificate) }
            }
            if tls.sentCount > tls.chain.count { writer.field("certificatesSent", tls.sentCount) }
        }
    }

    private mutating func value(_ certificate: CertificateFacts) {
        object { writer in
            writer.field("subject", certificate.subject)
            writer.field("issuer", certificate.issuer)
            writer.field("notBefore", certificate.notBefore)
            writer.field("notAfter", certificate.notAfter)
            writer.field("subjectAltNames", certificate.subjectAltNames)
            if certificate.nameCount > certificate.subjectAltNames.count {
                writer.field("subjectAltNameCount", certificate.nameCount)
            }
            writer.field("selfSigned", certificate.isSelfSigned)
            writer.field("sha256", certificate.sha256)
        }
    }

    private mutating func value(_ timings: ExchangeTimings) {
        object { writer in
            writer.field("dnsMs", timings.dnsMs)
            writer.field("connectMs", timings.connectMs)
            writer.field("tlsMs", timings.tlsMs)
            writer.field("firstByteMs", timings.firstByteMs)
            writer.field("totalMs", timings.totalMs)
        }
    }
}

extension TLSFacts {
    /// Why the certificate was not accepted, in words; `nil` when it was, or none was seen.
    package var errorText: String? {
        if let verificationError { return verificationError.text }
        return nameVerification == .failed ? "the certificate was issued for other names" : nil
    }
}
