import Findings
import Testing

@testable import Execution

/// Lines of the log that are kept until it is known whether the run is in doubt.
struct NewsBufferTests {
    private static func lines(_ numbers: Range<Int>) -> [Evidence] { numbers.map { ["line": .integer($0)] } }

    @Test func keepsAllUntilTheEnd() {
        var news = NewsBuffer(limit: 3)
        #expect(news.add(Self.lines(0..<2), isInDoubt: true).isEmpty)
        #expect(news.take(isInDoubt: false) == Self.lines(0..<2))
        #expect(news.take(isInDoubt: false).isEmpty && news.omittedCount == 0)
    }

    @Test func givesThemAwayWhereItIsFullAndTheRunIsBelieved() {
        var news = NewsBuffer(limit: 3)
        #expect(news.add(Self.lines(0..<2), isInDoubt: false).isEmpty)
        #expect(news.add(Self.lines(2..<4), isInDoubt: false) == Self.lines(0..<4))
        #expect(news.add(Self.lines(4..<5), isInDoubt: false).isEmpty)
        // Lines that were written before the run was in doubt cannot be withdrawn.
        #expect(news.take(isInDoubt: true).isEmpty && news.omittedCount == 1)
    }

    @Test func countsEntriesThatWereDroppedWhileTheRunWasInDoubt() {
        var news = NewsBuffer(limit: 3)
        #expect(news.add(Self.lines(0..<3), isInDoubt: true).isEmpty)
        #expect(news.add(Self.lines(3..<5), isInDoubt: true).isEmpty)
        #expect(news.take(isInDoubt: false) == Self.lines(3..<5))
        #expect(news.omittedCount == 3)
    }
}
