import Foundation
import Testing

@testable import Audit

struct AliasesTests {
    @Test func keepsTheFirstOfARowAndCountsTheOthers() {
        var aliases = Aliases()
        for number in 0..<1000 { aliases.add("\(number)", at: 7) }
        #expect(aliases[7].inputs == (0..<Aliases.maxRow.count).map(String.init))
        #expect(aliases[7].omitted == 1000 - Aliases.maxRow.count)
        #expect(aliases[6].isEmpty && aliases[8].isEmpty)
        #expect(aliases.rows.map(\.index) == [7])
    }

    @Test func keepsNoMoreBytesThanARowHasRoomFor() {
        var aliases = Aliases()
        let long = String(repeating: "é", count: Aliases.maxRow.bytes / 4)
        aliases.add(long, at: 0)
        aliases.add(long, at: 0)
        aliases.add("x", at: 0)
        // After an omitted input, all further ones are omitted, too, so that the listed ones are the first.
        aliases.add(String(repeating: "x", count: 100_000), at: 1)
        aliases.add("short", at: 1)
        #expect(aliases[0] == Aliases.Row(inputs: [long, long], omitted: 1))
        #expect(aliases[1] == Aliases.Row(inputs: [], omitted: 2))
    }

    @Test func keepsNoMoreInAllThanThereIsRoomFor() {
        var aliases = Aliases()
        let rows = 300_000
        for index in 0..<rows { aliases.add("host\(index).example", at: index) }
        let kept = (0..<rows).filter { aliases[$0].inputs.count == 1 }
        #expect(kept.count == Aliases.maxTotal.count)
        #expect((0..<rows).allSatisfy { aliases[$0].inputs.count + aliases[$0].omitted == 1 })
        #expect(aliases.rows.reduce(0) { $0 + $1.row.inputs.count + $1.row.omitted } == rows)
    }

    @Test func takesARowInPlaceOfAnother() {
        var aliases = Aliases([3: ["a", "b"]])
        aliases[3] = Aliases.Row(inputs: ["c"], omitted: 5)
        #expect(aliases[3] == Aliases.Row(inputs: ["c"], omitted: 5))
        aliases[3] = Aliases.Row()
        #expect(aliases[3].isEmpty)
        // Removed inputs free space.
        for _ in 0..<3 {
            for index in 0..<Aliases.maxTotal.count { aliases[index] = Aliases.Row(inputs: ["x"]) }
        }
        #expect(aliases.rows.allSatisfy { $0.row.omitted == 0 })
    }

    @Test func textListsTheKeptInputs() {
        var report = DomainReport(
            Target(input: "a", domain: DomainID(host: "a")), status: .pass, startedAt: .init(timeIntervalSince1970: 0))
        #expect(report.aliasesText == nil)
        for (row, text) in [
            (Aliases.Row(), nil), (Aliases.Row(inputs: ["b", "c"]), "b, c"),
            (Aliases.Row(inputs: ["b"], omitted: 2), "b, and 2 more"), (Aliases.Row(omitted: 2), "2 other inputs"),
            (Aliases.Row(omitted: 1), "1 other input"),
        ] {
            report.aliases = row
            #expect(report.aliasesText == text)
        }
    }
}

extension Aliases {
    /// Creates a value from inputs by row index.
    init(_ inputs: [Int: [String]]) {
        self.init()
        for (index, inputs) in inputs { self[index] = Row(inputs: inputs) }
    }
}
