import Testing

@testable import History

@Suite
struct LineDifferenceTests {
    @Test(arguments: [
        (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"b":7,"c":3}"#, #","b":7,"#),
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, ","),
        (#"{"a":1,"b":2}"#, #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"b":2,"c":3}"#),
        (#"{"a":1}"#, #"{"a":2}"#, #"{"a":2}"#),
        (#"{"a":"x,,y"}"#, #"{"a":"z,,y"}"#, #"{"a":"z,,"#),
        (#"{"a":"x,y,z"}"#, #"{"a":"x,,z"}"#, nil),
    ])
    func aDifferenceHoldsOnlyPartsThatDiffer(base: String, line: String, difference: String?) {
        let base = Array(base.utf8)
        let found = LineDifference.difference(of: Array(line.utf8), from: base)
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == difference)
        if let found { #expect(String(decoding: LineDifference.line(found, appliedTo: base), as: UTF8.self) == line) }
    }

    @Test
    func everyDifferenceRestoresItsLine() {
        let lines = ["", ",", "a", "b", "a,", ",a", "a,b", "b,a", ",,", "a,,b", "a,b,", "a,b,a", "b,b,a", "b,,a"]
        for base in lines.map({ Array($0.utf8) }) {
            for line in lines.map({ Array($0.utf8) }) {
                guard let difference = LineDifference.difference(of: line, from: base) else { continue }
                #expect(LineDifference.line(difference, appliedTo: base) == line)
            }
        }
    }
}
