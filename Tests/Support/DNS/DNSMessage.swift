import Platform

/// Types of DNS records (RFC 1035 section 3.2.2, RFC 3596).
public enum DNSRecordType: Hashable, Sendable {
    case a
    case aaaa
    case cname
    case other(Int)

    init(_ number: Int) {
        self =
            switch number {
            case 1: .a
            case 28: .aaaa
            case 5: .cname
            default: .other(number)
            }
    }

    var number: Int {
        switch self {
        case .a: 1
        case .aaaa: 28
        case .cname: 5
        case .other(let number): number
        }
    }
}

/// A question as it was received.
struct DNSQuestion {
    var id: Int
    var wantsRecursion: Bool
    /// The name in lower case, without the trailing dot.
    var name: String
    var type: DNSRecordType
    /// The bytes of the question, with the original letter case, which the answer repeats.
    var bytes: [UInt8]
    /// The maximum size of a datagram that the client accepts (RFC 6891); 512 unless specified.
    var datagramLimit: Int

    /// Parses a query; `nil` if it cannot be answered.
    init?(parsing message: ArraySlice<UInt8>) {
        var reader = ByteReader(message)
        guard let id = reader.integer(2), let flags = reader.integer(2), reader.integer(2) == 1, reader.skip(4),
            let additional = reader.integer(2), flags & 0x8000 == 0
        else { return nil }
        let start = reader.rest
        var labels: [String] = []
        while let length = reader.integer(1), length > 0 {
            guard length < 64, reader.rest.count >= length else { return nil }
            labels.append(String(decoding: reader.rest.prefix(length), as: UTF8.self))
            _ = reader.skip(length)
        }
        guard let type = reader.integer(2), reader.skip(2) else { return nil }
        self.id = id
        wantsRecursion = flags & 0x0100 != 0
        name = normalisedHost(labels.joined(separator: "."))
        self.type = DNSRecordType(type)
        bytes = Array(start.dropLast(reader.rest.count))
        // An OPT record: root name, type 41, and the size in place of the class.
        let hasOptions = additional > 0 && reader.integer(1) == 0 && reader.integer(2) == 41
        datagramLimit = max(512, hasOptions ? reader.integer(2) ?? 512 : 512)
    }
}

/// A record in an answer.
struct DNSRecord {
    var owner: String
    var type: DNSRecordType
    var timeToLive: UInt32
    var content: [UInt8]

    /// Creates an address record; `nil` if the address does not match the type.
    init?(owner: String, type: DNSRecordType, address: String, timeToLive: UInt32) {
        let (family, count) = type == .a ? (AF_INET, 4) : (AF_INET6, 16)
        var bytes = [UInt8](repeating: 0, count: count)
        guard type == .a || type == .aaaa, inet_pton(family, address, &bytes) == 1 else { return nil }
        (self.owner, self.type, self.timeToLive, content) = (owner, type, timeToLive, bytes)
    }

    init(owner: String, alias: String, timeToLive: UInt32) {
        (self.owner, type, self.timeToLive, content) = (owner, .cname, timeToLive, encodedName(alias))
    }
}

/// An answer before encoding.
struct DNSResponse {
    var code = 0
    var isTruncated = false
    var records: [DNSRecord] = []

    func bytes(for question: DNSQuestion) -> [UInt8] {
        var flags = 0x8080 | code
        if question.wantsRecursion { flags |= 0x0100 }
        if isTruncated { flags |= 0x0200 }
        var message = bigEndian(question.id, 2) + bigEndian(flags, 2) + bigEndian(1, 2) + bigEndian(records.count, 2)
        message += bigEndian(0, 4) + question.bytes
        for record in records {
            // In every message, the name of the question is at byte 12.
            message += record.owner == question.name ? [0xC0, 12] : encodedName(record.owner)
            message += bigEndian(record.type.number, 2) + bigEndian(1, 2) + bigEndian(Int(record.timeToLive), 4)
            message += bigEndian(record.content.count, 2) + record.content
        }
        return message
    }
}

func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Returns labels with their lengths, and the root label.
private func encodedName(_ name: String) -> [UInt8] {
    name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
}
