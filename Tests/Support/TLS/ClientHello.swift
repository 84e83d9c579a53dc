/// The first message of a TLS client, limited to the parts that select the server's behaviour.
struct ClientHello: Hashable, Sendable {
    /// The requested server name (RFC 6066 section 3), in lower case without a trailing dot.
    var serverName: String?
    /// The application protocols that the client offers (RFC 7301), in its order.
    var applicationProtocols: [String] = []

    enum ParseError: Error, Hashable {
        case needsMoreBytes
        case notAClientHello
    }

    /// Parses the hello at the beginning of a connection; it may consist of several records.
    init(parsing bytes: [UInt8]) throws(ParseError) {
        var message: [UInt8] = []
        var records = ByteReader(bytes[...])
        repeat {
            guard let kind = records.byte(), records.skip(2), let record = records.block(lengthBytes: 2) else {
                throw .needsMoreBytes
            }
            guard kind == 22 else { throw .notAClientHello }
            message += record
        } while message.count < 4 || message.count < 4 + Self.length(message[1...3])
        guard message[0] == 1 else { throw .notAClientHello }
        var hello = ByteReader(message[4..<(4 + Self.length(message[1...3]))])
        // Version, random, session id, cipher suites, compression methods.
        guard hello.skip(34), hello.block(lengthBytes: 1) != nil, hello.block(lengthBytes: 2) != nil,
            hello.block(lengthBytes: 1) != nil
        else { throw .notAClientHello }
        guard let extensions = hello.block(lengthBytes: 2) else { return }
        var fields = ByteReader(extensions)
        while let kind = fields.integer(2), let content = fields.block(lengthBytes: 2) {
            read(extension: kind, content)
        }
    }

    private mutating func read(extension kind: Int, _ content: ArraySlice<UInt8>) {
        var field = ByteReader(content)
        guard let list = field.block(lengthBytes: 2) else { return }
        var items = ByteReader(list)
        switch kind {
        case 0:
            while let nameKind = items.byte(), let name = items.block(lengthBytes: 2) {
                if nameKind == 0 { serverName = normalisedHost(String(decoding: name, as: UTF8.self)) }
            }
        case 16:
            while let name = items.block(lengthBytes: 1) {
                applicationProtocols.append(String(decoding: name, as: UTF8.self))
            }
        default: break
        }
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Returns a host name in the form of the servers' tables.
func normalisedHost(_ name: String) -> String {
    let lower = name.lowercased()
    return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
}

/// Reads big-endian integers and length-prefixed blocks from the beginning of bytes.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func byte() -> UInt8? {
        rest.popFirst()
    }

    mutating func integer(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    mutating func block(lengthBytes: Int) -> ArraySlice<UInt8>? {
        var copy = self
        guard let length = copy.integer(lengthBytes), copy.rest.count >= length else { return nil }
        let content = copy.rest.prefix(length)
        self = ByteReader(copy.rest.dropFirst(length))
        return content
    }
}
