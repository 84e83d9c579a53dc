import Findings
import TestSupport
import Transport

import struct Foundation.Date

@testable import Audit

/// Builders of observations; everything that is not specified is correct.
enum Seen {
    /// 2026-03-01T12:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_772_366_400)
    static let wellKnownURL = "https://example.com/.well-known/apple-app-site-association"
    static let rootURL = "https://example.com/apple-app-site-association"
    /// A file without findings that every generation of systems can read.
    static let file = #"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#
    static let json = HeaderField(name: "Content-Type", value: "application/json")

    static func days(_ days: Double) -> Date { now.addingTimeInterval(days * 86_400) }

    // MARK: Exchanges

    /// Returns a complete response.
    static func answer(
        _ status: Int = 200, _ body: String = Seen.file, type: String? = "application/json",
        fields: [HeaderField] = [], bytes: [UInt8]? = nil, tls: TLSFacts? = Seen.tls(), capped: Bool = false,
        firstByteMs: Double = 20, addresses: [String] = ["93.184.216.34"], chosen: Bool = false, proxy: Bool = false,
        url: String = Seen.wellKnownURL, failure: ExchangeFailure? = nil
    ) -> Exchange {
        let body = bytes ?? Array(body.utf8)
        return Exchange(
            url: url, startedAt: now, addresses: proxy ? [] : addresses, addressesChosen: chosen,
            address: proxy ? nil : addresses.first, throughProxy: proxy,
            timings: ExchangeTimings(
                dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: firstByteMs, totalMs: firstByteMs + 10),
            httpVersion: "1.1", status: status,
            headerFields: HTTPResponse(type: type).fields.map { HeaderField(name: $0.name, value: $0.value) } + fields,
            tls: tls,
            body: body, bodyCapped: capped, wireBytes: body.count, failure: failure)
    }

    /// Returns a response with a status and a short text.
    static func status(_ status: Int, _ fields: [HeaderField] = [], body: String = "no") -> Exchange {
        answer(status, body, type: "text/plain", fields: fields)
    }

    /// Returns a redirect.
    static func redirect(_ status: Int = 301, to location: String?, url: String = Seen.wellKnownURL) -> Exchange {
        answer(
            status, "", type: nil, fields: location.map { [HeaderField(name: "location", value: $0)] } ?? [], url: url)
    }

    /// Returns an exchange that failed before there was a response.
    static func failure(
        _ kind: ExchangeFailure.Kind, _ phase: ExchangePhase, _ detail: String = "", tls: TLSFacts? = nil,
        addresses: [String] = ["93.184.216.34"], chosen: Bool = false, url: String = Seen.wellKnownURL
    ) -> Exchange {
        Exchange(
            url: url, startedAt: now, addresses: addresses, addressesChosen: chosen, address: addresses.first,
            timings: ExchangeTimings(totalMs: 5000), tls: tls,
            failure: ExchangeFailure(kind: kind, phase: phase, curlCode: 7, detail: detail))
    }

    /// Returns a response with status 200 whose body is incomplete.
    static func broken(_ kind: ExchangeFailure.Kind, status: Int = 200, body: String = #"{"appli"#) -> Exchange {
        answer(status, body, failure: ExchangeFailure(kind: kind, phase: .body, curlCode: 18, detail: "broke off"))
    }

    // MARK: TLS

    static func certificate(
        _ subject: String = "CN=example.com", issuer: String = "CN=Example CA 1", from: Double = -30, to: Double = 60,
        names: [String] = ["example.com", "www.example.com"], selfSigned: Bool = false
    ) -> CertificateFacts {
        CertificateFacts(
            subject: subject, issuer: issuer, notBefore: days(from), notAfter: days(to), subjectAltNames: names,
            isSelfSigned: selfSigned, sha256: String(repeating: "ab", count: 32))
    }

    static func authority(_ subject: String = "CN=Example CA 1", issuer: String = "CN=Example Root", to: Double = 900)
        -> CertificateFacts
    {
        certificate(subject, issuer: issuer, from: -900, to: to, names: [], selfSigned: subject == issuer)
    }

    /// Returns the TLS facts of an accepted connection.
    static func tls(
        _ chain: [CertificateFacts] = [certificate(), authority()], staple: StapledStatus? = nil,
        clientCertificate: Bool = false
    ) -> TLSFacts {
        TLSFacts(
            version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256", verification: .passed, nameVerification: .passed,
            clientCertificateRequested: clientCertificate, stapledStatus: staple, chain: chain)
    }

    /// Returns an exchange whose certificate was rejected.
    static func rejected(
        _ code: Int?, depth: Int = 0, _ text: String = "some words",
        chain: [CertificateFacts] = [certificate(), authority()], nameVerification: VerificationResult = .passed
    ) -> Exchange {
        let error = code.map { VerificationError(code: $0, depth: depth, text: text) }
        return failure(
            .certificateRejected, .tls, "SSL certificate problem: \(text)",
            tls: TLSFacts(
                version: "TLSv1.3", verification: .failed, verificationError: error, nameVerification: nameVerification,
                chain: chain))
    }

    // MARK: Observations

    /// Returns a domain; root responds with 404 unless specified.
    static func domain(
        _ wellKnown: Exchange?, root: Exchange? = status(404), trail: RedirectTrail? = nil,
        rootTrail: RedirectTrail? = nil, probes: [Exchange] = [],
        target: Target = Target(
            input: "example.com", domain: DomainID(host: "example.com")), rootSkip: LocationObservation.Skip? = nil
    ) -> Observation {
        let first = LocationObservation(
            url: wellKnownURL, exchange: wellKnown, skip: wellKnown == nil ? .deadline : nil, trail: trail,
            attempts: wellKnown == nil ? 0 : 1)
        var second = root
        second?.url = rootURL
        let other = LocationObservation(
            url: rootURL, exchange: second, skip: second == nil ? rootSkip ?? .unnecessary : nil, trail: rootTrail,
            attempts: second == nil ? 0 : 1)
        return Observation(
            target: target, startedAt: now, wellKnown: first, root: other, jsonSuffixProbes: probes, totalMs: 100)
    }

    /// Returns a domain whose well-known location is sufficient, so that root was not requested.
    static func settled(_ wellKnown: Exchange) -> Observation { domain(wellKnown, root: nil) }

    /// Returns a chain of redirects through `urls` that ends with `last`.
    static func trail(
        _ urls: [String], status: Int = 301, end: RedirectTrail.End = .answered, last: Exchange? = answer()
    ) -> RedirectTrail {
        var from = wellKnownURL
        var hops: [RedirectTrail.Hop] = []
        for url in urls {
            hops.append(.init(status: status, from: from, to: url, address: "93.184.216.34"))
            from = url
        }
        var last = last
        last?.url = from
        return RedirectTrail(hops: hops, exchanges: last.map { [$0] } ?? [], end: end)
    }
}
