/// The answer of a DNS server for a name.
///
/// | case | reply |
/// | --- | --- |
/// | `addresses(…)` | the IPv4 addresses for A, the IPv6 addresses for AAAA; no data for a family without addresses |
/// | `many(n)` | n addresses of 127.0.0.0/8: truncated over UDP, complete over TCP |
/// | `aliases(chain, …)` | a chain of CNAMEs, and the addresses of the last name |
/// | `danglingAlias(name)` | a CNAME to a name without addresses |
/// | `aliasLoop` | a CNAME to the name itself |
/// | `noSuchName`, `noData` | NXDOMAIN; an existing name without addresses |
/// | `code(n)` | any RCODE: 1 FORMERR, 2 SERVFAIL, 4 NOTIMP, 5 REFUSED |
/// | `truncated(…)` | the TC flag over UDP, the answer over TCP |
/// | `truncatedAlways` | the TC flag over UDP, the connection closed over TCP |
/// | `silence` | nothing |
/// | `garbage` | bytes that are not a message |
/// | `wrongID`, `wrongQuestion` | the answer to another query, as in a spoofing attempt |
/// | `compressionLoop` | a compressed name that refers to itself |
/// | `brokenAddress` | an A record of 3 bytes |
/// | `late(d, …)` | the answer after the duration `d` |
/// | `held(gate, …)` | the answer as soon as the test opens the gate |
/// | `byFamily(a:, aaaa:)` | different behaviour for A and AAAA |
/// | `inTurn([…])` | one answer for each query of a type in order; the last one also for all further queries |
public indirect enum DNSAnswer: Sendable {
    case addresses([String], timeToLive: UInt32 = 60)
    case many(Int)
    case aliases([String], [String])
    case danglingAlias(String)
    case aliasLoop
    case noSuchName
    case noData
    case code(Int)
    case truncated(DNSAnswer)
    case truncatedAlways
    case silence
    case garbage
    case wrongID
    case wrongQuestion
    case compressionLoop
    case brokenAddress
    case late(Duration, DNSAnswer)
    case held(Gate, DNSAnswer)
    case byFamily(a: DNSAnswer, aaaa: DNSAnswer)
    case inTurn([DNSAnswer])

    /// 127.0.0.1 for A, and nothing for AAAA.
    public static let loopback = DNSAnswer.addresses(["127.0.0.1"])
    /// SERVFAIL.
    public static let serverFailure = DNSAnswer.code(2)
    /// REFUSED.
    public static let refused = DNSAnswer.code(5)

    /// The data to send, after delays and turns.
    enum Reply {
        case message([UInt8])
        case nothing
        /// TCP only.
        case close
    }

    /// Returns the reply; `ordinal` is 1 for the first query for the name and type.
    func reply(to question: DNSQuestion, overTCP: Bool, ordinal: Int) -> Reply {
        var response = DNSResponse()
        switch self {
        case .addresses, .many, .aliases, .danglingAlias, .aliasLoop, .noData:
            response.records = records(for: question)
        case .noSuchName: response.code = 3
        case .code(let code): response.code = code
        case .truncated(let whole):
            if overTCP { return whole.reply(to: question, overTCP: true, ordinal: ordinal) }
            response.isTruncated = true
        case .truncatedAlways:
            if overTCP { return .close }
            response.isTruncated = true
        case .silence: return .nothing
        case .garbage: return .message(Array(repeating: 0xFF, count: 40))
        case .wrongID:
            var other = question
            other.id ^= 0x5555
            return DNSAnswer.loopback.reply(to: other, overTCP: overTCP, ordinal: ordinal)
        case .wrongQuestion:
            var other = question
            other.bytes = [5] + Array("other".utf8) + [4] + Array("test".utf8) + [0] + question.bytes.suffix(4)
            return DNSAnswer.loopback.reply(to: other, overTCP: overTCP, ordinal: ordinal)
        case .compressionLoop:
            let header =
                bigEndian(question.id, 2) + bigEndian(0x8180, 2) + bigEndian(1, 2) + bigEndian(1, 2) + bigEndian(0, 4)
            let start = header.count + question.bytes.count
            return .message(
                header + question.bytes + bigEndian(0xC000 | start, 2) + bigEndian(1, 2) + bigEndian(1, 2)
                    + bigEndian(60, 4) + bigEndian(4, 2) + [127, 0, 0, 1])
        case .brokenAddress:
            response.records =
                DNSRecord(owner: question.name, type: .a, address: "127.0.0.1", timeToLive: 60).map { [$0] } ?? []
            for index in response.records.indices { response.records[index].content.removeLast() }
        case .late(_, let answer), .held(_, let answer):
            return answer.reply(to: question, overTCP: overTCP, ordinal: ordinal)
        case .byFamily(let a, let aaaa):
            return (question.type == .aaaa ? aaaa : a).reply(to: question, overTCP: overTCP, ordinal: ordinal)
        case .inTurn(let answers):
            guard !answers.isEmpty else { return .nothing }
            return answers[min(ordinal, answers.count) - 1].reply(to: question, overTCP: overTCP, ordinal: ordinal)
        }
        let message = response.bytes(for: question)
        guard !overTCP, message.count > question.datagramLimit else { return .message(message) }
        return .message(DNSResponse(code: response.code, isTruncated: true).bytes(for: question))
    }

    /// Returns the pause and the gate that must pass before the reply is sent.
    func delay(for type: DNSRecordType, ordinal: Int) -> (pause: Duration?, gate: Gate?) {
        switch self {
        case .late(let pause, _): (pause, nil)
        case .held(let gate, _): (nil, gate)
        case .byFamily(let a, let aaaa): (type == .aaaa ? aaaa : a).delay(for: type, ordinal: ordinal)
        case .inTurn(let answers):
            answers.isEmpty ? (nil, nil) : answers[min(ordinal, answers.count) - 1].delay(for: type, ordinal: ordinal)
        default: (nil, nil)
        }
    }

    private func records(for question: DNSQuestion) -> [DNSRecord] {
        func addressRecords(_ owner: String, _ addresses: [String], _ timeToLive: UInt32 = 60) -> [DNSRecord] {
            addresses.compactMap {
                DNSRecord(owner: owner, type: question.type, address: $0, timeToLive: timeToLive)
            }
        }
        switch self {
        case .addresses(let addresses, let timeToLive): return addressRecords(question.name, addresses, timeToLive)
        case .many(let count):
            return addressRecords(
                question.name, (0..<count).map { "127.\($0 >> 16 & 255).\($0 >> 8 & 255).\($0 & 255)" })
        case .aliases(let chain, let addresses):
            let owners = [question.name] + chain
            return zip(owners, chain).map { DNSRecord(owner: $0, alias: $1, timeToLive: 60) }
                + addressRecords(owners.last ?? question.name, addresses)
        case .danglingAlias(let name): return [DNSRecord(owner: question.name, alias: name, timeToLive: 60)]
        case .aliasLoop: return [DNSRecord(owner: question.name, alias: question.name, timeToLive: 60)]
        default: return []
        }
    }
}
