import Platform
import Testing

@testable import TestSupport

/// The tests' own DNS server, queried with plain sockets.
@Suite(.inTurn(minutes: 3))
struct DNSFaultServerTests {
    /// The reply: the RCODE, the TC flag, the number of answers and the last bytes; `nil` without a reply.
    struct Reply: Hashable, Sendable {
        var code: Int
        var isTruncated = false
        var answers = 0
        var tail: [UInt8] = []
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var answer: DNSAnswer
        var type = DNSRecordType.a
        var overUDP: Reply
        var overTCP: Reply?

        var testDescription: String { "\(answer) \(type)" }
    }

    static let rows: [Row] = [
        Row(answer: .loopback, overUDP: Reply(code: 0, answers: 1, tail: [127, 0, 0, 1])),
        Row(answer: .loopback, type: .aaaa, overUDP: Reply(code: 0)),
        Row(
            answer: .addresses(["::1", "127.0.0.1"]), type: .aaaa,
            overUDP: Reply(code: 0, answers: 1, tail: [0, 0, 0, 1])),
        Row(answer: .noSuchName, overUDP: Reply(code: 3)), Row(answer: .noData, overUDP: Reply(code: 0)),
        Row(answer: .serverFailure, overUDP: Reply(code: 2)), Row(answer: .refused, overUDP: Reply(code: 5)),
        Row(
            answer: .truncated(.loopback), overUDP: Reply(code: 0, isTruncated: true),
            overTCP: Reply(code: 0, answers: 1, tail: [127, 0, 0, 1])),
        Row(
            answer: .many(100), overUDP: Reply(code: 0, isTruncated: true),
            overTCP: Reply(code: 0, answers: 100, tail: [127, 0, 0, 99])),
        Row(
            answer: .aliases(["a.test", "b.test"], ["127.0.0.7"]),
            overUDP: Reply(code: 0, answers: 3, tail: [127, 0, 0, 7])),
        Row(
            answer: .late(.milliseconds(10), .loopback), overUDP: Reply(code: 0, answers: 1, tail: [127, 0, 0, 1])),
    ]

    @Test(arguments: rows)
    func replyFollowsTheTable(row: Row) async throws {
        try await withDNSFaultServer(["Example.test": row.answer]) { server in
            let overUDP = try ask(server, row.type, .datagram)
            #expect(overUDP == row.overUDP)
            if let expected = row.overTCP {
                let overTCP = try ask(server, row.type, .stream)
                #expect(overTCP == expected)
            }
            let queries = server.tally.queries(for: "example.test")
            #expect(queries.map(\.type) == (row.overTCP == nil ? [row.type] : [row.type, row.type]))
        }
    }

    @Test
    func heldAndSilentAnswersDoNotKeepTheServer() async throws {
        let gate = Gate()
        try await withDNSFaultServer(["a.test": .silence, "b.test": .held(gate, .loopback)]) { server in
            for name in ["a.test", "b.test"] { close(try send(question(name, .a), to: server, .datagram)) }
            #expect(try await server.queries(atLeast: 2).map(\.name).sorted() == ["a.test", "b.test"])
            #expect(server.tally.replies == 0)
            gate.open()
            try await server.wait { $0.replies == 1 }
        }
    }

    private func ask(_ server: DNSFaultServer, _ type: DNSRecordType, _ kind: SocketKind) throws -> Reply {
        let descriptor = try send(question("example.TEST", type), to: server, kind)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        repeat {
            _ = waitForAny(of: [(descriptor, .reading)])
            var buffer = [UInt8](repeating: 0, count: 65_535)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            try #require(count > 0)
            bytes += buffer.prefix(count)
            if kind == .datagram { break }
        } while bytes.count < 2 || bytes.count < 2 + Int(bytes[0]) << 8 + Int(bytes[1])
        let message = kind == .stream ? Array(bytes.dropFirst(2)) : bytes
        try #require(message.count >= 12)
        #expect(message.prefix(2) == [0xAB, 0xCD])
        let answers = Int(message[6]) << 8 | Int(message[7])
        return Reply(
            code: Int(message[3] & 15), isTruncated: message[2] & 2 != 0, answers: answers,
            tail: answers == 0 ? [] : message.suffix(4))
    }

    private func question(_ name: String, _ type: DNSRecordType) -> [UInt8] {
        let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return [0xAB, 0xCD, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + labels + [0] + bigEndian(type.number, 2) + [0, 1]
    }

    private func send(_ message: [UInt8], to server: DNSFaultServer, _ kind: SocketKind) throws -> Int32 {
        let address = SocketAddress(text: server.address, port: server.port)
        let descriptor = try address.makeSocket(kind)
        _ = try address.withPointer { beginConnecting(descriptor, $0, $1) }
        _ = waitForAny(of: [(descriptor, .writing)])
        let framed = kind == .stream ? bigEndian(message.count, 2) + message : message
        _ = framed.withUnsafeBytes { sendQuietly(descriptor, $0) }
        return descriptor
    }
}
