public import struct Foundation.Date

/// One request and everything that is true about its answer, or about how it failed.
///
/// An exchange holds no opinion. All strings that came from the server are untrusted.
public struct Exchange: Hashable, Sendable {
    private var storage: Storage

    /// The URL that was asked for.
    public var url: String {
        get { storage.fields.url }
        set { change { $0.url = newValue } }
    }
    /// When it began.
    public var startedAt: Date {
        get { storage.fields.startedAt }
        set { change { $0.startedAt = newValue } }
    }
    /// All addresses of the name, in the order in which they were to be tried; empty behind a proxy.
    public var addresses: [String] {
        get { storage.fields.addresses }
        set { change { $0.addresses = newValue } }
    }
    /// Whether the addresses were chosen by the user rather than by the name system.
    public var addressesChosen: Bool {
        get { storage.fields.addressesChosen }
        set { change { $0.addressesChosen = newValue } }
    }
    /// The address that answered (or the last one tried); `nil` behind a proxy and where there was no connection.
    public var address: String? {
        get { storage.fields.address }
        set { change { $0.address = newValue } }
    }
    /// Whether the request went through a proxy.
    public var throughProxy: Bool {
        get { storage.fields.throughProxy }
        set { change { $0.throughProxy = newValue } }
    }
    /// Whether the request went over a connection that an earlier one had opened.
    public var connectionReused: Bool {
        get { storage.fields.connectionReused }
        set { change { $0.connectionReused = newValue } }
    }
    /// How long the parts took.
    public var timings: ExchangeTimings {
        get { storage.fields.timings }
        set { change { $0.timings = newValue } }
    }
    /// `1.0`, `1.1`, `2` or `3`; `nil` without an answer.
    public var httpVersion: String? {
        get { storage.fields.httpVersion }
        set { change { $0.httpVersion = newValue } }
    }
    /// The status code; `nil` without an answer.
    public var status: Int? {
        get { storage.fields.status }
        set { change { $0.status = newValue } }
    }
    /// The header fields of the final answer, in order; those of 1xx answers and trailers are left out.
    public var headerFields: [HeaderField] {
        get { storage.fields.headerFields }
        set { change { $0.headerFields = newValue } }
    }
    /// What was seen of TLS; `nil` for plain HTTP and where there was no connection.
    public var tls: TLSFacts? {
        get { storage.fields.tls }
        set { change { $0.tls = newValue } }
    }
    /// The body after its content coding was undone, up to ``TransportSettings/bodyLimit``; of an answer with another
    /// status than 200 only the beginning (``TransportSettings/pageLimit``).
    public var body: [UInt8] {
        get { storage.fields.body }
        set { change { $0.body = newValue } }
    }
    /// Bytes of the body that came, after its content coding was undone, up to the limit; `nil` where all are in ``body``.
    public var bodyBytes: Int? {
        get { storage.fields.bodyBytes }
        set { change { $0.bodyBytes = newValue } }
    }
    /// The SHA-256 of ``body`` in lower-case hexadecimal digits; `nil` for one that is empty or not complete.
    public var bodySHA256: String? {
        get { storage.fields.bodySHA256 }
        set { change { $0.bodySHA256 = newValue } }
    }
    /// Whether reading stopped at the limit: then the body goes on.
    public var bodyCapped: Bool {
        get { storage.fields.bodyCapped }
        set { change { $0.bodyCapped = newValue } }
    }
    /// Bytes of the body on the wire, before its content coding was undone and without the framing of chunks.
    public var wireBytes: Int {
        get { storage.fields.wireBytes }
        set { change { $0.wireBytes = newValue } }
    }
    /// Why the exchange did not end with a complete answer; `nil` when it did (also when the body was capped).
    public var failure: ExchangeFailure? {
        get { storage.fields.failure }
        set { change { $0.failure = newValue } }
    }

    /// Creates an exchange.
    public init(
        url: String, startedAt: Date, addresses: [String] = [], addressesChosen: Bool = false, address: String? = nil,
        throughProxy: Bool = false, connectionReused: Bool = false, timings: ExchangeTimings = ExchangeTimings(),
        httpVersion: String? = nil, status: Int? = nil, headerFields: [HeaderField] = [], tls: TLSFacts? = nil,
        body: [UInt8] = [], bodyBytes: Int? = nil, bodySHA256: String? = nil, bodyCapped: Bool = false,
        wireBytes: Int = 0,
        failure: ExchangeFailure? = nil
    ) {
        storage = Storage(
            Fields(
                url: url, startedAt: startedAt, addresses: addresses, addressesChosen: addressesChosen,
                address: address, throughProxy: throughProxy, connectionReused: connectionReused, timings: timings,
                httpVersion: httpVersion, status: status, headerFields: headerFields, tls: tls, body: body,
                bodyBytes: bodyBytes, bodySHA256: bodySHA256, bodyCapped: bodyCapped, wireBytes: wireBytes,
                failure: failure))
    }
}

extension Exchange {
    /// What an exchange holds, in one object on the heap.
    ///
    /// It is 344 bytes without its texts. Held directly it would be several times in the frame of every asynchronous
    /// function that it passes through, for as long as a domain is under way, and there are thousands of those.
    private struct Fields: Codable, Hashable {
        var url: String
        var startedAt: Date
        var addresses: [String]
        var addressesChosen: Bool
        var address: String?
        var throughProxy: Bool
        var connectionReused: Bool
        var timings: ExchangeTimings
        var httpVersion: String?
        var status: Int?
        var headerFields: [HeaderField]
        var tls: TLSFacts?
        var body: [UInt8]
        var bodyBytes: Int?
        var bodySHA256: String?
        var bodyCapped: Bool
        var wireBytes: Int
        var failure: ExchangeFailure?
    }

    /// Unchecked, because what is shared is never changed: see `change`.
    private final class Storage: @unchecked Sendable {
        var fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    private mutating func change(_ body: (inout Fields) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
        body(&storage.fields)
    }

    /// Whether all that is known is the same.
    public static func == (one: Self, other: Self) -> Bool {
        one.storage === other.storage || one.storage.fields == other.storage.fields
    }

    /// Hashes all that is known.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.fields) }
}

extension Exchange: Codable {
    /// Reads all that is known.
    public init(from decoder: any Decoder) throws { storage = Storage(try Fields(from: decoder)) }

    /// Writes all that is known.
    public func encode(to encoder: any Encoder) throws { try storage.fields.encode(to: encoder) }
}

extension Exchange {
    /// How many bytes of a body came, also those that were not kept.
    public var bodySize: Int { bodyBytes ?? body.count }

    /// An exchange that did not come about for a reason on this side.
    static func failed(_ url: String, _ kind: ExchangeFailure.Kind, _ detail: String) -> Exchange {
        Exchange(
            url: url, startedAt: Date(), failure: ExchangeFailure(kind: kind, phase: .dns, detail: detail))
    }
}
