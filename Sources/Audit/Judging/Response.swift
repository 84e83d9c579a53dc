import AppSiteAssociation
import Findings
import SignedFile
import Transport

import struct Foundation.Date

/// One exchange, possibly a failed one, as the checks use it.
final class Response: Sendable {
    /// The location of findings about the response.
    let location: FindingLocation
    let exchange: Exchange
    /// The redirects, with the destination.
    let trail: RedirectTrail?
    /// Whether this is the final response of a redirect, not that of the location itself.
    let isRedirectTarget: Bool
    /// The number of other domains in a row that got no connection to the address, if the address was therefore tried
    /// only once.
    let otherDomainsUnanswered: Int?
    /// The time limit in milliseconds for the connection attempt, if it was reduced for the same reason.
    let connectLimitMs: Double?
    /// The TLS facts of the connection, even if an earlier exchange opened it.
    let tls: TLSFacts?
    let target: Target
    /// The time for which the response is judged.
    let now: Date
    let settings: JudgeSettings
    /// Reads and judges bodies.
    let contents: ContentJudge
    /// The status; `nil` unless the header of the response is complete.
    let status: Int?
    /// The failure that prevented a complete header.
    let earlyFailure: ExchangeFailure?
    /// The failure that prevented a complete body.
    let bodyFailure: ExchangeFailure?
    /// The index of the body's first byte that is neither white space nor part of a byte order mark.
    let firstNonBlank: Int?

    init(
        location: FindingLocation, exchange: Exchange, trail: RedirectTrail? = nil, isRedirectTarget: Bool = false,
        otherDomainsUnanswered: Int? = nil, connectLimitMs: Double? = nil, tls: TLSFacts?, target: Target, now: Date,
        settings: JudgeSettings,
        contents: ContentJudge = ContentJudge()
    ) {
        self.location = location
        self.exchange = exchange
        self.trail = trail
        self.isRedirectTarget = isRedirectTarget
        self.otherDomainsUnanswered = otherDomainsUnanswered
        self.connectLimitMs = connectLimitMs
        self.tls = exchange.tls ?? tls
        self.target = target
        self.now = now
        self.settings = settings
        self.contents = contents
        let failure = exchange.failure
        let inBody = exchange.status != nil && failure?.phase == .body && failure?.kind.happensInBody == true
        status = failure == nil || inBody ? exchange.status : nil
        earlyFailure = inBody ? nil : failure
        bodyFailure = inBody ? failure : nil
        firstNonBlank = Self.firstNonBlank(of: exchange.body)
    }

    /// The name for display, with its Punycode form if different.
    var name: String { Wording.name(of: target) }

    /// The requested URL, truncated for messages.
    var url: String { Wording.excerpt(exchange.url) }

    /// The address and port, such as `192.0.2.1, port 443`; only the address if a setting chose it, because the
    /// setting may also have chosen another port.
    var endpoint: String {
        guard let address = exchange.address.map({ Wording.excerpt($0) }) else { return "port \(target.domain.port)" }
        return exchange.addressesChosen ? address : "\(address), port \(target.domain.port)"
    }

    /// Returns the first value of the header field `name`; `nil` if it is absent or empty.
    func header(_ name: String) -> String? {
        guard let value = exchange.headerFields.first(name), !value.isEmpty else { return nil }
        return value
    }

    /// Whether the beginning of the body is that of a web page.
    var isPage: Bool { firstNonBlank.map { HTMLCheck.isPage(exchange.body[$0...]) } ?? false }

    /// Whether the body is a signed file, or was intended to be one.
    var isSigned: Bool { SignedFile.detect(exchange.body) != .none }

    /// Whether the body was probably intended as the file, readable or not, rather than as text about something else.
    var isMeantAsFile: Bool {
        let body = exchange.body
        if let firstNonBlank, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body[firstNonBlank]) { return true }
        if isSigned || Bytes.areWide(body) || ContentEncodingCheck.compression(of: body) != nil { return true }
        let start = Bytes.lowercased(body, limit: 4096)
        return AssociationService.allCases.contains { Bytes.contains(Array($0.rawValue.utf8), in: start) }
    }

    private static func firstNonBlank(of body: [UInt8]) -> Int? {
        var index = body.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while index < body.count {
            switch body[index] {
            case 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20: index += 1
            default: return index
            }
        }
        return nil
    }
}

extension ExchangeFailure.Kind {
    /// Whether the failure can occur after the header of the response.
    fileprivate var happensInBody: Bool {
        switch self {
        case .timeout, .connectionClosed, .malformedAnswer, .bodyTruncated, .contentCodingBroken, .cancelled,
            .internalError:
            true
        case .nameNotFound, .noAddress, .resolverFailed, .resolverTimeout, .addressBlocked, .addressUnknown,
            .proxyFailed, .connectRefused, .connectTimeout, .notTried, .connectFailed, .certificateRejected,
            .handshakeFailed,
            .clientCertificateRequired:
            false
        }
    }
}
