import Records
import Testing

import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

struct DomainNamesTests {
    @Test(
        arguments: [
            ([], 3, ""), (["a"], 3, "a"), (["a", "b"], 3, "a, b"), (["a", "b", "c", "d"], 3, "a, b, c and 1 more"),
            (["a", "a", "b"], 3, "a, b"),
        ] as [([String], Int, String)])
    func isAsLongAsItMayBe(_ names: [String], _ limit: Int, _ text: String) {
        var list = DomainNames()
        for name in names { list.add(name) }
        #expect(list.text(limit: limit) == text)
    }

    @Test func countsMoreThanItKeeps() {
        var list = DomainNames()
        for number in 0..<1500 {
            // A domain with two findings is counted once, even if its name is not stored.
            list.add("d\(number)")
            list.add("d\(number)")
        }
        #expect((list.count, list.names.count) == (1500, DomainNames.maxNames))
        #expect(list.text(limit: 1) == "d0 and 1,499 more")
    }

    @Test func keepsTheOrderOfTheList() throws {
        var list = DomainNames()
        var others = DomainNames()
        for (name, index) in [("c", 30), ("a", 10), ("b", 20), ("b2", 20)] { list.add(name, at: index) }
        for (name, index) in [("d", 25), ("e", 5)] { others.add(name, at: index) }
        // The list is encoded and decoded.
        list = try JSONDecoder().decode(DomainNames.self, from: JSONEncoder().encode(list))
        list.add(others)
        #expect(list.names == ["e", "a", "b", "b2", "d", "c"])
        var unlisted = DomainNames()
        for name in ["x", "w"] { unlisted.add(name) }
        list.add(unlisted)
        #expect(list.names.suffix(3) == ["c", "x", "w"])
        #expect(list.count == 8)
        // The first domains of the list are kept, regardless of the order in which they are added.
        var many = DomainNames()
        for index in (0..<1500).reversed() { many.add("d\(index)", at: index) }
        #expect((many.names.first, many.names.last, many.count) == ("d0", "d999", 1500))
    }

    @Test func addsUpWithOthers() {
        var list = DomainNames()
        var others = DomainNames()
        for number in 0..<900 { list.add("a\(number)") }
        for number in 0..<1500 { others.add("b\(number)") }
        list.add(others)
        #expect((list.count, list.names.count, list.names.last) == (2400, DomainNames.maxNames, "b99"))
    }
}
