/// SOCKS 4, 4a and 5 (RFC 1928), without passwords.
extension ForwardProxy {
    /// Reads the request of a SOCKS client.
    ///
    /// - Parameters:
    ///   - first: The bytes that were already read.
    ///   - client: The connection to the client.
    /// - Returns: The request with its target as `HOST:PORT`, and the response that grants it.
    /// - Throws: A ``StreamEnd`` if the client disconnects, or requests something else.
    func socksRequest(
        _ first: [UInt8], from client: SocketStream
    ) throws -> (record: ProxyRequestRecord, granted: [UInt8]) {
        var bytes = first[...]
        func next() throws -> UInt8 {
            while bytes.isEmpty {
                bytes = try client.receive()[...]
                if bytes.isEmpty { throw StreamEnd.closed }
            }
            return bytes.removeFirst()
        }
        func next(_ count: Int) throws -> [UInt8] { try (0..<count).map { _ in try next() } }
        func line() throws -> String {
            var text: [UInt8] = []
            while case let byte = try next(), byte != 0 { text.append(byte) }
            return String(decoding: text, as: UTF8.self)
        }
        func address(_ bytes: [UInt8]) -> String { bytes.map(String.init).joined(separator: ".") }
        func port(_ bytes: [UInt8]) -> Int { Int(bytes[0]) << 8 | Int(bytes[1]) }
        func record(_ version: String, _ host: String, _ port: Int) -> ProxyRequestRecord {
            ProxyRequestRecord(method: version, target: "\(host):\(port)", fields: [])
        }

        guard try next() == 5 else {
            _ = try next()
            let number = port(try next(2))
            let numbers = try next(4)
            _ = try line()
            let isName = numbers[..<3] == [0, 0, 0]
            return (
                record(isName ? "SOCKS4a" : "SOCKS4", isName ? try line() : address(numbers), number),
                [0, 0x5a, 0, 0, 0, 0, 0, 0]
            )
        }
        _ = try next(Int(next()))
        try client.send([5, 0])
        let kind = try next(4)[3]
        let host =
            switch kind {
            case 1: address(try next(4))
            case 3: String(decoding: try next(Int(next())), as: UTF8.self)
            default: throw StreamEnd.broken("a SOCKS address of kind \(kind)")
            }
        return (record("SOCKS5", host, port(try next(2))), [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    }
}
