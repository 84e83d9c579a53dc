import Platform

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Whether this is an IPv6 address.
    public let isIPv6: Bool
    // The number in the machine's byte order; an IPv4 address is the lowest 32 bits.
    package let high: UInt64
    package let low: UInt64

    /// The 4 or 16 bytes in network order.
    public var bytes: [UInt8] {
        func bytes(_ number: UInt64) -> [UInt8] {
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return isIPv6 ? bytes(high) + bytes(low) : Array(bytes(low)[4...])
    }

    /// Parses an address literal without brackets and zone; `nil` if the text is not an address.
    public init?(_ text: String) {
        var storage = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &storage) == 1 {
            self.init(bytes: Array(storage.prefix(4)))
        } else if inet_pton(AF_INET6, text, &storage) == 1 {
            self.init(bytes: storage)
        } else {
            return nil
        }
    }

    /// Creates an address from 4 or 16 bytes; `nil` for any other number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        isIPv6 = bytes.count == 16
        high = isIPv6 ? number(bytes[..<8]) : 0
        low = number(bytes.suffix(8))
    }

    /// The usual text form (RFC 5952 for IPv6), without brackets.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// Whether the address is globally reachable, judged by the address alone.
    ///
    /// Follows the IANA special-purpose registries (RFC 6890 and its successors): private, loopback, link-local,
    /// shared, documentation, benchmarking, multicast and reserved addresses are not public, nor are cloud platform
    /// addresses. An IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4) is judged by the IPv4 address.
    public var isPublic: Bool {
        let bytes = bytes
        if !isIPv6 { return !Self.specialIPv4.contains { $0.covers(bytes) } }
        if Self.mappedIPv4.covers(bytes) || Self.nat64.covers(bytes) {
            return IPAddress(bytes: Array(bytes[12...]))?.isPublic == true
        }
        if Self.sixToFour.covers(bytes) { return IPAddress(bytes: Array(bytes[2..<6]))?.isPublic == true }
        return Self.globalUnicast.covers(bytes) && !Self.specialIPv6.contains { $0.covers(bytes) }
    }

    private static let globalUnicast = AddressPrefix([0x20], 3)
    private static let mappedIPv4 = AddressPrefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
    private static let nat64 = AddressPrefix([0, 0x64, 0xff, 0x9b], 96)
    private static let sixToFour = AddressPrefix([0x20, 0x02], 16)

    private static let specialIPv4: [AddressPrefix] = [
        AddressPrefix([0], 8),  // "this network"
        AddressPrefix([10], 8),  // private
        AddressPrefix([100, 64], 10),  // shared (carrier-grade NAT)
        AddressPrefix([127], 8),  // loopback
        AddressPrefix([168, 63, 129, 16], 32),  // the platform of Azure, from inside; in no registry
        AddressPrefix([169, 254], 16),  // link-local
        AddressPrefix([172, 16], 12),  // private
        AddressPrefix([192, 0, 0], 24),  // IETF protocol assignments
        AddressPrefix([192, 0, 2], 24),  // documentation
        AddressPrefix([192, 88, 99], 24),  // 6to4 relays, withdrawn
        AddressPrefix([192, 168], 16),  // private
        AddressPrefix([198, 18], 15),  // benchmarking
        AddressPrefix([198, 51, 100], 24),  // documentation
        AddressPrefix([203, 0, 113], 24),  // documentation
        AddressPrefix([224], 3),  // multicast, reserved and broadcast
    ]

    private static let specialIPv6: [AddressPrefix] = [
        AddressPrefix([0x20, 0x01, 0x00], 23),  // IETF protocol assignments, Teredo among them
        AddressPrefix([0x20, 0x01, 0x0d, 0xb8], 32),  // documentation
        AddressPrefix([0x3f, 0xff, 0x00], 20),  // documentation
    ]
}

/// The addresses that begin with the same bits, such as 10.0.0.0/8; bytes that a prefix omits are 0.
struct AddressPrefix: Sendable {
    private let bytes: [UInt8]
    private let bitCount: Int

    init(_ bytes: [UInt8], _ bitCount: Int) {
        self.bytes = bytes
        self.bitCount = bitCount
    }

    func covers(_ address: [UInt8]) -> Bool {
        (0..<max(0, bitCount)).allSatisfy { bit in
            let (index, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
            return index < address.count && (address[index] ^ (index < bytes.count ? bytes[index] : 0)) & mask == 0
        }
    }
}
