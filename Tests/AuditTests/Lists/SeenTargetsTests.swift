import Testing

@testable import Audit

struct SeenTargetsTests {
    @Test func knowsWhereEachNameCameFirst() {
        var seen = SeenTargets()
        var known: [String: Int] = [:]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200_000 {
            let name = "host-\(UInt64.random(in: 0..<100_000, using: &random)).example:443"
            #expect(seen.existingIndex(orInsert: name, at: known.count) == known[name])
            if known[name] == nil { known[name] = known.count }
        }
        for (name, index) in known { #expect(seen.existingIndex(orInsert: name, at: .max) == index) }
    }
}
