/// Reads requests from the bytes of a connection.
struct RequestReader {
    private var bytes: [UInt8] = []
    private static let limit = 65_536

    struct Head {
        var method: String
        var target: String
        var fields: [RequestField]

        var host: String {
            let value = fields.first { $0.name.lowercased() == "host" }?.value ?? ""
            return hostWithoutPort(value)
        }
    }

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Returns the header of the next request; `nil` if the client ends the connection before it is complete.
    mutating func next(receive: () throws -> [UInt8]) throws -> Head? {
        var searched = 0
        while true {
            if let end = endOfHeader(from: max(searched - 3, 0)) {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 4)
                return parse(head)
            }
            searched = bytes.count
            guard bytes.count < Self.limit else { throw StreamEnd.broken("a request header over \(Self.limit) bytes") }
            let more = try receive()
            if more.isEmpty { return nil }
            bytes += more
        }
    }

    /// Returns the body for a header; only the received part if the client ends the connection first.
    mutating func body(of head: Head, receive: () throws -> [UInt8]) throws -> [UInt8] {
        let length = head.fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        guard length <= 16 * Self.limit else { throw StreamEnd.broken("a request body of \(length) bytes") }
        while bytes.count < length {
            let more = try receive()
            if more.isEmpty { break }
            bytes += more
        }
        defer { bytes.removeFirst(min(length, bytes.count)) }
        return Array(bytes.prefix(length))
    }

    /// Whether bytes of a further request have been received.
    var hasBytes: Bool { !bytes.isEmpty }

    private func endOfHeader(from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...(bytes.count - 4)).first { index in
            bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10
        }
    }

    private func parse(_ text: String) -> Head {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let start = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return RequestField(name: String(parts[0]), value: parts.count > 1 ? trimmed(parts[1]) : "")
        }
        return Head(method: start[0], target: start.count > 1 ? start[1] : "", fields: fields)
    }

    private func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}

/// Returns `example.test:443` and `[::1]:443` without the port, in the form of the tables here.
private func hostWithoutPort(_ value: String) -> String {
    if value.hasPrefix("[") { return value.dropFirst().prefix { $0 != "]" }.lowercased() }
    return normalisedHost(String(value.prefix { $0 != ":" }))
}
