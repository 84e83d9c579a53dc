import AppSiteAssociation
import Findings
import SignedFile
import Transport

import struct Foundation.Date

/// One exchange, successful or failed, in the form that the checks use.
struct Response: Sendable {
    let location: FindingLocation
    let exchange: Exchange
    /// The redirects from this response, with the response of their destination.
    var trail: RedirectTrail?
    /// Whether this is the response at the end of redirects, and not that of the location itself.
    var isRedirectTarget = false
    /// The number of other domains in a row without a response at the address; `nil` unless this prevented an attempt.
    var otherDomainsUnanswered: Int?
    /// The time limit for connecting in milliseconds, if it was reduced because of these other domains.
    var connectLimitMs: Double?
    /// The TLS facts of a reused connection, from the exchange that opened it.
    var earlierTLS: TLSFacts?
    let target: Target
    let observedAt: Date
    let judge: Judge

    var tls: TLSFacts? { exchange.tls ?? earlierTLS }

    /// The status; `nil` unless the header of the response is complete.
    var status: Int? { earlyFailure == nil ? exchange.status : nil }

    /// The failure, if the header of the response is not complete.
    var earlyFailure: ExchangeFailure? { failsInBody ? nil : exchange.failure }
    /// The failure, if only the body of the response is not complete.
    var bodyFailure: ExchangeFailure? { failsInBody ? exchange.failure : nil }

    private static let failuresInBody: Set<ExchangeFailure.Kind> = [
        .timeout, .connectionClosed, .malformedAnswer, .bodyTruncated, .contentCodingBroken, .cancelled, .internalError,
    ]

    private var failsInBody: Bool {
        guard exchange.status != nil, let failure = exchange.failure else { return false }
        return failure.phase == .body && Self.failuresInBody.contains(failure.kind)
    }

    var name: String { Wording.name(of: target) }
    var url: String { Wording.excerpt(exchange.url) }

    /// The address and the port, such as `192.0.2.1, port 443`; no port if a setting chose the address.
    var endpoint: String {
        guard let address = exchange.address.map({ Wording.excerpt($0) }) else { return "port \(target.port)" }
        return exchange.addressesChosen ? address : "\(address), port \(target.port)"
    }

    func header(_ name: String) -> String? { exchange.header(name) }

    var isPage: Bool { HTMLCheck.isPage(exchange.body) }

    /// Whether the body is a signed file, or was intended to be one.
    var isSigned: Bool { SignedFile.detect(exchange.body) != .none }

    /// Whether the body was probably intended as an association file, even if it cannot be read.
    var isMeantAsFile: Bool {
        let body = exchange.body
        if let first = Bytes.afterBlanks(body).first, "{[".utf8.contains(first) { return true }
        if isSigned || Bytes.areUTF16OrUTF32(body) || ContentEncodingCheck.compression(of: body) != nil { return true }
        let start = Bytes.lowercased(body, limit: 4096)
        return AssociationService.allCases.contains { Bytes.firstIndex(of: Array($0.rawValue.utf8), in: start) != nil }
    }

    /// Returns the facts about `failure`, after `first`.
    func evidence(of failure: ExchangeFailure, with first: Evidence = [:]) -> Evidence {
        var evidence = first
        evidence["kind"] = .string(failure.kind.rawValue)
        evidence["phase"] = .string(failure.phase.rawValue)
        evidence["address"] = exchange.address.map { .string($0) }
        if exchange.addresses.count > 1 { evidence["addresses"] = .strings(exchange.addresses.prefix(32)) }
        if let total = exchange.timings.totalMs, total.isFinite { evidence["afterMs"] = .number(total) }
        if failure.curlCode != 0 { evidence["curlCode"] = .integer(failure.curlCode) }
        if !failure.detail.isEmpty { evidence["detail"] = .string(String(failure.detail.prefix(1000))) }
        return evidence
    }
}

extension Exchange {
    /// Returns the first value of a header field; `nil` if it is missing or empty.
    func header(_ name: String) -> String? { self.headerFields.first(name).flatMap { $0.isEmpty ? nil : $0 } }
}

final class JudgedResponse: Sendable {
    let response: Response
    let cause: Cause?
    /// The content; `nil` if HTTP did not deliver a file.
    let content: ContentJudgement?
    /// The findings about how the file is served.
    let deliveryFindings: [Finding]
    /// The codes of the findings that affect Apple's systems even if the file is usable.
    let effectiveCodes: [FindingCode]

    /// Judges `response`; `earlier` is the judged response of the well-known location, if that came first.
    init(_ response: Response, earlier: JudgedResponse? = nil) {
        self.response = response
        var cause = Checks.cause(of: response)
        content = cause == nil ? ContentJudgement(response, earlier: earlier) : nil
        if content?.isReadable == false { cause = Cause(stage: .file, outcome: .unusable) }
        self.cause = cause
        // A file that is too large has no content here, but how it is served is checked.
        let isFile = content != nil || (cause?.finding?.code == .fileOversized && response.bodyFailure == nil)
        deliveryFindings = isFile ? Checks.delivery.compactMap { $0.finding(of: response) } : []
        effectiveCodes = (deliveryFindings.map(\.code) + (content?.findings ?? []).map(\.code))
            .filter { DeliveryRules.outcomesWithUsableFile[$0] != nil }
    }

    var isUsable: Bool { cause == nil }

    /// The content of a usable file.
    var usableContent: ContentJudgement? { isUsable ? content : nil }

    /// The code of the reason why the response is not a usable file; `nil` if it is usable, or missing (404, 410).
    var problem: FindingCode? {
        guard let cause else { return nil }
        return cause.finding?.code ?? content?.findings.first { $0.severity == .error }?.code
    }
}

enum Bytes {
    /// Returns the index of `needle`, which should be short: the worst-case time grows with the product of the lengths.
    static func firstIndex(of needle: [UInt8], in haystack: ArraySlice<UInt8>) -> Int? {
        guard let first = needle.first else { return nil }
        let offset = haystack.withUnsafeBufferPointer { bytes in
            bytes.indices.first { bytes[$0] == first && bytes[$0...].starts(with: needle) }
        }
        return offset.map { haystack.startIndex + $0 }
    }

    /// Whether `bytes` appear to be UTF-16 or UTF-32.
    static func areUTF16OrUTF32(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4)
        return start.contains(0) || start.starts(with: [0xfe, 0xff]) || start.starts(with: [0xff, 0xfe])
    }

    /// Returns `bytes` without a byte order mark and white space at the beginning.
    static func afterBlanks(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let markLength = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        return bytes.dropFirst(markLength).drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
    }

    static func lowercased(_ bytes: [UInt8], limit: Int) -> ArraySlice<UInt8> {
        bytes.prefix(limit).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
    }
}
