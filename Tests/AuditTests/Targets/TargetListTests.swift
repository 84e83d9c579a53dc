import Audit
import Testing

@Suite struct TargetListTests {
    @Test func auditsDuplicatesOnceAndSaysSo() {
        let list = TargetList(["example.com", "b.example", "EXAMPLE.com.", "https://example.com/x", "example.com"])
        #expect(list.entries.map(\.input) == ["example.com", "b.example"])
        #expect(list.entries[0].alsoGivenAs == ["EXAMPLE.com.", "https://example.com/x", "example.com"])
        #expect(list.entries[1].alsoGivenAs.isEmpty)
        #expect(list.duplicateCount == 3)
    }

    @Test func tellsPortsApart() {
        #expect(TargetList(["example.com", "example.com:443", "example.com:8443"]).entries.count == 2)
    }

    @Test func keepsARowForWhatCannotBeUnderstood() {
        let list = TargetList(["a b", "example.com", "", "a b"])
        #expect(list.entries.map(\.input) == ["a b", "example.com", ""])
        #expect(list.invalidCount == 2)
        #expect(list.entries[0].alsoGivenAs == ["a b"])
        #expect(throws: TargetError.self) { try list.entries[2].result.get() }
    }

    @Test func givesTheOneNameOfAnInternationalDomain() throws {
        let list = TargetList(["bücher.example", "xn--bcher-kva.example"])
        #expect(list.entries.count == 1)
        #expect(try list.entries[0].result.get().displayHost == "bücher.example")
    }
}
