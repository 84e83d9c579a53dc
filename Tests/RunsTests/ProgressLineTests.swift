import Audit
import Findings
import Runs
import Testing

/// How far a run is, in words and in numbers.
struct ProgressLineTests {
    @Test func saysTheSameInWordsAndInNumbers() {
        var digest = RunDigest()
        for number in 0..<4 { digest.add(Reports.report("d\(number).test", .pass)) }
        let line = ProgressLine(done: 4, total: 8, elapsed: .seconds(2), inFlight: 3, digest: digest)
        #expect(line.text == "[#####-----]  4/8  2.0/s  3 in flight  0 failing  0:02 left")
        #expect(
            line.details == [
                "done": 4, "targetsAtMost": 8, "seconds": .number(2), "perSecond": .number(2), "inFlight": 3,
                "pass": 4, "warn": 0, "fail": 0, "unreachable": 0, "invalid": 0, "accepted": 0,
            ])
    }

    @Test func countsWhereNobodyKnowsTheEnd() {
        let line = ProgressLine(done: 0, total: nil, elapsed: .zero, inFlight: 0, digest: RunDigest())
        #expect(line.text == "0 done  0.0/s  0 in flight  0 failing")
        #expect(line.details["targetsAtMost"] == nil)
        #expect(line.details["perSecond"] == .number(0))
    }
}
