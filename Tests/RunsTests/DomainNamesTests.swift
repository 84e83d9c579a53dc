import Runs
import Testing

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
            // A domain with two findings is one domain, also where its name is not kept.
            list.add("d\(number)")
            list.add("d\(number)")
        }
        #expect((list.count, list.names.count) == (1500, DomainNames.limit))
        #expect(list.text(limit: 1) == "d0 and 1499 more")
    }

    @Test func addsUpWithOthers() {
        var list = DomainNames()
        var others = DomainNames()
        for number in 0..<900 { list.add("a\(number)") }
        for number in 0..<1500 { others.add("b\(number)") }
        list.add(others)
        #expect((list.count, list.names.count, list.names.last) == (2400, DomainNames.limit, "b99"))
    }
}
