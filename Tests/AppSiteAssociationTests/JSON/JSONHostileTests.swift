import TestSupport
import Testing

import class Foundation.NSCondition
import class Foundation.Thread

@testable import AppSiteAssociation

/// Input that is designed to break parsers, which must end soon, with an error or a document.
@Suite(.inTurn(minutes: 3)) struct JSONHostileTests {
    static let limit = 131_072

    @Test(arguments: [
        String(repeating: "[", count: limit), String(repeating: "{\"a\":", count: limit / 5),
        String(repeating: "[{\"\":", count: limit / 5),
        "\"" + String(repeating: "\\", count: limit), String(repeating: "1", count: limit),
        "[" + String(repeating: "1,", count: limit / 2),
        String(repeating: "\n", count: limit), "[" + String(repeating: "\n1,", count: limit / 3),
        "\"" + String(repeating: "é", count: limit / 2),
        "{" + String(repeating: "\"a\":1,", count: limit / 6), "-" + String(repeating: "0", count: limit),
        "\"" + String(repeating: "\\uD800", count: limit / 6),
        String(repeating: "\u{202E}", count: limit / 3),
    ])
    func brokenTextsEndInAnError(_ text: String) {
        if case .success(let document) = JSONReading(Array(text.utf8)).result { #expect(document.root.kind == .number) }
    }

    @Test func manyDuplicatesTakeLinearTime() throws {
        let text = "{" + (0..<20_000).map { "\"k\($0 % 7)\":\($0)" }.joined(separator: ",") + "}"
        let members = try #require(try JSONDocument(text: text).root.members)
        #expect(members.count == 20_000)
        #expect(members.effective.count == 7)
    }

    @Test func positionsOnOneLongLineTakeLinearTime() throws {
        let text = "[" + Array(repeating: "\"é\"", count: 30_000).joined(separator: ",") + "]"
        let elements = try #require(try JSONDocument(text: text).root.elements)
        #expect(elements.map(\.position.column) == (0..<30_000).map { 2 + 4 * $0 })
        #expect(elements.map(\.pointer.tokens) == (0..<30_000).map { [String($0)] })
    }

    /// A recursive parser would exhaust the stack.
    @Test func theDeepestDocumentIsReadOnASmallStack() throws {
        let depth = JSONParser.maxDepth
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let bytes = Array(text.utf8)
        let pointerLength = SmallStack.run(bytes: 512 * 1024) { () -> Int in
            guard let document = try? JSONDocument(bytes),
                let copy = try? JSONDocument(text: JSONPrinter.print(document.root))
            else {
                return -1
            }
            var value = document.root
            while let inner = value[0] { value = inner }
            return document.root == copy.root ? value.pointer.tokens.count : -2
        }
        #expect(pointerLength == depth - 1)
    }
}

/// Runs code on a separate thread with a stack of a given size.
enum SmallStack {
    static func run<Result: Sendable>(bytes: Int, _ body: @escaping @Sendable () -> Result) -> Result? {
        let box = Box<Result>()
        let thread = Thread { box.set(body()) }
        thread.stackSize = bytes
        thread.start()
        return box.wait()
    }

    /// The condition guards the value.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: Value?

        func set(_ value: Value) {
            condition.withLock {
                self.value = value
                condition.signal()
            }
        }

        func wait() -> Value? {
            condition.withLock {
                while value == nil { condition.wait() }
                return value
            }
        }
    }
}
