public import struct Foundation.Date

/// One request and everything that is true about its answer, or about how it failed.
///
/// An exchange holds no opinion. All strings that came from the server are untrusted.
@dynamicMemberLookup
public struct Exchange: Hashable, Sendable {
    /// The facts about an exchange.
    public struct Facts: Hashable, Sendable {
        /// The URL that was asked for.
        public var url: String
        /// When it began.
        public var startedAt: Date
        /// All addresses of the name, in the order in which they were to be tried; empty behind a proxy.
        public var addresses: [String]
        /// Whether the addresses were chosen by the user rather than by the name system.
        public var addressesChosen: Bool
        /// The address that answered (or the last one tried); `nil` behind a proxy and where there was no connection.
        public var address: String?
        /// Whether the request went through a proxy.
        public var throughProxy: Bool
        /// Whether the request went over a connection that an earlier one had opened.
        public var connectionReused: Bool
        /// The durations of its parts.
        public var timings: ExchangeTimings
        /// `1.0`, `1.1`, `2` or `3`; `nil` without an answer.
        public var httpVersion: String?
        /// The status code; `nil` without an answer.
        public var status: Int?
        /// The header fields of the final answer, in order; those of 1xx answers and trailers are left out.
        public var headerFields: [HeaderField]
        /// The facts about TLS; `nil` for plain HTTP and where there was no connection.
        public var tls: TLSFacts?
        /// The body after its content coding was undone, up to ``TransportSettings/bodyLimit``; of an answer with another
        /// status than 200 only the beginning (``TransportSettings/pageLimit``).
        public var body: [UInt8]
        /// Bytes of the body that came, after its content coding was undone, up to the limit; `nil` where all are in ``body``.
        public var bodyBytes: Int?
        /// The SHA-256 of ``body`` in lower-case hexadecimal digits; `nil` for one that is empty or not complete.
        public var bodySHA256: String?
        /// Whether reading stopped at the limit: then the body goes on.
        public var bodyCapped: Bool
        /// Bytes of the body on the wire, before its content coding was undone and without the framing of chunks.
        public var wireBytes: Int
        /// Why the exchange did not end with a complete answer; `nil` when it did (also when the body was capped).
        public var failure: ExchangeFailure?
    }

    /// The facts on the heap; unchecked, because what is shared is never changed.
    ///
    /// They are 344 bytes without their texts. Held directly they would be several times in the frame of every asynchronous
    /// function that they pass through, for as long as a domain is under way, and there are thousands of those.
    @usableFromInline final class Storage: @unchecked Sendable {
        @usableFromInline var facts: Facts
        @usableFromInline init(_ facts: Facts) { self.facts = facts }
    }

    @usableFromInline var storage: Storage

    /// One of the ``Facts``.
    @inlinable public subscript<Value>(dynamicMember fact: WritableKeyPath<Facts, Value>) -> Value {
        get { storage.facts[keyPath: fact] }
        set {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.facts) }
            storage.facts[keyPath: fact] = newValue
        }
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
            Facts(
                url: url, startedAt: startedAt, addresses: addresses, addressesChosen: addressesChosen,
                address: address, throughProxy: throughProxy, connectionReused: connectionReused, timings: timings,
                httpVersion: httpVersion, status: status, headerFields: headerFields, tls: tls, body: body,
                bodyBytes: bodyBytes, bodySHA256: bodySHA256, bodyCapped: bodyCapped, wireBytes: wireBytes,
                failure: failure))
    }

    /// Creates an exchange from its facts.
    package init(_ facts: Facts) { storage = Storage(facts) }

    /// All that is known of the exchange.
    package var facts: Facts { storage.facts }

    /// Whether all that is known is the same.
    public static func == (one: Self, other: Self) -> Bool {
        one.storage === other.storage || one.storage.facts == other.storage.facts
    }

    /// Hashes all that is known.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.facts) }
}

extension Exchange {
    /// The number of received bytes of the body, including those that were not kept.
    public var bodySize: Int { storage.facts.bodyBytes ?? storage.facts.body.count }

    /// An exchange that did not come about for a reason on this side.
    static func failed(_ url: String, _ kind: ExchangeFailure.Kind, _ detail: String) -> Exchange {
        Exchange(
            url: url, startedAt: Date(), failure: ExchangeFailure(kind: kind, phase: .dns, detail: detail))
    }
}
