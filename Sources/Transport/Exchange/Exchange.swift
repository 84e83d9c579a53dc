public import struct Foundation.Date

/// One request with all facts about its response or its failure.
///
/// An exchange contains no judgements. All strings from the server are untrusted.
@dynamicMemberLookup
public struct Exchange: Hashable, Sendable {
    /// The facts about an exchange.
    public struct Facts: Hashable, Sendable {
        /// The requested URL.
        public var url: String
        /// The time at which the exchange began.
        public var startedAt: Date
        /// All addresses of the name, in the order in which they are tried; empty behind a proxy.
        public var addresses: [String]
        /// Whether the user chose the addresses, so that they did not come from DNS.
        public var addressesChosen: Bool
        /// The address that responded, or the last one tried; `nil` behind a proxy, or if no address was tried.
        public var address: String?
        /// Whether the request went through a proxy.
        public var throughProxy: Bool
        /// Whether the request used a connection that an earlier one had opened.
        public var connectionReused: Bool
        /// The durations of the steps.
        public var timings: ExchangeTimings
        /// `1.0`, `1.1`, `2` or `3`; `nil` without a response.
        public var httpVersion: String?
        /// The status code; `nil` without a response.
        public var status: Int?
        /// The header fields of the final response, in order, without those of 1xx responses and trailers.
        public var headerFields: [HeaderField]
        /// The facts about TLS; `nil` for plain HTTP and without a connection.
        public var tls: TLSFacts?
        /// The decoded body, up to ``TransportSettings/maxBodyBytes``; if the status is not 200, only the beginning
        /// (``TransportSettings/maxPageBytes``).
        public var body: [UInt8]
        /// The number of decoded bytes that were received, up to the limit; `nil` means that ``body`` contains all.
        public var receivedBodyBytes: Int?
        /// The SHA-256 of ``body`` in lower-case hexadecimal digits; `nil` if the body is empty or incomplete.
        public var bodySHA256: String?
        /// Whether the body was longer than the limit, so that reading stopped.
        public var bodyCapped: Bool
        /// The number of bytes of the body on the wire, before decoding and without chunked framing.
        public var wireBytes: Int
        /// The reason why there is no complete response; `nil` if there is one, even if the body was capped.
        public var failure: ExchangeFailure?
    }

    /// The facts on the heap; unchecked `Sendable`, because a shared instance is never changed.
    ///
    /// They take 344 bytes without their strings. Stored directly, they would be copied into the frame of every
    /// asynchronous function that they pass through, for each of thousands of domains in progress.
    @usableFromInline final class Storage: @unchecked Sendable {
        @usableFromInline var facts: Facts
        @usableFromInline init(_ facts: Facts) { self.facts = facts }
    }

    @usableFromInline var storage: Storage

    /// Accesses one of the ``Facts``.
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
        body: [UInt8] = [], receivedBodyBytes: Int? = nil, bodySHA256: String? = nil, bodyCapped: Bool = false,
        wireBytes: Int = 0, failure: ExchangeFailure? = nil
    ) {
        storage = Storage(
            Facts(
                url: url, startedAt: startedAt, addresses: addresses, addressesChosen: addressesChosen,
                address: address, throughProxy: throughProxy, connectionReused: connectionReused, timings: timings,
                httpVersion: httpVersion, status: status, headerFields: headerFields, tls: tls, body: body,
                receivedBodyBytes: receivedBodyBytes, bodySHA256: bodySHA256, bodyCapped: bodyCapped,
                wireBytes: wireBytes, failure: failure))
    }

    package init(_ facts: Facts) { storage = Storage(facts) }

    package var facts: Facts { storage.facts }

    /// Whether both exchanges have the same facts.
    public static func == (one: Self, other: Self) -> Bool {
        one.storage === other.storage || one.storage.facts == other.storage.facts
    }

    /// Hashes the facts.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.facts) }

    /// The number of received bytes of the body, including those that were not kept.
    public var bodySize: Int { storage.facts.receivedBodyBytes ?? storage.facts.body.count }

    static func failed(_ url: String, _ kind: ExchangeFailure.Kind, _ detail: String) -> Exchange {
        Exchange(url: url, startedAt: Date(), failure: ExchangeFailure(kind: kind, phase: .dns, detail: detail))
    }
}

/// The durations of the steps of an exchange, in milliseconds; `nil` for a step that did not take place.
public struct ExchangeTimings: Hashable, Sendable {
    /// Name resolution.
    public var dnsMs: Double?
    /// The TCP connection; `nil` for a reused connection.
    public var connectMs: Double?
    /// The TLS handshake; `nil` for a reused connection.
    public var tlsMs: Double?
    /// The time from sending the request to the first byte of the response.
    public var firstByteMs: Double?
    /// The whole exchange, including name resolution.
    public var totalMs: Double?

    /// Creates timings.
    public init(
        dnsMs: Double? = nil, connectMs: Double? = nil, tlsMs: Double? = nil, firstByteMs: Double? = nil,
        totalMs: Double? = nil
    ) {
        self.dnsMs = dnsMs
        self.connectMs = connectMs
        self.tlsMs = tlsMs
        self.firstByteMs = firstByteMs
        self.totalMs = totalMs
    }
}

/// One header field of a response (RFC 9110, section 5), as received.
public struct HeaderField: Hashable, Sendable {
    /// The field name as the server wrote it; names compare without regard to case.
    public var name: String
    /// The field value without surrounding white space; bytes that are not UTF-8 are read as ISO 8859-1.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    func isNamed(_ name: String) -> Bool {
        self.name.utf8.elementsEqual(name.utf8) { Self.lowercase($0) == Self.lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension [HeaderField] {
    /// Returns all values of the field `name`, in order, ignoring the case of the name.
    public func values(of name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }

    /// Returns the first value of the field `name`.
    public func first(_ name: String) -> String? { first { $0.isNamed(name) }?.value }
}
