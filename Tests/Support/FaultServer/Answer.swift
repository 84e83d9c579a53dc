/// The behaviour of a server for one request, after it has read the request's header.
///
/// Predefined answers are in `Answers/`, one file for each subject; ``ServerFault`` has a table. An answer is a list of
/// steps, or a closure that creates the list from the request.
public struct Answer: Sendable, CustomStringConvertible {
    /// A short name for test output.
    public let description: String
    let steps: @Sendable (RequestRecord) -> [AnswerStep]

    /// Creates an answer that is the same for every request.
    public init(_ description: String, _ steps: [AnswerStep]) {
        self.init(description) { _ in steps }
    }

    /// Creates an answer that depends on the request.
    public init(_ description: String, _ steps: @escaping @Sendable (RequestRecord) -> [AnswerStep]) {
        self.description = description
        self.steps = steps
    }

    /// Sends the given bytes; the connection stays open.
    public static func raw(_ text: String, then rest: [AnswerStep] = []) -> Answer {
        Answer("raw", [.text(text)] + rest)
    }

    /// Runs a closure with the connection, for behaviour that no step provides.
    public static func script(
        _ description: String, _ run: @escaping @Sendable (ServerConnection, RequestRecord) throws -> Void
    ) -> Answer {
        Answer(description) { request in [.script { try run($0, request) }] }
    }

    /// Sends the first answer to the first request for a path, the second to the second, and the last to all further
    /// ones.
    public static func inTurn(_ answers: Answer...) -> Answer {
        Answer("in turn: " + answers.map(\.description).joined(separator: ", ")) { request in
            answers.isEmpty ? [] : answers[min(request.ordinal, answers.count) - 1].steps(request)
        }
    }

    /// Sends one answer on an address of the server, and another one on its other addresses.
    public static func at(_ address: String, _ answer: Answer, elsewhere other: Answer) -> Answer {
        when({ $0.localAddress == address }, answer, otherwise: other)
    }

    /// Sends one answer to requests that fulfil a condition, and another one to all others.
    public static func when(
        _ condition: @escaping @Sendable (RequestRecord) -> Bool, _ answer: Answer, otherwise other: Answer
    ) -> Answer {
        Answer("\(answer) or \(other)") { request in (condition(request) ? answer : other).steps(request) }
    }

    /// Sends the answer that the closure selects for a request.
    public static func chosen(
        _ description: String, _ choose: @escaping @Sendable (RequestRecord) -> Answer
    ) -> Answer {
        Answer(description) { request in choose(request).steps(request) }
    }

    /// Returns the same answer after a delay.
    public func delayed(by duration: Duration) -> Answer {
        Answer("\(description), after \(duration)") { [.pause(duration)] + steps($0) }
    }

    /// Returns the same answer, sent when the test opens the gate.
    public func held(by gate: Gate) -> Answer {
        Answer("\(description), held back") { [.hold(gate)] + steps($0) }
    }

    /// Returns the same answer, of which all but the first byte is sent when the test opens the gate.
    public func heldAfterFirstByte(by gate: Gate) -> Answer {
        Answer("\(description), held back after its first byte") { request in
            var steps = self.steps(request)
            guard case .bytes(let bytes)? = steps.first, !bytes.isEmpty else { return [.hold(gate)] + steps }
            steps[0] = .bytes(Array(bytes.dropFirst()))
            return [.bytes([bytes[0]]), .hold(gate)] + steps
        }
    }

    /// Returns the same answer with additional steps.
    public func then(_ further: AnswerStep...) -> Answer {
        Answer("\(description), then \(further.map { "\($0)" }.joined(separator: ", "))") { steps($0) + further }
    }
}

/// A part of an answer.
public enum AnswerStep: Sendable, CustomStringConvertible {
    /// Sends bytes.
    case bytes([UInt8])
    /// Sends bytes repeatedly; endlessly if `times` is `nil`.
    case repeated([UInt8], times: Int?)
    /// Sends byte by byte with a pause after each.
    case drip([UInt8], every: Duration)
    /// Pauses.
    case pause(Duration)
    /// Waits until a test opens the gate.
    case hold(Gate)
    /// Waits for input from the client, and discards it.
    case awaitInput
    /// Sends nothing until the client ends the connection.
    case stall
    /// Ends the connection.
    case end(ConnectionEnding)
    /// Runs a closure.
    case script(@Sendable (ServerConnection) throws -> Void)

    /// Sends text as UTF-8.
    public static func text(_ text: String) -> AnswerStep {
        .bytes(Array(text.utf8))
    }

    /// A short name for test output.
    public var description: String {
        switch self {
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .repeated(let bytes, let times): "\(bytes.count) bytes \(times.map { "\($0) times" } ?? "for ever")"
        case .drip(let bytes, let pause): "\(bytes.count) bytes, one every \(pause)"
        case .pause(let duration): "pause of \(duration)"
        case .hold: "hold"
        case .awaitInput: "await input"
        case .stall: "stall"
        case .end(let ending): "\(ending)"
        case .script: "script"
        }
    }

    func perform(on connection: ServerConnection) throws {
        switch self {
        case .bytes(let bytes): try connection.send(bytes)
        case .repeated(let piece, let times):
            guard !piece.isEmpty else { return }
            // Small pieces are sent together, because an endless header would otherwise take a minute for a few
            // megabytes.
            let together = max(1, min(16_384 / piece.count, times ?? .max))
            let block = Array(repeatElement(piece, count: together).joined())
            var left = times
            while left.map({ $0 > 0 }) ?? true {
                let count = min(left ?? together, together)
                try connection.send(count == together ? block : Array(block.prefix(count * piece.count)))
                left = left.map { $0 - count }
            }
        case .drip(let bytes, let pause):
            for byte in bytes {
                try connection.send([byte])
                try connection.pause(pause)
            }
        case .pause(let duration): try connection.pause(duration)
        case .hold(let gate): try connection.wait(for: gate)
        case .awaitInput: if try connection.receive().isEmpty { throw StreamEnd.closed }
        case .stall: try connection.stall()
        case .end(let ending): try connection.end(ending)
        case .script(let run): try run(connection)
        }
    }
}
